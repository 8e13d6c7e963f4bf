import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import { ConnectionPool, type Limits, type PoolState } from './connections.ts'
import type { Engine } from './embedded/engine-line.ts'
import { type Listening, openListening } from './listening.ts'
import { type Position, getLogPosition, readThrough, type ReplicaState } from './reading.ts'
import type { DB } from './schema.generated.ts'
import { logTo, type StatementListener } from './statements.ts'

export { openEmbedded } from './embedded/embedded.ts'
export type { Statement } from './statements.ts'

export type Db = Kysely<DB> | Transaction<DB>

/** The purpose of a statement. Each has its own connections, so that a statement that hangs stops no other purpose. */
type Lane = 'acts' | 'reads' | 'jobs' | 'counts'

export type Database = {
  engine: 'pglite' | 'postgres'
  /** For writes, and for the reads that decide them. */
  db: Kysely<DB>
  /** For reads that see every write before them. */
  fresh: Kysely<DB>
  /** For reads that decide no write and may be a moment old: the replica, or the primary without one. */
  reads: Kysely<DB>
  /** Keeps `reads` from showing less than someone has seen; undefined without a replica. */
  following:
    | {
        /** Returns the end of the primary's log: everything committed is before it. */
        position: () => Promise<Position>
        /** Returns whether `reads` shows everything up to this position. */
        shows: (position: Position) => Promise<boolean>
        /** From now on `reads` shows everything that is committed now. */
        follow: () => Promise<void>
      }
    | undefined
  /** For scheduled work, which may take longer. */
  jobs: Kysely<DB>
  /** For small writes that may be lost with the machine, such as rate limits; they wait for no standby. */
  counts: Kysely<DB>
  /** Sends a read that is prepared by its name, for queries whose planning costs more than their execution. */
  prepared: <Row>(name: string, text: string, params: unknown[]) => Promise<Row[]>
  /** Sends several statements in one text, for migrations and bulk loads. */
  exec: (text: string) => Promise<void>
  listening: Listening
  /**
   * The embedded engine, or the pool for migrations and loads, for what only one of them can do (COPY, locks of a
   * session).
   */
  pglite: Engine | undefined
  pool: ConnectionPool | undefined
  /** The connections of the job queue; undefined with the embedded engine. */
  queue?: ConnectionPool | undefined
  replica?: (() => ReplicaState) | undefined
  pools: () => Readonly<Record<string, PoolState>>
  close: () => Promise<void>
}

export type PostgresOptions = {
  /** Replicas for reads that may be a moment old; each process uses one of them. */
  readUrls?: readonly string[] | undefined
  /** A URL past a pooler in transaction mode, for notifications, jobs, migrations and loads. */
  directUrl?: string | undefined
  sizes?: Partial<Record<Lane, number>> | undefined
  limits?: Partial<Limits> | undefined
  /** Off behind a pooler in transaction mode. */
  prepare?: boolean | undefined
  /** Whether reads refuse to write, to find mistakes in tests. */
  strict?: boolean | undefined
  /** Called when a replica failed, with the time before it is retried. */
  say?: ((fault: unknown, restMs: number) => void) | undefined
  told?: StatementListener
}

const sizesByDefault: Record<Lane, number> = { acts: 10, reads: 8, jobs: 3, counts: 2 }
const limitsByDefault: Limits = { connectMs: 3_000, answerMs: 8_000 }
const JOB_MS = 300_000
const QUEUE_MS = 60_000
const REPLICA_MS = 1_500
// The server gives up before the caller does, so that the caller gets the reason.
const shareOfLimit = 0.8

/** Opens a PostgreSQL database (15 or later) with its replicas. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { readUrls = [], directUrl = url, prepare = true, strict = false, say, told } = options
  const sizes = { ...sizesByDefault, ...options.sizes }
  const limits = { ...limitsByDefault, ...options.limits }
  const within = (ms: number) => ({
    statement_timeout: String(Math.round(ms * shareOfLimit)),
    lock_timeout: String(Math.round((ms * shareOfLimit) / 2)),
    idle_in_transaction_session_timeout: String(ms),
  })
  const pools = {
    acts: new ConnectionPool(url, {
      ...limits,
      budgeted: true,
      pooled: !prepare,
      name: 'acts',
      most: sizes.acts,
      prepare,
      settings: within(limits.answerMs),
    }),
    reads: new ConnectionPool(url, {
      ...limits,
      budgeted: true,
      pooled: !prepare,
      name: 'reads',
      most: sizes.reads,
      settings: { ...within(limits.answerMs), ...(strict ? { default_transaction_read_only: 'on' } : {}) },
    }),
    jobs: new ConnectionPool(directUrl, {
      ...limits,
      answerMs: JOB_MS,
      name: 'jobs',
      most: sizes.jobs,
      settings: within(JOB_MS),
    }),
    counts: new ConnectionPool(url, {
      ...limits,
      budgeted: true,
      pooled: !prepare,
      name: 'counts',
      prepare,
      most: sizes.counts,
      settings: { ...within(limits.answerMs), synchronous_commit: 'off' },
    }),
  }
  const upkeep = new ConnectionPool(directUrl, { connectMs: limits.connectMs, answerMs: 0, name: 'upkeep', most: 4 })
  const queue = new ConnectionPool(directUrl, {
    connectMs: limits.connectMs,
    answerMs: QUEUE_MS,
    name: 'queue',
    most: 2,
  })
  // Each process draws one replica; many processes use them all.
  const readUrl = readUrls[Math.floor(Math.random() * readUrls.length)]
  const replica =
    readUrl &&
    new ConnectionPool(readUrl, {
      budgeted: true,
      connectMs: REPLICA_MS,
      answerMs: limits.answerMs / 2,
      name: 'replica',
      most: sizes.reads,
      settings: within(limits.answerMs / 2),
    })
  const on = (pool: ConnectionPool | PostgresPool) =>
    new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as PostgresPool }), ...logTo(told) })
  const fresh = on(pools.reads)
  const reader = replica ? readThrough(replica, pools.reads, say) : undefined
  const listening = openListening(directUrl)
  return {
    engine: 'postgres',
    db: on(pools.acts),
    fresh,
    reads: reader ? on(reader.pool) : fresh,
    following: reader
      ? { position: () => getLogPosition(pools.reads), shows: reader.shows, follow: reader.follow }
      : undefined,
    replica: reader?.state,
    jobs: on(pools.jobs),
    counts: on(pools.counts),
    listening,
    pglite: undefined,
    pool: upkeep,
    queue,
    pools: () =>
      Object.fromEntries(
        Object.entries({ ...pools, ...(replica ? { replica } : {}) }).map(([name, pool]) => [name, pool.state]),
      ),
    prepared: async <Row>(name: string, text: string, values: unknown[]) => {
      const from = performance.now()
      const { rows } = await pools.reads.query({ text, values, ...(prepare ? { name } : {}) })
      told?.({ text, ms: performance.now() - from })
      return rows as Row[]
    },
    exec: async (text) => {
      await upkeep.query(text)
    },
    close: async () => {
      await listening.close()
      await Promise.all(
        [...Object.values(pools), upkeep, queue, ...(replica ? [replica] : [])].map((pool) => pool.end()),
      )
    },
  }
}
