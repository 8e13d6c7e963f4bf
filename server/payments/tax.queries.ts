import { sql } from 'kysely'
import { taxRecordYears } from '#contract/constants.ts'
import type { Tax } from '#contract/payments/tax.ts'
import type { Db } from '#db/database.ts'

export const listTaxRates = async (
  db: Db,
  countryCode: string,
  day: string,
): Promise<{ region: string; name: string; percent: number }[]> => {
  const { rows } = await sql<{ region: string; name: string; percent: number }>`
    select distinct on (region) region, name, percent::float8 as percent from tax_rate
    where country_code = ${countryCode} and starts_on <= ${day}::date order by region, starts_on desc`.execute(db)
  return rows
}

export const findTaxAt = async (db: Db, providerId: string, at: Date): Promise<Tax | null> => {
  const { rows } = await sql<Tax>`
    select rate.name, rate.percent::float8 as percent, r.number from tax_registration r
    join lateral (select name, percent from tax_rate t where t.country_code = r.country_code and t.region = r.region
      and t.starts_on <= (${at}::timestamptz at time zone 'UTC')::date order by starts_on desc limit 1) rate on true
    where r.provider_id = ${providerId} and r.since <= ${at} and (r.until is null or r.until > ${at})`.execute(db)
  return rows[0] ?? null
}

/** The instant since which tax law requires records: some calendar years by country. `country` is a column. */
export const buildTaxRecordStart = (country: string, now: Date) => {
  const years = Object.entries(taxRecordYears).map(([code, n]) => sql`when ${code} then ${n}::int`)
  return sql<Date>`(date_trunc('year', ${now}::timestamptz) - make_interval(years => case ${sql.ref(country)} ${sql.join(years, sql` `)} end))`
}

export const findTaxPerson = (db: Db, providerId: string) =>
  db.selectFrom('tax_person').selectAll().where('provider_id', '=', providerId).executeTakeFirst()

export const saveTaxPerson = (
  db: Db,
  row: { provider_id: string; legal_name: string; address: string; tax_number: string; updated_at: Date },
) =>
  db
    .insertInto('tax_person')
    .values(row)
    .onConflict((oc) =>
      oc.column('provider_id').doUpdateSet({
        legal_name: row.legal_name,
        address: row.address,
        tax_number: row.tax_number,
        updated_at: row.updated_at,
      }),
    )
    .execute()

export const lockRegistration = (db: Db, providerId: string) =>
  db
    .selectFrom('tax_registration')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('until', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const findRegistration = (db: Db, providerId: string) =>
  db
    .selectFrom('tax_registration')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('until', 'is', null)
    .executeTakeFirst()

export const endRegistration = (db: Db, id: string, until: Date) =>
  db.updateTable('tax_registration').set({ until }).where('id', '=', id).execute()

export const insertTaxRegistration = (
  db: Db,
  row: { provider_id: string; country_code: string; region: string; number: string; since: Date },
) => db.insertInto('tax_registration').values(row).execute()

/** Returns the platform's tax number and address in a market; each may be empty. */
export const getInvoiceDetails = (db: Db, countryCode: string) =>
  db
    .selectFrom('market')
    .select(['tax_number', 'business_address'])
    .where('country_code', '=', countryCode)
    .executeTakeFirstOrThrow()

export const findProviderLocation = (db: Db, providerId: string) =>
  db.selectFrom('provider').select(['lat', 'lng']).where('id', '=', providerId).executeTakeFirstOrThrow()

/** Lists the markets where the platform has a tax number and no address. */
export const listMarketsWithoutAddress = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('market')
      .select('country_code')
      .where('tax_number', '<>', '')
      .where('business_address', '=', '')
      .execute()
  ).map(({ country_code }) => country_code)
