import { sql } from 'kysely'
import type { MarketCheck } from '#contract/providers/checks/checks.ts'
import type { Db } from '#db/database.ts'
import type { CataloguePart, ServiceTexts } from './catalog-editing.ts'

export const lockCategory = (db: Db, id: number) =>
  db.selectFrom('category').select(['id', 'label', 'fee_percent']).where('id', '=', id).forUpdate().executeTakeFirst()

export const setFee = (db: Db, id: number, percent: number) =>
  db.updateTable('category').set({ fee_percent: percent }).where('id', '=', id).execute()

export const lockService = (db: Db, id: string) =>
  db.selectFrom('service').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const columns = ({ label, phrase, minutes, setupMinutes, sequence, trial, forMinors, markets }: ServiceTexts) => ({
  label,
  phrase,
  minutes,
  setup_minutes: setupMinutes,
  sequence,
  trial,
  is_for_minors: forMinors,
  markets,
})

export async function setService(db: Db, id: string, words: ServiceTexts, retiredAt: Date): Promise<void> {
  await db
    .updateTable('service')
    .set({ ...columns(words), retired_at: words.retired ? retiredAt : null })
    .where('id', '=', id)
    .execute()
  await sql`select refresh_match(array(select provider_id from provider_service where service_id = ${id} and status = 'active'))`.execute(
    db,
  )
}

export async function insertService(
  db: Db,
  id: string,
  typeId: string,
  words: ServiceTexts,
  most: number,
): Promise<'added' | 'exists' | 'no type' | 'full'> {
  const type = await db
    .selectFrom('service_type')
    .select(['id', 'category_id'])
    .where('id', '=', typeId)
    .forUpdate()
    .executeTakeFirst()
  if (!type) return 'no type'
  // Counts down, because catalogue updates count up.
  const {
    rows: [free],
  } = await sql<{
    no: number | null
  }>`select max(n) as no from generate_series(0, ${most - 1}::int) n where not exists (select 1 from service where no = n)`.execute(
    db,
  )
  if (free?.no == null) return 'full'
  const last = await db
    .selectFrom('service')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('service')
    .values({
      id,
      no: free.no,
      service_type_id: typeId,
      category_id: type.category_id,
      position: Number(last.position ?? 0) + 1,
      ...columns(words),
    })
    .onConflict((oc) => oc.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? 'added' : 'exists'
}

/** Returns the previous value. */
export async function setHealthMarks(
  db: Db,
  countryCode: string,
  { covidTrained, vaccinated }: { covidTrained: boolean; vaccinated: boolean },
) {
  const before = await db
    .selectFrom('market')
    .select(['name', 'covid_trained', 'vaccinated'])
    .where('country_code', '=', countryCode)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await db
    .updateTable('market')
    .set({ covid_trained: covidTrained, vaccinated })
    .where('country_code', '=', countryCode)
    .execute()
  return before
}

/** Returns the previous value. */
/** Returns the previous values. */
export async function saveDepositHold(db: Db, countryCode: string, days: number | null) {
  const before = await db
    .selectFrom('market')
    .select(['name', 'deposit_hold_days'])
    .where('country_code', '=', countryCode)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await db.updateTable('market').set({ deposit_hold_days: days }).where('country_code', '=', countryCode).execute()
  return before
}

export async function saveInvoiceDetails(
  db: Db,
  countryCode: string,
  { taxNumber, businessAddress }: { taxNumber: string; businessAddress: string },
) {
  const before = await db
    .selectFrom('market')
    .select(['name', 'tax_number', 'business_address'])
    .where('country_code', '=', countryCode)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await db
    .updateTable('market')
    .set({ tax_number: taxNumber, business_address: businessAddress })
    .where('country_code', '=', countryCode)
    .execute()
  return before
}

/** Returns the previous value. */
export async function saveTextReviewRequired(db: Db, countryCode: string, lookFirst: boolean) {
  const before = await db
    .selectFrom('market')
    .select(['name', 'look_first'])
    .where('country_code', '=', countryCode)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await db.updateTable('market').set({ look_first: lookFirst }).where('country_code', '=', countryCode).execute()
  return before
}

export async function saveMarketCheck(
  db: Db,
  countryCode: string,
  { kind, label, asked, holdsMonths, proves }: MarketCheck,
) {
  const before = await db
    .selectFrom('market_check')
    .select(['kind', 'label', 'asked', 'holds_months as holdsMonths', 'proves'])
    .where('country_code', '=', countryCode)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  const row = { country_code: countryCode, kind, label, asked, holds_months: holdsMonths, proves }
  await db
    .insertInto('market_check')
    .values(row)
    .onConflict((oc) => oc.columns(['country_code', 'kind']).doUpdateSet(row))
    .execute()
  return before ?? null
}

const tables = { store: 'store', category: 'category', type: 'service_type' } as const

// Lower ids belong to the built-in catalogue.
const MADE_ABOVE = 1000

const oneByOne = (db: Db, table: 'store' | 'category') =>
  db.selectFrom(table).select('id').orderBy('id').limit(1).forUpdate().execute()

/** Returns null if the slug is taken. */
export async function insertStore(db: Db, slug: string, label: string): Promise<number | null> {
  await oneByOne(db, 'store')
  const { rows } = await sql<{ id: number }>`
    insert into store (id, slug, label, made) select greatest(${MADE_ABOVE}, max(id)) + 1, ${slug}, ${label}, true from store
    on conflict (slug) do nothing returning id`.execute(db)
  return rows[0]?.id ?? null
}

export const findStoreName = async (db: Db, id: number): Promise<string | null> =>
  (await db.selectFrom('store').select('label').where('id', '=', id).forKeyShare().executeTakeFirst())?.label ?? null

/** Returns null if the slug is taken. */
export async function insertCategory(db: Db, storeId: number, slug: string, label: string): Promise<number | null> {
  await oneByOne(db, 'category')
  const { rows } = await sql<{ id: number }>`
    insert into category (id, store_id, slug, label, position, made)
    select greatest(${MADE_ABOVE}, max(id)) + 1, ${storeId}, ${slug}, ${label}, max(position) + 1, true from category
    on conflict (slug) do nothing returning id`.execute(db)
  return rows[0]?.id ?? null
}

export async function insertType(
  db: Db,
  id: string,
  categoryId: number,
  label: string,
): Promise<'added' | 'exists' | 'no category'> {
  const category = await db
    .selectFrom('category')
    .select('id')
    .where('id', '=', categoryId)
    .forUpdate()
    .executeTakeFirst()
  if (!category) return 'no category'
  const { rows } = await sql`
    insert into service_type (id, category_id, label, position, made)
    select ${id}, ${categoryId}, ${label}, coalesce(max(position) + 1, 0), true from service_type where category_id = ${categoryId}
    on conflict (id) do nothing returning id`.execute(db)
  return rows.length ? 'added' : 'exists'
}

export async function lockPart(
  db: Db,
  part: CataloguePart,
  id: string,
): Promise<{ label: string; made: boolean } | null> {
  const { rows } = await sql<{ label: string; made: boolean }>`
    select label, made from ${sql.table(tables[part])} where id::text = ${id} for update`.execute(db)
  return rows[0] ?? null
}

export const setPartLabel = (db: Db, part: CataloguePart, id: string, label: string) =>
  sql`update ${sql.table(tables[part])} set label = ${label} where id::text = ${id}`.execute(db)
