import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import type pg from 'pg'
import { ask, type Limits, openPool, type PoolState } from './connections.ts'
import { type Listening, openListening } from './listening.ts'
import { type Position, positionOf, readThrough, type ReplicaState } from './reading.ts'
import type { DB } from './schema.generated.ts'
import { logTo, type Told } from './statements.ts'
import { types } from './value-parsers.ts'

export { openEmbedded } from './embedded/embedded.ts'
export type { Statement } from './statements.ts'

export type Db = Kysely<DB> | Transaction<DB>

/** What a statement is for; each kind has connections of its own, so that one that is stuck stops no other. */
type Lane = 'acts' | 'reads' | 'jobs' | 'counts'

export type Database = {
  engine: 'pglite' | 'postgres'
  /** Acts: whatever writes, and what it reads to decide. */
  db: Kysely<DB>
  /** Reads of the primary that see every write before them; nothing is written on them. */
  fresh: Kysely<DB>
  /** Reads that decide no write and may be a moment old; the primary itself where there are no replicas. */
  reads: Kysely<DB>
  /** Where there are replicas: what keeps `reads` from showing less than somebody has seen. */
  following:
    | {
        /** Where the log of changes ends: whatever has been committed stands before it. */
        position: () => Promise<Position>
        /** Whether `reads` shows everything up to there. */
        shows: (position: Position) => Promise<boolean>
        /** From now on `reads` shows nothing older than what is committed at this moment. */
        follow: () => Promise<void>
      }
    | undefined
  /** What runs by the clock, and may take its time. */
  jobs: Kysely<DB>
  /** Small writes that may be lost with the machine they were made on, as the count of somebody's calls; they wait for no standby. */
  counts: Kysely<DB>
  /** A statement that reads, prepared once by its name, for the few queries where planning costs more than running. */
  prepared: <Row>(name: string, text: string, params: unknown[]) => Promise<Row[]>
  /** Several statements in one text, as migrations and bulk loads need. */
  exec: (text: string) => Promise<void>
  /** Notifications of a channel. */
  listening: Listening
  /** The embedded engine or the pool behind it, for what only one of them can do (COPY, locks of a session). */
  pglite: PGlite | undefined
  pool: pg.Pool | undefined
  /** Returns the state of the replica; undefined without one. */
  replica?: (() => ReplicaState) | undefined
  /** How the pools stand, by what their connections are for; none of the embedded engine. */
  pools: () => Readonly<Record<string, PoolState>>
  close: () => Promise<void>
}

export type PostgresOptions = {
  /** Replicas for reads that may be a moment old; each process keeps to one of them. */
  readUrls?: readonly string[] | undefined
  /** Past a pooler that gives a connection for one transaction only: for notifications, migrations and loads. */
  directUrl?: string | undefined
  /** How many connections each kind of statement may have. */
  sizes?: Partial<Record<Lane, number>> | undefined
  limits?: Partial<Limits> | undefined
  /** Off behind a pooler that hands statements of one caller to several connections. */
  prepare?: boolean | undefined
  /** Whether reads are refused to write; what should not is found so in tests, and would only be lost elsewhere. */
  strict?: boolean | undefined
  /** Told when a replica was lost and for how long it is left alone. */
  say?: ((fault: unknown, restMs: number) => void) | undefined
  /** Told of each statement once it is answered. */
  told?: Told
}

const sizesByDefault: Record<Lane, number> = { acts: 10, reads: 8, jobs: 3, counts: 2 }
const limitsByDefault: Limits = { connectMs: 3_000, answerMs: 8_000 }
const JOB_MS = 300_000
const REPLICA_MS = 1_500
// A lock is waited for, and a statement runs, less long than its caller waits: so the caller gets a reason.
const shareOfLimit = 0.8

/** Opens a PostgreSQL 15 or later, with its replicas for reads. */
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
    acts: openPool(url, types, {
      ...limits,
      budgeted: true,
      name: 'acts',
      most: sizes.acts,
      prepare,
      settings: within(limits.answerMs),
    }),
    reads: openPool(url, types, {
      ...limits,
      budgeted: true,
      name: 'reads',
      most: sizes.reads,
      settings: { ...within(limits.answerMs), ...(strict ? { default_transaction_read_only: 'on' } : {}) },
    }),
    jobs: openPool(directUrl, types, {
      ...limits,
      answerMs: JOB_MS,
      name: 'jobs',
      most: sizes.jobs,
      settings: within(JOB_MS),
    }),
    counts: openPool(url, types, {
      ...limits,
      budgeted: true,
      name: 'counts',
      prepare,
      most: sizes.counts,
      settings: { ...within(limits.answerMs), synchronous_commit: 'off' },
    }),
  }
  // Migrations and loads take what they need; the pool opens nothing until then.
  const upkeep = openPool(directUrl, types, { connectMs: limits.connectMs, answerMs: 0, name: 'upkeep', most: 4 })
  // Each process keeps to one replica, drawn at its start; many processes use them all.
  const readUrl = readUrls[Math.floor(Math.random() * readUrls.length)]
  const replica =
    readUrl &&
    openPool(readUrl, types, {
      budgeted: true,
      connectMs: REPLICA_MS,
      answerMs: limits.answerMs / 2,
      name: 'replica',
      most: sizes.reads,
      settings: within(limits.answerMs / 2),
    })
  const on = (pool: PostgresPool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...logTo(told) })
  const fresh = on(pools.reads)
  const reader = replica ? readThrough(replica, pools.reads, say) : undefined
  const listening = openListening(directUrl)
  return {
    engine: 'postgres',
    db: on(pools.acts),
    fresh,
    reads: reader ? on(reader.pool) : fresh,
    following: reader
      ? { position: () => positionOf(pools.reads), shows: reader.shows, follow: reader.follow }
      : undefined,
    replica: reader?.state,
    jobs: on(pools.jobs),
    counts: on(pools.counts),
    listening,
    pglite: undefined,
    pool: upkeep,
    pools: () =>
      Object.fromEntries(
        Object.entries({ ...pools, ...(replica ? { replica } : {}) }).map(([name, pool]) => [name, pool.state]),
      ),
    prepared: async <Row>(name: string, text: string, values: unknown[]) => {
      const from = performance.now()
      const { rows } = await ask(pools.reads, { text, values, ...(prepare ? { name } : {}) })
      told?.({ text, ms: performance.now() - from })
      return rows as Row[]
    },
    exec: async (text) => {
      await ask(upkeep, { text })
    },
    close: async () => {
      await listening.close()
      await Promise.all([...Object.values(pools), upkeep, ...(replica ? [replica] : [])].map((pool) => pool.end()))
    },
  }
}
