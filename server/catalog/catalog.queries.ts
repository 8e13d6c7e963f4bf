import { sql } from 'kysely'
import type { FeeRule } from '#contract/fees.ts'
import type { Db } from '#db/database.ts'

export const listStores = (db: Db) => db.selectFrom('store').selectAll().orderBy('id').execute()
export const listCategoryRows = (db: Db) => db.selectFrom('category').selectAll().orderBy('position').execute()
export const listServiceTypes = (db: Db) => db.selectFrom('service_type').selectAll().orderBy('position').execute()
export const listServices = (db: Db) => db.selectFrom('service').selectAll().orderBy('position').orderBy('no').execute()
export const listMarkets = (db: Db) => db.selectFrom('market').selectAll().execute()
export const listMarketChecks = (db: Db) =>
  db
    .selectFrom('market_check')
    .selectAll()
    .orderBy(sql`array_position(array['identity', 'insurance', 'background', 'qualification', 'hygiene'], kind)`)
    .execute()
export const listSkills = (db: Db) => db.selectFrom('skill').selectAll().orderBy('position').execute()

export const listVoucherTerms = (db: Db) =>
  db
    .selectFrom('voucher_terms')
    .innerJoin('market', 'market.country_code', 'voucher_terms.country_code')
    .selectAll('voucher_terms')
    .select('market.currency')
    .orderBy('country_code')
    .execute()

export const listAllFeeRules = (db: Db): Promise<FeeRule[]> =>
  db
    .selectFrom('fee_rule as r')
    .leftJoin('provider as p', 'p.id', 'r.provider_id')
    .select([
      'r.id',
      'r.percent',
      'r.country_code as countryCode',
      'r.category_id as categoryId',
      'p.no as providerNo',
      'r.first_on as firstOn',
      'r.last_on as lastOn',
      'r.first_bookings as firstBookings',
      'r.first_months as firstMonths',
      'r.floor_minor as floorMinor',
      'r.cap_minor as capMinor',
    ])
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute()

/** A fingerprint: the sum of the rows' transaction ids. */
export const getCatalogFingerprint = async (db: Db): Promise<string> => {
  const row = await sql<{ mark: string }>`
    select concat_ws('-',
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from store),
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from category),
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from service_type),
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from service),
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from market),
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from market_check),
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from skill),
      (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from fee_rule)) as mark`.execute(db)
  return row.rows[0]?.mark ?? ''
}
