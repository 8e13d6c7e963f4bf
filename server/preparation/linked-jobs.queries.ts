import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/appointments/index.ts'
import { listBookedServices } from './forms.queries.ts'
import type { LinkedRow, LinkedTime } from '#server/billing/index.ts'

const BATCH = 200

export type MissingTest = { id: string; label: string; minutes: number }

export type TestedBooking = Pick<AppointmentRow, 'provider_id' | 'account_id' | 'starts_at'> & {
  id: string | null
  services: readonly string[]
}

type Needing = { id: unknown; providerId: unknown; accountId: unknown; startsAt: unknown }
const minutes = sql<number>`coalesce(ps.patch_test_minutes, s.patch_test_minutes)`

/**
 * Services `s` that require a patch test and have none done, by the booking or by the same account with this provider,
 * within the span before the booking.
 */
const missing = (services: RawBuilder<unknown>, { id, providerId, accountId, startsAt }: Needing) => sql`
  from service s left join provider_service ps on ps.service_id = s.id and ps.provider_id = ${providerId}
  where s.id in (${services}) and ${minutes} is not null
    and not exists (select from linked_appointment t where t.kind = 'patch_test' and t.state = 'done' and s.id = any(t.services)
      and (t.appointment_id = ${id} or (t.account_id = ${accountId} and t.provider_id = ${providerId}))
      and t.ends_at <= ${startsAt} - interval '48 hours'
      and t.starts_at at time zone 'UTC' >= ${startsAt} at time zone 'UTC' - interval '6 months')`

export async function listMissingTests(db: Db, of: TestedBooking): Promise<MissingTest[]> {
  const { rows } = await sql<MissingTest>`select s.id, s.label, ${minutes} as minutes
    ${missing(sql`select unnest(${of.services}::text[])`, {
      id: sql`${of.id}::uuid`,
      providerId: of.provider_id,
      accountId: sql`${of.account_id}::uuid`,
      startsAt: sql`${of.starts_at}::timestamptz`,
    })} order by s.position`.execute(db)
  return rows
}

export const listMissingOf = (db: Db, row: AppointmentRow): Promise<MissingTest[]> =>
  listMissingTests(db, { ...row, services: listBookedServices(row) })

export async function hasAnyPatchTestRule(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from service where patch_test_minutes is not null)
      or exists (select from provider_service where patch_test_minutes is not null) as any`.execute(db)
  return rows[0]?.any ?? false
}

type Due = { from: Date; to: Date; fact: string }
const notTold = ({ fact }: Due) =>
  sql<boolean>`not exists (select from outbox_fact x where x.fact = ${fact} || ' ' || a.id || ' ' || round(extract(epoch from a.starts_at) / 60)::bigint)`

/**
 * Returns the bookings to remind of a patch test neither done nor booked. A test that ended before `judgedBy` without
 * an outcome counts as not done.
 */
export async function listUntested(db: Db, due: Due & { judgedBy: Date }): Promise<AppointmentRow[]> {
  const { rows } = await sql<AppointmentRow>`
    select a.* from appointment a
    where a.state = 'booked' and a.starts_at > ${due.from} and a.starts_at <= ${due.to} and a.account_id is not null
      and not exists (select from linked_appointment t where t.appointment_id = a.id and t.kind = 'patch_test' and t.state = 'booked'
        and t.ends_at > ${due.judgedBy}::timestamptz)
      and (booked_service_ids(a.body) ?| (select coalesce(array_agg(id), '{}') from service where patch_test_minutes is not null)
        or a.provider_id = any(array(select provider_id from provider_service where patch_test_minutes is not null)))
      and exists (select ${missing(sql`select b->>'serviceId' from jsonb_array_elements(a.body->'plan'->'blocks') b`, {
        id: sql`a.id`,
        providerId: sql`a.provider_id`,
        accountId: sql`a.account_id`,
        startsAt: sql`a.starts_at`,
      })})
      and ${notTold(due)}
    order by a.starts_at limit ${BATCH}`.execute(db)
  return rows
}

export async function listOpenTrials(db: Db, due: Due): Promise<AppointmentRow[]> {
  const { rows } = await sql<AppointmentRow>`
    select a.* from appointment a join linked_appointment l on l.appointment_id = a.id and l.state = 'open'
    where a.state = 'booked' and a.starts_at > ${due.from} and a.starts_at <= ${due.to} and ${notTold(due)}
    order by a.starts_at limit ${BATCH}`.execute(db)
  return rows
}

/** Lists appointments that have no reminder yet. Skips patch tests that are part of a trial. */
export async function listStarting(db: Db, from: Date, to: Date): Promise<(LinkedRow & LinkedTime)[]> {
  const { rows } = await sql<LinkedRow & LinkedTime>`
    select l.* from linked_appointment l
    where l.state = 'booked' and l.part_of is null and l.starts_at > ${from} and l.starts_at <= ${to}
      and not exists (select from outbox_fact x where x.fact = case l.kind when 'patch_test' then 'test.soon ' || l.id
        else 'trial.soon ' || l.id || ' ' || round(extract(epoch from l.starts_at) / 60)::bigint end)
    order by l.starts_at limit ${BATCH}`.execute(db)
  return rows
}

/**
 * Returns the patch tests of upcoming bookings that ended without an outcome and whose provider has no request for one
 * yet.
 */
export async function listUnjudgedTests(db: Db, endedBy: Date, now: Date): Promise<(LinkedRow & LinkedTime)[]> {
  const { rows } = await sql<LinkedRow & LinkedTime>`
    select l.* from linked_appointment l join appointment a on a.id = l.appointment_id
    where l.kind = 'patch_test' and l.state = 'booked' and l.ends_at <= ${endedBy} and a.state = 'booked' and a.starts_at > ${now}
      and not exists (select from outbox_fact x where x.fact = 'test.unspoken ' || l.id)
    order by l.starts_at limit ${BATCH}`.execute(db)
  return rows
}

export const listUnjudgedTrials = (db: Db, endedBy: Date): Promise<{ id: string }[]> =>
  db
    .selectFrom('linked_appointment')
    .select('id')
    .where('kind', '=', 'trial')
    .where('state', '=', 'booked')
    .where('ends_at', '<=', endedBy)
    .orderBy('ends_at')
    .limit(BATCH)
    .execute()

export const listLateTrials = (db: Db, now: Date): Promise<{ appointment_id: string }[]> =>
  db
    .selectFrom('linked_appointment as l')
    .innerJoin('appointment as a', 'a.id', 'l.appointment_id')
    .select('l.appointment_id')
    .where('l.state', '=', 'open')
    .where('a.state', '=', 'booked')
    .where(sql<boolean>`a.starts_at - make_interval(hours => l.hours, mins => l.minutes) < ${now}::timestamptz`)
    .orderBy('a.starts_at')
    .limit(BATCH)
    .execute()
