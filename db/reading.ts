import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { ask, isAway } from './connections.ts'

/** A query on a replica that the replay of the primary's changes has ended. */
const conflict = '40001'
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000

/**
 * Reads from a replica, and from the primary while the replica is away: a query that it loses is asked there at once,
 * those that come after go there straight, and every while it is tried whether it has come back.
 * For single statements only; nothing on it may be a transaction.
 */
export function readThrough(
  replica: Pool,
  primary: Pool,
  say: (fault: unknown, restMs: number) => void = () => {},
): PostgresPool {
  let [restMs, closedUntil, trying] = [0, 0, false]
  const away = (fault: unknown) => {
    if (closedUntil > Date.now()) return
    restMs = Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, restMs * 2))
    closedUntil = Date.now() + restMs
    say(fault, restMs)
  }
  const comeBack = () => {
    if (trying) return
    trying = true
    replica
      .query('select 1')
      .then(
        () => {
          restMs = 0
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
  const pick = (): Pool => {
    if (restMs === 0) return replica
    if (Date.now() >= closedUntil) comeBack()
    return primary
  }
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    const from = pick()
    if (from === primary) return ask(primary, { text, values: [...values] })
    try {
      return await ask(replica, { text, values: [...values] })
    } catch (fault) {
      const code = (fault as { code?: string }).code
      if (!isAway(fault) && code !== conflict) throw fault
      if (code !== conflict) away(fault)
      return ask(primary, { text, values: [...values] })
    }
  }
  const reader = { query, release: () => {} } as unknown as PostgresPoolClient
  return { connect: async () => reader, end: () => replica.end(), options: replica.options }
}
