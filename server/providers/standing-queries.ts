import type { Db } from '#db/database.ts'

const columns = ['id', 'name', 'state', 'state_before', 'suspended_with_account', 'featured', 'featured_until'] as const

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

/** A review held until the transaction ends, with the account that can be told about it. */
export const lockReview = (db: Db, id: number) =>
  db
    .selectFrom('review')
    .select(['id', 'provider_id', 'author', 'score', 'hidden_at', 'created_at', 'account_id', 'appointment_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const setReviewHidden = (db: Db, id: number, hidden: { at: Date; reason: string; by: string } | null) =>
  db
    .updateTable('review')
    .set({ hidden_at: hidden?.at ?? null, hidden_reason: hidden?.reason ?? null, hidden_by: hidden?.by ?? null })
    .where('id', '=', id)
    .execute()
