import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

const MINUTE_MS = 60_000
/** Longer window, for limits that grow with each attempt. */
export const HOUR_MS = 3_600_000

/** Returns the count of the current window, across processes. */
export async function countCall(db: Db, caller: string, now: Date, windowMs = MINUTE_MS): Promise<number> {
  const { bucket, windowStart } = windowOf(caller, now, windowMs)
  const row = await db
    .insertInto('rate_window')
    .values({ bucket, window_start: windowStart, hits: 1 })
    .onConflict((oc) => oc.columns(['bucket', 'window_start']).doUpdateSet({ hits: sql`rate_window.hits + 1` }))
    .returning('hits')
    .executeTakeFirstOrThrow()
  return row.hits
}

/** Counts a guess before it is compared. Throws above the limit per hour. `refundGuess` undoes a correct one. */
export async function consumeGuess(db: Db, caller: string, now: Date, most: number): Promise<void> {
  if ((await countCall(db, caller, now, HOUR_MS)) > most) throw new Refusal('rate_limited')
}

/** Never goes below one. */
export async function refundGuess(db: Db, caller: string, now: Date): Promise<void> {
  const { bucket, windowStart } = windowOf(caller, now, HOUR_MS)
  const { numUpdatedRows } = await db
    .updateTable('rate_window')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where('bucket', '=', bucket)
    .where('window_start', '=', windowStart)
    .where('hits', '>', 1)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await db
    .deleteFrom('rate_window')
    .where('bucket', '=', bucket)
    .where('window_start', '=', windowStart)
    .where('hits', '=', 1)
    .execute()
}

// Hashed, so that no address is stored.
const windowOf = (caller: string, now: Date, windowMs = MINUTE_MS) => ({
  bucket: createHash('sha256').update(caller).digest('base64url'),
  windowStart: new Date(Math.floor(now.getTime() / windowMs) * windowMs),
})

export async function countCalls(db: Db, caller: string, now: Date, windowMs = MINUTE_MS): Promise<number> {
  const { bucket, windowStart } = windowOf(caller, now, windowMs)
  const row = await db
    .selectFrom('rate_window')
    .select('hits')
    .where('bucket', '=', bucket)
    .where('window_start', '=', windowStart)
    .executeTakeFirst()
  return row?.hits ?? 0
}

export async function resetWindow(db: Db, caller: string, now: Date): Promise<void> {
  const { bucket, windowStart } = windowOf(caller, now)
  await db
    .updateTable('rate_window')
    .set({ hits: 1 })
    .where('bucket', '=', bucket)
    .where('window_start', '=', windowStart)
    .execute()
}

export const getSecondsLeft = (now: Date): number => Math.max(1, 60 - Math.floor((now.getTime() % 60_000) / 1000))

export async function deleteOldCalls(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('rate_window')
    .where('window_start', '<', new Date(now.getTime() - 2 * HOUR_MS))
    .execute()
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
}

/**
 * Serialises transactions that check and use a limit of this name. Limits that count rows need it, because concurrent
 * transactions do not see each other's rows.
 */
export const lockLimit = async (db: Db, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('limit ' || ${name}, 0))`.execute(db)
}
