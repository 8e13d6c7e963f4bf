import { type Selectable, sql, type Updateable } from 'kysely'
import type { Trial } from '#contract/bookings/appointment.ts'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

export type TrialRow = Omit<Selectable<DB['trial']>, 'state'> & {
  state: Trial['state']
  /** What its services are called. */
  labels: string[]
  /** The patch test is a part of it, or was before it went. */
  with_test: boolean
  carries: boolean
}

const trials = (db: Db) =>
  db
    .selectFrom('trial')
    .selectAll('trial')
    .select([
      sql<string[]>`array(select s.label from service s where s.id = any(trial.services) order by s.position)`.as(
        'labels',
      ),
      sql<boolean>`exists (select from patch_test p where p.trial_id = trial.id)`.as('with_test'),
      sql<boolean>`exists (select from patch_test p where p.trial_id = trial.id and p.state <> 'cancelled')`.as(
        'carries',
      ),
    ])

/** The trial of a booking, whatever became of it. */
export const trialOf = (db: Db, appointmentId: string): Promise<TrialRow | undefined> =>
  trials(db).where('trial.appointment_id', '=', appointmentId).executeTakeFirst() as Promise<TrialRow | undefined>

type NewTrial = {
  row: AppointmentRow
  services: readonly string[]
  minutes: number
  rule: { hours: number; months: number }
  worth: { priceMinor: Minor; offMinor: Minor }
  startsAt: Date
  endsAt: Date
  eventDate: string
  now: Date
}
export const insertTrial = (db: Db, trial: NewTrial): Promise<{ id: string }> =>
  db
    .insertInto('trial')
    .values({
      appointment_id: trial.row.id,
      provider_id: trial.row.provider_id,
      account_id: trial.row.account_id,
      services: [...trial.services],
      state: 'booked',
      minutes: trial.minutes,
      ...trial.rule,
      price_minor: trial.worth.priceMinor,
      off_minor: trial.worth.offMinor,
      starts_at: trial.startsAt,
      ends_at: trial.endsAt,
      event_date: trial.eventDate,
      policy_start: trial.startsAt,
      booked_at: trial.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Changes a trial that stands; false where it no longer does. */
export const changeTrial = async (
  db: Db,
  id: string,
  from: readonly Trial['state'][],
  change: Omit<Updateable<DB['trial']>, 'state'> & { state: Trial['state'] },
): Promise<boolean> =>
  (await db.updateTable('trial').set(change).where('id', '=', id).where('state', 'in', from).executeTakeFirst())
    .numUpdatedRows > 0n

/** Gives the patch test that is a part of a trial the trial's time; false where none is booked. */
export const moveTestOf = async (
  db: Db,
  trialId: string,
  to: { starts_at: Date; ends_at: Date; event_date: string },
): Promise<boolean> =>
  (
    await db
      .updateTable('patch_test')
      .set(to)
      .where('trial_id', '=', trialId)
      .where('state', '=', 'booked')
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** The patch test that is booked as a part of a trial. */
export const testIn = async (db: Db, trialId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('patch_test')
      .select('id')
      .where('trial_id', '=', trialId)
      .where('state', '=', 'booked')
      .executeTakeFirst()
  )?.id ?? null

const AT_ONCE = 200

/** Trials that begin in that span and of which that fact has not been told. */
export async function trialsStarting(
  db: Db,
  { from, to, fact }: { from: Date; to: Date; fact: string },
): Promise<TrialRow[]> {
  return (await trials(db)
    .where('trial.state', '=', 'booked')
    .where('trial.starts_at', '>', from)
    .where('trial.starts_at', '<=', to)
    .where(
      sql<boolean>`not exists (select from outbox x where x.fact = ${fact} || ' ' || trial.id || ' ' || round(extract(epoch from trial.starts_at) / 60)::bigint)`,
    )
    .orderBy('trial.starts_at')
    .limit(AT_ONCE)
    .execute()) as TrialRow[]
}

/** Trials without a time of bookings that start in that span, and of which that fact has not been told. */
export async function trialsOpen(
  db: Db,
  { from, to, fact }: { from: Date; to: Date; fact: string },
): Promise<TrialRow[]> {
  return (await trials(db)
    .innerJoin('appointment as a', 'a.id', 'trial.appointment_id')
    .where('trial.state', '=', 'open')
    .where('a.state', '=', 'booked')
    .where('a.starts_at', '>', from)
    .where('a.starts_at', '<=', to)
    .where(
      sql<boolean>`not exists (select from outbox x where x.fact = ${fact} || ' ' || a.id || ' ' || round(extract(epoch from a.starts_at) / 60)::bigint)`,
    )
    .orderBy('a.starts_at')
    .limit(AT_ONCE)
    .execute()) as TrialRow[]
}

/** Bookings of trials that nobody has said anything of since then. */
export const trialsUnjudged = (db: Db, endedBefore: Date) =>
  db
    .selectFrom('trial')
    .select(['id', 'appointment_id'])
    .where('state', '=', 'booked')
    .where('ends_at', '<=', endedBefore)
    .orderBy('ends_at')
    .limit(AT_ONCE)
    .execute()

/** Bookings of trials without a time for which there is none left. */
export const trialsTooLate = (db: Db, now: Date): Promise<{ appointment_id: string }[]> =>
  db
    .selectFrom('trial')
    .innerJoin('appointment as a', 'a.id', 'trial.appointment_id')
    .select('trial.appointment_id')
    .where('trial.state', '=', 'open')
    .where('a.state', '=', 'booked')
    .where(sql<boolean>`a.starts_at - make_interval(hours => trial.hours, mins => trial.minutes) < ${now}::timestamptz`)
    .orderBy('a.starts_at')
    .limit(AT_ONCE)
    .execute()

/** The trials of an artist that begin in that span and are booked, done or missed, in order. */
export const trialsOfProvider = (db: Db, providerId: string, from: Date, until: Date | null) =>
  db
    .selectFrom('trial as t')
    .innerJoin('appointment as a', 'a.id', 't.appointment_id')
    .where('t.provider_id', '=', providerId)
    .where('t.state', 'in', ['booked', 'done', 'missed'])
    .where('t.starts_at', '>=', from)
    .$if(until !== null, (all) => all.where('t.starts_at', '<', until as Date))
    .select([
      't.id',
      't.appointment_id as appointmentId',
      sql<string>`a.requester->>'name'`.as('customer'),
      sql<string>`t.event_date::text`.as('eventDate'),
      sql<Date>`t.starts_at`.as('starts_at'),
      sql<Date>`t.ends_at`.as('ends_at'),
      't.state',
    ])
    .orderBy('t.starts_at')
    .limit(2_000)
    .execute()
