import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Keeps the share of a provider's own cancellations in the last year, in whole per cent: it counts in the order of searches. */
export const countCancelled = (db: Db, providerId: string, now: Date) =>
  sql`
  update provider set cancelled_percent = (
    select coalesce(round(100.0 * count(*) filter (where cancelled_by = 'provider') / nullif(count(*), 0)), 0)::int
    from appointment where provider_id = ${providerId} and booked_at > ${new Date(now.getTime() - 365 * 86_400_000).toISOString()}::timestamptz)
  where id = ${providerId}`.execute(db)

/** One more appointment that was kept. */
export const countKept = (db: Db, providerId: string) =>
  sql`update provider set booking_count = booking_count + 1 where id = ${providerId}`.execute(db)
