import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { NamedStatements, PreparingClient } from '#db/preparing-client.ts'
import { types } from '#db/value-parsers.ts'

/** Statements may follow each other for so long before the event loop gets a turn, in milliseconds. */
const MOST_BLOCKED_MS = 20

/**
 * The line between the driver and the engine in this process, in PostgreSQL's own protocol. All that a statement sends goes
 * over at once, so the engine is called once for it.
 */
class EngineLine extends Duplex {
  readonly #engine: PGlite
  #said: Buffer[] = []
  #speaking = false
  #yieldedAt = performance.now()

  constructor(engine: PGlite) {
    super()
    this.#engine = engine
  }

  override _write(said: Buffer, _encoding: string, taken: () => void): void {
    this.#said.push(said)
    taken()
    if (this.#speaking) return
    this.#speaking = true
    queueMicrotask(() => this.#speak().catch((fault) => this.destroy(fault)))
  }

  async #speak(): Promise<void> {
    while (this.#said.length > 0) {
      const said = this.#said.length === 1 ? (this.#said[0] as Buffer) : Buffer.concat(this.#said)
      this.#said = []
      // The engine writes its next answer over what it hands on.
      const onRawData = (answer: Uint8Array) => void this.push(Buffer.from(answer))
      await this.#engine.execProtocolRawStream(said, { syncToFs: false, onRawData })
      await this.#yieldToEventLoop()
    }
    this.#speaking = false
  }

  /** The engine answers in this thread, in microtasks alone: without a pause, requests and timers wait for all of a long import. */
  async #yieldToEventLoop(): Promise<void> {
    if (performance.now() - this.#yieldedAt < MOST_BLOCKED_MS) return
    await setImmediate()
    this.#yieldedAt = performance.now()
  }

  override _read(): void {}

  // What the driver asks of a socket.
  connect(): void {
    queueMicrotask(() => this.emit('connect'))
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
}

/** The engine as a pool of one connection, which everybody has in turn, those who ask the engine itself as well. */
export type EnginePool = PostgresPool & {
  /** One statement by itself. */
  ask: <Row>(query: pg.QueryConfig) => Promise<Row[]>
  /** Calls back with each notification that comes with an answer on this line. */
  onNotification: (heard: (channel: string, payload: string) => void) => void
}

/** Opens the driver's line to the engine, on which a statement that comes back is planned once. */
export async function openEnginePool(engine: PGlite): Promise<EnginePool> {
  const config = { user: 'postgres', database: 'postgres', ssl: false, types, stream: () => new EngineLine(engine) }
  const client = new PreparingClient(config as unknown as pg.ClientConfig, new NamedStatements())
  // An engine that has ended says so to the next statement.
  client.on('error', () => {})
  await client.connect()
  const connect = () =>
    new Promise<PostgresPoolClient>((had, failed) => {
      const turn = () =>
        new Promise<void>((release) => {
          had({ query: client.query.bind(client), release } as unknown as PostgresPoolClient)
        })
      engine._runExclusiveTransaction(turn).catch(failed)
    })
  return {
    connect,
    ask: async <Row>(query: pg.QueryConfig) => {
      const { release } = await connect()
      const answer: Promise<pg.QueryResult> = client.query(query)
      return answer.then(({ rows }) => rows as Row[]).finally(release)
    },
    onNotification: (heard) => {
      client.on('notification', ({ channel, payload = '' }) => heard(channel, payload))
    },
    end: async () => {},
  } as EnginePool
}
