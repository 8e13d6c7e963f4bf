import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { servicesOf } from '#server/bookings/forms/signed-queries.ts'

export type TestState = 'booked' | 'done' | 'missed' | 'cancelled'
export type TestRow = Omit<Selectable<DB['patch_test']>, 'state'> & { state: TestState }

/** A service of a booking that needs a patch test nobody has had, and how long one takes. */
export type Missing = { id: string; label: string; minutes: number }

/** A booking, or what would be one, by what decides which patch tests it needs. */
export type Tested = Pick<AppointmentRow, 'provider_id' | 'account_id' | 'starts_at'> & {
  id: string | null
  services: readonly string[]
}

/** The services of which a patch test is missing: none has been done for the booking, nor with the same artist for the same person within the span before it. */
export async function testsMissing(db: Db, of: Tested): Promise<Missing[]> {
  const { rows } = await sql<Missing>`
    select s.id, s.label, coalesce(ps.patch_test_minutes, s.patch_test_minutes) as minutes
    from service s left join provider_service ps on ps.service_id = s.id and ps.provider_id = ${of.provider_id}
    where s.id = any(${of.services}::text[]) and coalesce(ps.patch_test_minutes, s.patch_test_minutes) is not null
      and not exists (select from patch_test t where t.state = 'done' and s.id = any(t.services)
        and (t.appointment_id = ${of.id}::uuid or (t.account_id = ${of.account_id}::uuid and t.provider_id = ${of.provider_id}))
        and t.ends_at <= ${of.starts_at}::timestamptz - interval '48 hours'
        and t.starts_at at time zone 'UTC' >= ${of.starts_at}::timestamptz at time zone 'UTC' - interval '6 months')
    order by s.position`.execute(db)
  return rows
}

/** The same of a booking as it stands. */
export const missingOf = (db: Db, row: AppointmentRow): Promise<Missing[]> =>
  testsMissing(db, { ...row, services: servicesOf(row) })

/** The patch test of a booking that was booked last, whatever became of it; none that was let go. */
export const testOf = (db: Db, appointmentId: string): Promise<TestRow | undefined> =>
  db
    .selectFrom('patch_test')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('state', '<>', 'cancelled')
    .orderBy('booked_at', 'desc')
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<TestRow | undefined>

