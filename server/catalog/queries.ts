import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export const allStores = (db: Db) => db.selectFrom('store').select(['id', 'slug', 'label']).execute()
export const allCategories = (db: Db) => db.selectFrom('category').selectAll().orderBy('position').execute()
export const allServiceTypes = (db: Db) => db.selectFrom('service_type').selectAll().orderBy('position').execute()
export const allServices = (db: Db) => db.selectFrom('service').selectAll().orderBy('position').orderBy('no').execute()
export const allMarkets = (db: Db) => db.selectFrom('market').selectAll().execute()
export const allSkills = (db: Db) => db.selectFrom('skill').selectAll().orderBy('position').execute()

export const allVoucherTerms = (db: Db) =>
  db
    .selectFrom('voucher_terms')
    .innerJoin('market', 'market.country_code', 'voucher_terms.country_code')
    .selectAll('voucher_terms')
    .select('market.currency')
    .orderBy('country_code')
    .execute()

/** Changes with any row of the catalogue: transaction ids of its rows, added up. */
export const catalogFingerprint = async (db: Db): Promise<string> => {
  const row = await sql<{ mark: string }>`
    select concat_ws('-',
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from category),
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from service_type),
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from service),
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from market),
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from skill)) as mark`.execute(db)
  return row.rows[0]?.mark ?? ''
}
