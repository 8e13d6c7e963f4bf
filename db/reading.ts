import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { ConnectionPool } from './connections.ts'
import { isAway } from './faults.ts'
import { isBudgetSpent, waitWithinBudget, runWithoutWaitBudget } from './postgres/wait-budget.ts'

/** A position in the write-ahead log, as `pg_lsn` writes it: `0/16B3748`. */
export type Position = string

export type Reader = {
  pool: PostgresPool
  follow: () => Promise<void>
  shows: (position: Position) => Promise<boolean>
  state: () => ReplicaState
}

/** Whether reads go to the replica, and the errors so far by the class of their SQLSTATE (`connection` without one). */
export type ReplicaState = { up: boolean; errors: Readonly<Record<string, number>> }

/** The code of a query on a replica that was cancelled by the replay of the primary's changes. */
const conflict = '40001'
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000
// A damaged replica answers `select 1` like a healthy one, so it is tried less often.
const DAMAGED_FIRST_REST_MS = 30_000
const DAMAGED_LONGEST_REST_MS = 600_000
const LOOK_EVERY_MS = 25
// After a fail-over a position may name changes that are lost. Then the primary's current position counts.
const DOUBT_MS = 5_000

export const getLogPosition = async (primary: ConnectionPool): Promise<Position> =>
  (await primary.query<{ at: Position }>('select pg_current_wal_insert_lsn()::text as at')).rows[0]?.at ?? '0/0'

const numberOf = (position: Position): bigint => {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

const UNDEFINED_CLASS = 'connection'
const classOf = (fault: unknown): string =>
  /^[0-9A-Z]{5}$/.exec((fault as { code?: string }).code ?? '')?.[0].slice(0, 2) ?? UNDEFINED_CLASS

/** Returns whether the fault is the server's own: no resources, shutdown, a system error, or damaged data. */
const isServerFault = (fault: unknown): boolean => ['53', '57', '58', 'XX'].includes(classOf(fault))
/** Returns whether the fault will return although the server answers: damaged data or a failing disk. */
const isDamage = (fault: unknown): boolean => ['58', 'XX'].includes(classOf(fault))

/**
 * Reads from a replica, and from the primary while the replica is unavailable or too far behind. A query that the
 * replica loses is repeated on the primary. For single statements only, never for transactions.
 */
export function readThrough(
  replica: ConnectionPool,
  primary: ConnectionPool,
  say: (fault: unknown, restMs: number) => void = () => {},
): Reader {
  // The circuit breaker: open while `restMs` is not 0; `lastRestMs` makes the next rest longer if the replica fails
  // again soon.
  let [restMs, closedUntil, trying] = [0, 0, false]
  let [lastRestMs, reopenedAt] = [0, 0]
  const errors: Record<string, number> = {}
  let [needed, shown, lookedAt, behindSince] = [0n, 0n, 0, 0]
  let looking: Promise<void> | undefined

  const away = (fault: unknown) => {
    const kind = classOf(fault)
    errors[kind] = (errors[kind] ?? 0) + 1
    if (closedUntil > Date.now()) return
    const [first, longest] = isDamage(fault)
      ? [DAMAGED_FIRST_REST_MS, DAMAGED_LONGEST_REST_MS]
      : [FIRST_REST_MS, LONGEST_REST_MS]
    const isRelapse = restMs !== 0 || Date.now() - reopenedAt < 2 * lastRestMs
    restMs = Math.min(longest, Math.max(first, isRelapse ? 2 * lastRestMs : 0))
    lastRestMs = restMs
    closedUntil = Date.now() + restMs
    say(fault, restMs)
  }
  const comeBack = () => {
    if (trying) return
    trying = true
    runWithoutWaitBudget(() => replica.query('select 1'))
      .then(
        () => {
          restMs = 0
          reopenedAt = Date.now()
        },
        (fault) => {
          closedUntil = 0
          away(fault)
        },
      )
      .finally(() => {
        trying = false
      })
  }

  /** Reads the position of the replica, once for all callers that wait. */
  const look = (): Promise<void> => {
    // Shared by all callers: the request that starts it does not limit it.
    looking ??= runWithoutWaitBudget(lookOnce)
      .catch(away)
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  const lookOnce = async () => {
    lookedAt = Date.now()
    const { rows } = await replica.query<{ at: Position | null }>(
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as at',
    )
    const at = rows[0]?.at
    // A replica that has become the primary is not behind.
    shown = at ? numberOf(at) : needed
    if (shown >= needed) behindSince = 0
    else if (behindSince === 0) behindSince = Date.now()
    else if (Date.now() - behindSince > DOUBT_MS) {
      const end = numberOf(await getLogPosition(primary))
      if (end < needed) needed = end
      behindSince = Date.now()
    }
  }

  const pick = (): ConnectionPool => {
    if (restMs !== 0) {
      if (Date.now() >= closedUntil) comeBack()
      return primary
    }
    if (shown >= needed) return replica
    if (Date.now() - lookedAt >= LOOK_EVERY_MS) look().catch(() => {})
    return primary
  }

  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    const from = pick()
    if (from === primary) return primary.query(text, values)
    try {
      return await replica.query(text, values)
    } catch (fault) {
      // The request has waited for too long in total, which says nothing about the replica.
      if (isBudgetSpent(fault)) throw fault
      const isConflict = (fault as { code?: string }).code === conflict
      if (!isAway(fault) && !isServerFault(fault) && !isConflict) throw fault
      if (!isConflict) away(fault)
      return primary.query(text, values)
    }
  }
  const reader = { query, release: () => {} } as unknown as PostgresPoolClient
  return {
    pool: { connect: async () => reader, end: () => replica.end(), options: {} },
    follow: async () => {
      const end = numberOf(await getLogPosition(primary))
      if (end > needed) needed = end
    },
    shows: async (position) => {
      const wanted = numberOf(position)
      if (restMs !== 0) return false
      if (shown < wanted) await waitWithinBudget(look())
      return shown >= wanted
    },
    state: () => ({ up: restMs === 0, errors }),
  }
}
