import { truncate } from '#contract/text.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

const columns = [
  'id',
  'account_id',
  'name',
  'state',
  'state_before',
  'suspended_with_account',
  'featured',
  'featured_until',
] as const

/** A provider held until the transaction ends. */
export const lockProvider = (db: Db, id: string) =>
  db.selectFrom('provider').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const lockProviderOf = (db: Db, accountId: string) =>
  db.selectFrom('provider').select(columns).where('account_id', '=', accountId).forUpdate().executeTakeFirst()

export const setStanding = (
  db: Db,
  id: string,
  standing: { state: string; state_before: string | null; suspended_with_account: boolean },
) => db.updateTable('provider').set(standing).where('id', '=', id).execute()

export const setFeatured = (db: Db, id: string, until: string | null) =>
  db
    .updateTable('provider')
    .set({ featured: until !== null, featured_until: until })
    .where('id', '=', id)
    .execute()

export const endFeatures = (db: Db, today: string) =>
  db
    .updateTable('provider')
    .set({ featured: false, featured_until: null })
    .where('featured_until', '<', today)
    .execute()

/** A profile that has not been approved yet bears its person's name. */
export const renameDraft = (db: Db, accountId: string, name: string) =>
  db
    .updateTable('provider')
    .set({ name: truncate(name, 80) })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['draft', 'changes_requested'])
    .execute()

/** Where a profile stands in its lifecycle. */
export const setProviderState = (db: Db, providerId: string, state: string, more: { approved_at?: Date } = {}) =>
  db
    .updateTable('provider')
    .set({ state, ...more })
    .where('id', '=', providerId)
    .execute()

/** How often and how soon a provider answers: it counts in the order of searches. */
export const setSignals = (
  db: Db,
  providerId: string,
  signals: { answered_percent: number; answer_minutes?: number },
) => db.updateTable('provider').set(signals).where('id', '=', providerId).execute()

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
