import { sql } from 'kysely'
import type { CountryCode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import type { FiledReport, FiledSeller, NumberedSeller, Platform } from './report-records.ts'

type Year = { country: CountryCode; year: number }

/** Returns what was filed for a market and year: the newest record of each seller and of the platform. */
export const findFiledReport = async (db: Db, { country, year }: Year): Promise<FiledReport | null> => {
  const last = await db
    .selectFrom('platform_report')
    .select(['operator_ref', 'platform'])
    .where('country_code', '=', country)
    .where('year', '=', year)
    .where('filed_at', 'is not', null)
    .orderBy('exported_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return null
  const { rows } = await sql<FiledSeller & { providerId: string }>`
    select distinct on (s.provider_id) s.provider_id as "providerId", s.doc_ref as "docRef", s.periods, r.exported_at as "exportedAt"
    from platform_report r join platform_report_seller s on s.report_id = r.id
    where r.country_code = ${country} and r.year = ${year} and r.filed_at is not null
    order by s.provider_id, r.exported_at desc`.execute(db)
  return {
    operatorRef: last.operator_ref,
    platform: last.platform as Platform,
    sellers: new Map(rows.map(({ providerId, ...seller }) => [providerId, seller])),
  }
}

export const insertReportExport = async (
  db: Db,
  {
    country,
    year,
    now,
    by,
    platform,
    operatorRef,
    sellers,
  }: Year & {
    now: Date
    by: string | null
    platform: Platform
    operatorRef: string
    sellers: readonly NumberedSeller[]
  },
): Promise<void> => {
  const { id } = await db
    .insertInto('platform_report')
    .values({
      country_code: country,
      year,
      exported_at: now,
      exported_by: by,
      platform: JSON.stringify(platform),
      operator_ref: operatorRef,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = sellers.map(({ providerId, record, periods }) => ({ providerId, ...record, periods }))
  await sql`insert into platform_report_seller (report_id, provider_id, doc_ref, corrects_ref, periods)
    select ${id}::uuid, s."providerId", s."docRef", s."correctsRef", s.periods
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s ("providerId" uuid, "docRef" text, "correctsRef" text, periods jsonb)`.execute(db)
}

type ExportRow = {
  id: string
  exportedAt: Date
  exportedBy: string | null
  filedAt: Date | null
  reported: number
  corrected: number
}

const MOST_EXPORTS = 10

/** Lists the newest exports of a market and year, newest first. */
export const listReportExports = async (db: Db, { country, year }: Year): Promise<ExportRow[]> => {
  const { rows } = await sql<ExportRow>`
    select r.id, r.exported_at as "exportedAt", a.name as "exportedBy", r.filed_at as "filedAt",
      (select count(*)::int from platform_report_seller s where s.report_id = r.id and s.corrects_ref is null) as reported,
      (select count(*)::int from platform_report_seller s where s.report_id = r.id and s.corrects_ref is not null) as corrected
    from platform_report r left join account a on a.id = r.exported_by
    where r.country_code = ${country} and r.year = ${year} order by r.exported_at desc, r.id limit ${MOST_EXPORTS}`.execute(
    db,
  )
  return rows
}

export const findReportExport = (db: Db, id: string) =>
  db
    .selectFrom('platform_report')
    .select(['country_code as country', 'year', 'exported_at', 'filed_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Serialises the filing of a market's and year's exports until the transaction ends. */
export const lockReportYear = async (db: Db, { country, year }: Year): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`platform report ${country} ${year}`}, 0))`.execute(db)
}

/** Returns whether another export of the year was filed after a time. */
export const wasFiledSince = async (db: Db, { country, year }: Year, since: Date): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('platform_report')
      .select('id')
      .where('country_code', '=', country)
      .where('year', '=', year)
      .where('filed_at', '>', since)
      .limit(1)
      .executeTakeFirst(),
  )

export const setReportFiled = (db: Db, id: string, now: Date) =>
  db.updateTable('platform_report').set({ filed_at: now }).where('id', '=', id).execute()
