import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { NamedStatements, StatementSender } from '#db/named-statements.ts'
import { types } from '#db/value-parsers.ts'

/** Maximum time of consecutive statements before the event loop runs. */
const MOST_BLOCKED_MS = 20

/**
 * The driver's socket to the engine in this process, in PostgreSQL's protocol. The messages of one statement are
 * joined, so that the engine is called once.
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
      // The engine reuses the buffer for its next answer.
      const onRawData = (answer: Uint8Array) => void this.push(Buffer.from(answer))
      await this.#engine.execProtocolRawStream(said, { syncToFs: false, onRawData })
      await this.#yieldToEventLoop()
    }
    this.#speaking = false
  }

  /**
   * Lets the event loop run: the engine answers in microtasks, so that a long import would block requests and timers.
   */
  async #yieldToEventLoop(): Promise<void> {
    if (performance.now() - this.#yieldedAt < MOST_BLOCKED_MS) return
    await setImmediate()
    this.#yieldedAt = performance.now()
  }

  override _read(): void {}

  // The methods of a socket that the driver calls.
  connect(): void {
    queueMicrotask(() => this.emit('connect'))
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
}

/** The engine's own interface. Its calls take turns with the statements of the driver. */
export type Engine = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'runExclusive' | 'dumpDataDir'>

/** The engine as a pool of one connection, which its callers have in turn. */
export type EnginePool = PostgresPool & {
  engine: Engine
  ask: <Row>(query: pg.QueryConfig) => Promise<Row[]>
  /** Calls back with each notification that comes with an answer on this line. */
  onNotification: (heard: (channel: string, payload: string) => void) => void
}

/** Opens the driver's line to the engine, on which statements that come back often are prepared. */
export async function openEnginePool(pglite: PGlite): Promise<EnginePool> {
  const stream = () => new EngineLine(pglite)
  const client = new pg.Client({ user: 'postgres', database: 'postgres', ssl: false, types, stream })
  client.on('error', () => {})
  await client.connect()
  const sender = new StatementSender(client, new NamedStatements())
  let lastTurn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = lastTurn.then(work)
    lastTurn = turn.catch(() => {})
    return turn
  }
  return {
    options: {},
    connect: () =>
      new Promise<PostgresPoolClient>((resolve) => {
        const hold = () =>
          new Promise<void>((release) => {
            const query = (text: string, values: readonly unknown[]) => sender.send(text, values)
            resolve({ query, release } as unknown as PostgresPoolClient)
          })
        inTurn(hold)
      }),
    ask: <Row>(query: pg.QueryConfig) => inTurn(async () => (await sender.send(query)).rows as Row[]),
    engine: {
      query: (...given) => inTurn(() => pglite.query(...given)),
      exec: (...given) => inTurn(() => pglite.exec(...given)),
      transaction: (work) => inTurn(() => pglite.transaction(work)),
      runExclusive: (work) => inTurn(() => pglite.runExclusive(work)),
      dumpDataDir: (...given) => inTurn(() => pglite.dumpDataDir(...given)),
    } as Engine,
    onNotification: (heard) => {
      client.on('notification', ({ channel, payload = '' }) => heard(channel, payload))
    },
    end: async () => {},
  }
}
