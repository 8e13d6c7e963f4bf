import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { rethrowConstraintAs } from '#server/platform/refusal.ts'
import type { Windows } from './open-hours.ts'

export type SeasonRow = { name: string; yearly: boolean; first_on: string; last_on: string; week: readonly Windows[] }
export type ExceptionRow = {
  id: number
  first_on: string
  last_on: string
  label: string
  holiday: boolean
  windows: Windows
}
export type BlockRow = {
  label: string
  weekdays: number
  from_minute: number
  to_minute: number
  first_on: string | null
  last_on: string | null
}
type LeadRow = { service_type_id: string; notice_hours: number | null; horizon_days: number | null }

const multirange = (windows: Windows): string =>
  `{${windows.flatMap((from, i) => (i % 2 === 0 ? [`[${from},${windows[i + 1]})`] : [])).join(',')}}`
const weekOf = (week: readonly Windows[]) => sql<string[]>`${week.map(multirange)}::int4multirange[]`

export const listSeasons = async (db: Db, providerId: string): Promise<SeasonRow[]> =>
  (
    await sql<SeasonRow>`select name, yearly, first_on::text, last_on::text, week_json(week) as week
    from hours_season where provider_id = ${providerId} order by yearly, first_on`.execute(db)
  ).rows

export const listExceptions = async (db: Db, providerId: string): Promise<ExceptionRow[]> =>
  (
    await sql<ExceptionRow>`select id, first_on::text, last_on::text, label, holiday, windows_json(windows) as windows
    from hours_exception where provider_id = ${providerId} order by first_on`.execute(db)
  ).rows

export const listBlocks = (db: Db, providerId: string): Promise<BlockRow[]> =>
  db
    .selectFrom('hours_block')
    .select(['label', 'weekdays', 'from_minute', 'to_minute', 'first_on', 'last_on'])
    .where('provider_id', '=', providerId)
    .orderBy('id')
    .execute()

export const listServiceLeads = (db: Db, providerId: string): Promise<LeadRow[]> =>
  db
    .selectFrom('service_lead')
    .select(['service_type_id', 'notice_hours', 'horizon_days'])
    .where('provider_id', '=', providerId)
    .execute()

/**
 * Saves the weekly hours, and their overall span for callers that support one window. Seven equal days with one window
 * are daily hours.
 */
export const updateWeek = (db: Db, providerId: string, week: readonly Windows[]) => {
  const minutes = week.flat()
  const alike = week.every((windows) => windows.length === 2 && String(windows) === String(week[0]))
  return db
    .updateTable('provider')
    .set({
      week: alike ? null : weekOf(week),
      ...(minutes.length ? { opens_minute: Math.min(...minutes), closes_minute: Math.max(...minutes) } : {}),
    })
    .where('id', '=', providerId)
    .execute()
}

export const replaceSeasons = async (db: Db, providerId: string, seasons: readonly SeasonRow[]): Promise<void> => {
  await db.deleteFrom('hours_season').where('provider_id', '=', providerId).execute()
  if (seasons.length)
    await db
      .insertInto('hours_season')
      .values(seasons.map(({ week, ...row }) => ({ ...row, provider_id: providerId, week: weekOf(week) })))
      .execute()
      .catch(rethrowConstraintAs('hours_season_apart', 'days_overlap'))
}

type NewException = Omit<ExceptionRow, 'id'>
export const insertExceptions = async (db: Db, providerId: string, rows: readonly NewException[]): Promise<void> => {
  if (rows.length)
    await db
      .insertInto('hours_exception')
      .values(rows.map(({ windows, ...row }) => ({ ...row, provider_id: providerId, windows: multirange(windows) })))
      .execute()
      .catch(rethrowConstraintAs('hours_exception_apart', 'days_overlap'))
}

export const deleteExceptions = async (db: Db, providerId: string, ids: readonly number[]): Promise<number> => {
  if (ids.length === 0) return 0
  const gone = await db
    .deleteFrom('hours_exception')
    .where('provider_id', '=', providerId)
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return gone.length
}

export const deletePastExceptions = (db: Db, providerId: string, before: string) =>
  db.deleteFrom('hours_exception').where('provider_id', '=', providerId).where('last_on', '<', before).execute()

export const replaceBlocks = async (db: Db, providerId: string, blocks: readonly BlockRow[]): Promise<void> => {
  await db.deleteFrom('hours_block').where('provider_id', '=', providerId).execute()
  if (blocks.length)
    await db
      .insertInto('hours_block')
      .values(blocks.map((row) => ({ ...row, provider_id: providerId })))
      .execute()
}

export const replaceLeads = async (
  db: Db,
  providerId: string,
  usual: { notice_hours: number; horizon_days: number },
  leads: readonly LeadRow[],
): Promise<void> => {
  await db.updateTable('provider').set(usual).where('id', '=', providerId).execute()
  await db.deleteFrom('service_lead').where('provider_id', '=', providerId).execute()
  if (leads.length)
    await db
      .insertInto('service_lead')
      .values(leads.map((row) => ({ ...row, provider_id: providerId })))
      .execute()
}

export const listUpcomingJobs = (
  db: Db,
  providerId: string,
  now: Date,
): Promise<{ id: string; event_date: string; from: number; to: number }[]> =>
  db
    .selectFrom('busy')
    .innerJoin('appointment', 'appointment.id', 'busy.ref')
    .where('busy.provider_id', '=', providerId)
    .where('busy.kind', '=', 'appointment')
    .where('appointment.ends_at', '>', now)
    .select([
      'appointment.id',
      'busy.event_date',
      sql<number>`(extract(epoch from appointment.starts_at) * 1000)::float8`.as('from'),
      sql<number>`(extract(epoch from appointment.ends_at) * 1000)::float8`.as('to'),
    ])
    .orderBy('appointment.starts_at')
    .execute()
