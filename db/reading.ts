import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { ask, isAway } from './connections.ts'
import { isBudgetSpent, waitWithinBudget, withoutWaitBudget } from './postgres/wait-budget.ts'

/** A place in the log of the database's changes, as `pg_lsn` writes it: `0/16B3748`. */
export type Position = string

export type Reader = {
  pool: PostgresPool
  /** From now on nothing is read that is older than what is committed at this moment. */
  follow: () => Promise<void>
  /** Whether the replica shows everything up to there. */
  shows: (position: Position) => Promise<boolean>
  state: () => ReplicaState
}

/** Whether reads go to the replica, and the errors so far by the class of their SQLSTATE (`connection` without one). */
export type ReplicaState = { up: boolean; errors: Readonly<Record<string, number>> }

/** A query on a replica that the replay of the primary's changes has ended. */
const conflict = '40001'
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000
// A damaged replica answers `select 1` like a healthy one: it is tried less often, and trusted again only after a while.
const DAMAGED_FIRST_REST_MS = 30_000
const DAMAGED_LONGEST_REST_MS = 600_000
const LOOK_EVERY_MS = 25
// After a fail-over a position may name changes that are lost and will not come: then what stands now is what counts.
const DOUBT_MS = 5_000

/** Where the primary's log ends. */
export const positionOf = async (primary: Pool): Promise<Position> =>
  (await ask<{ at: Position }>(primary, { text: 'select pg_current_wal_insert_lsn()::text as at' })).rows[0]?.at ??
  '0/0'

const numberOf = (position: Position): bigint => {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

const UNDEFINED_CLASS = 'connection'
const classOf = (fault: unknown): string =>
  /^[0-9A-Z]{5}$/.exec((fault as { code?: string }).code ?? '')?.[0].slice(0, 2) ?? UNDEFINED_CLASS

/** Whether the fault is the server's own: no resources, shut down by an operator, a system error, or damaged data. */
const isServerFault = (fault: unknown): boolean => ['53', '57', '58', 'XX'].includes(classOf(fault))
/** Whether it will come again although the server answers: damaged data or a failing disk. */
const isDamage = (fault: unknown): boolean => ['58', 'XX'].includes(classOf(fault))

/**
 * Reads from a replica, and from the primary while the replica is away or behind what has to be seen: a query that it
 * loses is asked there at once, those that come after go there straight, and every while it is looked whether it is back.
 * For single statements only; nothing on it may be a transaction.
 */
export function readThrough(
  replica: Pool,
  primary: Pool,
  say: (fault: unknown, restMs: number) => void = () => {},
): Reader {
  // The circuit breaker: open while `restMs` is not 0; `lastRestMs` makes the next rest longer if the replica fails again soon.
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
    withoutWaitBudget(() => replica.query('select 1'))
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

  /** Asks the replica how far it is, once for all who want to know. */
  const look = (): Promise<void> => {
    // Shared by all who wait for it: the request that starts it does not limit it.
    looking ??= withoutWaitBudget(lookOnce)
      .catch(away)
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  const lookOnce = async () => {
    lookedAt = Date.now()
    const { rows } = await ask<{ at: Position | null }>(replica, {
      text: 'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as at',
    })
    const at = rows[0]?.at
    // A replica that has become the primary is behind nobody.
    shown = at ? numberOf(at) : needed
    if (shown >= needed) behindSince = 0
    else if (behindSince === 0) behindSince = Date.now()
    else if (Date.now() - behindSince > DOUBT_MS) {
      const end = numberOf(await positionOf(primary))
      if (end < needed) needed = end
      behindSince = Date.now()
    }
  }

  const pick = (): Pool => {
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
    if (from === primary) return ask(primary, { text, values: [...values] })
    try {
      return await ask(replica, { text, values: [...values] })
    } catch (fault) {
      // The request has waited for too long in total, which says nothing about the replica.
      if (isBudgetSpent(fault)) throw fault
      const isConflict = (fault as { code?: string }).code === conflict
      if (!isAway(fault) && !isServerFault(fault) && !isConflict) throw fault
      if (!isConflict) away(fault)
      return ask(primary, { text, values: [...values] })
    }
  }
  const reader = { query, release: () => {} } as unknown as PostgresPoolClient
  return {
    pool: { connect: async () => reader, end: () => replica.end(), options: replica.options },
    follow: async () => {
      const end = numberOf(await positionOf(primary))
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
