import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

const MINUTE_MS = 60_000
/** A window that outlasts the minute, for what grows with each try. */
export const HOUR_MS = 3_600_000

/** Counts one call in this minute's window, or a longer one, and answers how many there have been; shared by all processes. */
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

// Hashed, so that no address stands in the table.
const windowOf = (caller: string, now: Date, windowMs = MINUTE_MS) => ({
  bucket: createHash('sha256').update(caller).digest('base64url'),
  windowStart: new Date(Math.floor(now.getTime() / windowMs) * windowMs),
})

/** How many calls this minute's window holds, or a longer one. */
export async function countedCalls(db: Db, caller: string, now: Date, windowMs = MINUTE_MS): Promise<number> {
  const { bucket, windowStart } = windowOf(caller, now, windowMs)
  const row = await db
    .selectFrom('rate_window')
    .select('hits')
    .where('bucket', '=', bucket)
    .where('window_start', '=', windowStart)
    .executeTakeFirst()
  return row?.hits ?? 0
}

/** Empties this minute's window but for the call that is being made. */
export async function freshWindow(db: Db, caller: string, now: Date): Promise<void> {
  const { bucket, windowStart } = windowOf(caller, now)
  await db
    .updateTable('rate_window')
    .set({ hits: 1 })
    .where('bucket', '=', bucket)
    .where('window_start', '=', windowStart)
    .execute()
}

/** Seconds until this minute's window ends. */
export const secondsLeft = (now: Date): number => Math.max(1, 60 - Math.floor((now.getTime() % 60_000) / 1000))

/** Deletes windows and answers to repeated calls that nobody can ask for any more. */
export async function forgetOldCalls(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('rate_window')
    .where('window_start', '<', new Date(now.getTime() - 2 * HOUR_MS))
    .execute()
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
}