export const insertTest = (
  db: Db,
  test: {
    row: AppointmentRow
    services: readonly string[]
    startsAt: Date
    endsAt: Date
    eventDate: string
    now: Date
    /** The trial that it is a part of. */
    trialId?: string
  },
): Promise<{ id: string }> =>
  db
    .insertInto('patch_test')
    .values({
      appointment_id: test.row.id,
      provider_id: test.row.provider_id,
      account_id: test.row.account_id,
      services: [...test.services],
      state: 'booked',
      starts_at: test.startsAt,
      ends_at: test.endsAt,
      event_date: test.eventDate,
      booked_at: test.now,
      trial_id: test.trialId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Ends the patch test of a booking that is booked; answers it as it was, or nothing where none is. */
export const endTest = (
  db: Db,
  appointmentId: string,
  state: Exclude<TestState, 'booked'>,
  now: Date,
): Promise<TestRow | undefined> =>
  db
    .updateTable('patch_test')
    .set({ state, ended_at: now })
    .where('appointment_id', '=', appointmentId)
    .where('state', '=', 'booked')
    .returningAll()
    .executeTakeFirst() as Promise<TestRow | undefined>

/** What a test that is done was for, as the booking stands by then. */
export const coverServices = (db: Db, id: string, services: readonly string[]) =>
  db
    .updateTable('patch_test')
    .set({ services: [...services] })
    .where('id', '=', id)
    .execute()

const AT_ONCE = 200

/** Bookings that start in that span, need a patch test that is neither done nor booked, and of which that fact has not been told; one that was over at `spoken` and of which nobody has said anything was not done. */
export async function bookingsUntested(
  db: Db,
  { from, to, fact, spoken }: { from: Date; to: Date; fact: string; spoken: Date },
): Promise<AppointmentRow[]> {
  const { rows } = await sql<AppointmentRow>`
    select a.* from appointment a
    where a.state = 'booked' and a.starts_at > ${from} and a.starts_at <= ${to} and a.account_id is not null
      and not exists (select from patch_test t where t.appointment_id = a.id and t.state = 'booked' and t.ends_at > ${spoken}::timestamptz)
      and exists (select from jsonb_array_elements(a.body->'plan'->'blocks') b
        join service s on s.id = b->>'serviceId' left join provider_service ps on ps.service_id = s.id and ps.provider_id = a.provider_id
        where coalesce(ps.patch_test_minutes, s.patch_test_minutes) is not null
          and not exists (select from patch_test t where t.state = 'done' and s.id = any(t.services)
            and (t.appointment_id = a.id or (t.account_id = a.account_id and t.provider_id = a.provider_id))
            and t.ends_at <= a.starts_at - interval '48 hours'
            and t.starts_at at time zone 'UTC' >= a.starts_at at time zone 'UTC' - interval '6 months'))
      and not exists (select from outbox x where x.fact = ${fact} || ' ' || a.id || ' ' || round(extract(epoch from a.starts_at) / 60)::bigint)
    order by a.starts_at limit ${AT_ONCE}`.execute(db)
  return rows
}

/** Patch tests by themselves that begin in that span and of which that fact has not been told; of one that is a part of a trial the trial is told. */
export async function testsStarting(
  db: Db,
  { from, to, fact }: { from: Date; to: Date; fact: string },
): Promise<TestRow[]> {
  const { rows } = await sql<TestRow>`
    select t.* from patch_test t where t.state = 'booked' and t.trial_id is null and t.starts_at > ${from} and t.starts_at <= ${to}
      and not exists (select from outbox x where x.fact = ${fact} || ' ' || t.id)
    order by t.starts_at limit ${AT_ONCE}`.execute(db)
  return rows
}

/** Patch tests of bookings that are ahead which were over by then, of which nobody has said anything, and whose artist has not been told so. */
export async function testsUnspoken(db: Db, endedBy: Date, now: Date): Promise<TestRow[]> {
  const { rows } = await sql<TestRow>`
    select t.* from patch_test t join appointment a on a.id = t.appointment_id
    where t.state = 'booked' and t.ends_at <= ${endedBy} and a.state = 'booked' and a.starts_at > ${now}
      and not exists (select from outbox x where x.fact = 'test.unspoken ' || t.id)
    order by t.starts_at limit ${AT_ONCE}`.execute(db)
  return rows
}

/** Whether any service needs a patch test, by the catalogue's word or an artist's. */
export async function anyTest(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from service where patch_test_minutes is not null)
      or exists (select from provider_service where patch_test_minutes is not null) as any`.execute(db)
  return rows[0]?.any ?? false
}

/** The patch tests of an artist that begin in that span and are booked or done, in order. */
export const testsOfProvider = (db: Db, providerId: string, from: Date, until: Date | null) =>
  db
    .selectFrom('patch_test as t')
    .innerJoin('appointment as a', 'a.id', 't.appointment_id')
    .where('t.provider_id', '=', providerId)
    .where('t.state', 'in', ['booked', 'done'])
    // One that is a part of a trial stands there with it.
    .where('t.trial_id', 'is', null)
    .where('t.starts_at', '>=', from)
    .$if(until !== null, (all) => all.where('t.starts_at', '<', until as Date))
    .select([
      't.id',
      't.appointment_id as appointmentId',
      sql<string>`a.requester->>'name'`.as('customer'),
      't.event_date as eventDate',
      't.starts_at',
      't.ends_at',
      't.state',
    ])
    .orderBy('t.starts_at')
    .limit(500)
    .execute()
