import { type Expression, type RawBuilder, sql } from 'kysely'
import { holdLifecycle } from '#contract/checkout/lifecycle-hold.ts'
import { getTransition } from '#contract/lifecycle.ts'
import type { Db } from '#db/database.ts'
import {
  type AppointmentRow,
  toAppointmentValues,
  type NewAppointment,
  standingStates,
} from '#server/appointments/index.ts'
import { selectQuoteOfHold, toQuoteRow, type QuoteRow } from '#server/search/index.ts'
import { buildHoldConversion } from '#server/providers/index.ts'
import { selectChosenVisits, type ChosenTime } from './linked-checkout.queries.ts'
import { type HoldRow, selectSearchOfHold, type SearchToBook } from './holds.queries.ts'

export type HoldToBook = {
  hold: HoldRow
  version: string
  quote: QuoteRow | null
  search: SearchToBook | null
  booked: boolean
  chosen: ChosenTime[]
}

export const findHoldToPay = async <Account>(
  db: Db,
  holdId: string,
  {
    ownProfile,
    account,
  }: { ownProfile: (providerId: Expression<string>) => RawBuilder<boolean | null>; account: RawBuilder<Account> },
) => {
  const row = await db
    .selectFrom('hold')
    .selectAll()
    .select([
      sql<string>`hold.xmin::text`.as('version'),
      selectQuoteOfHold(db).as('quote'),
      ownProfile(sql.ref('hold.provider_id')).as('own'),
      account.as('account'),
    ])
    .where('hold.id', '=', holdId)
    .executeTakeFirst()
  if (!row) return undefined
  const { version, quote, own, account: known, ...hold } = row
  return { hold: hold as HoldRow, version, quote: quote && toQuoteRow(quote), own: own ?? false, known }
}

export const findHoldToBook = async (db: Db, holdId: string): Promise<HoldToBook | undefined> => {
  const row = await db
    .selectFrom('hold')
    .selectAll()
    .select((eb) => [
      sql<string>`hold.xmin::text`.as('version'),
      selectQuoteOfHold(db).as('quote'),
      selectSearchOfHold(db).as('search'),
      selectChosenVisits(db).as('chosen'),
      eb.exists(bookedWith(db, sql.ref('hold.search_id'), sql.ref('hold.provider_id'))).as('booked'),
    ])
    .where('hold.id', '=', holdId)
    .executeTakeFirst()
  if (!row) return
  const { version, quote, search, booked, chosen, ...hold } = row
  return { hold, version, quote: quote && toQuoteRow(quote), search, booked: Boolean(booked), chosen }
}

const bookedWith = (db: Db, searchId: Expression<string>, providerId: Expression<string>) =>
  db
    .selectFrom('appointment')
    .select('appointment.id')
    .where('appointment.search_id', '=', searchId)
    .where('appointment.provider_id', '=', providerId)
    .where('appointment.state', 'in', standingStates)

const making = (db: Db, holdId: string, row: NewAppointment, { now, version }: { now: Date; version?: string }) => {
  const { from, to } = getTransition(holdLifecycle, 'pay')
  return db
    .with('hold_booked', (cte) =>
      cte
        .updateTable('hold')
        .set({ state: to, ended_at: now })
        .where('id', '=', holdId)
        .where('state', 'in', from)
        .$if(version !== undefined, (q) => q.where(sql`hold.xmin::text`, '=', version))
        .returning('hold.id'),
    )
    .with('made', (cte) => cte.insertInto('appointment').values(toAppointmentValues(row)).returningAll())
    .with('job_kept', (cte) =>
      cte
        .insertInto('booking_job')
        .columns(['appointment_id', 'next_at'])
        .expression((eb) => eb.selectFrom('made').select(['made.id', sql<Date>`${now}::timestamptz`.as('next_at')])),
    )
}

export const bookWithHold = (db: Db, holdId: string, row: NewAppointment, now: Date): Promise<AppointmentRow> =>
  making(db, holdId, row, { now }).selectFrom('made').selectAll().executeTakeFirstOrThrow() as Promise<AppointmentRow>

type AtOnce = {
  now: Date
  version: string
  along: RawBuilder<unknown>
}

/**
 * Creates the appointment of a hold without locking it, and turns its diary entry into a booking. Returns false if the
 * hold or the bookings of its search have changed.
 */
export const bookAtOnce = async (
  db: Db,
  holdId: string,
  row: NewAppointment,
  { now, version, along }: AtOnce,
): Promise<boolean> => {
  const stands = sql<boolean>`assert_unchanged(exists (select from hold_booked) and exists (select from time_kept)
    and not exists ${bookedWith(db, sql.val(row.search_id), sql.val(row.provider_id))})`
  const done = await making(db, holdId, row, { now, version })
    .with('time_kept', () => buildHoldConversion(db, holdId, sql<string>`(select id from made)`))
    .selectFrom('made')
    .select([stands.as('stands'), along.as('along')])
    .executeTakeFirst()
  return done !== undefined
}

/** Runs in the booking's transaction. */
export const insertBookingJob = (db: Db, appointmentId: string, now: Date) =>
  db.insertInto('booking_job').values({ appointment_id: appointmentId, next_at: now }).execute()

/** Dequeues due jobs that no other process has locked, oldest first. A rollback restores them. */
export const dequeueBookingJobs = async (db: Db, now: Date, most: number): Promise<string[]> => {
  const { rows } = await sql<{ appointment_id: string }>`
    delete from booking_job where appointment_id in (
      select appointment_id from booking_job where next_at <= ${now} order by next_at limit ${most} for update skip locked)
    returning appointment_id`.execute(db)
  return rows.map(({ appointment_id }) => appointment_id)
}

export const lockBookedAppointments = (db: Db, ids: readonly string[]): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointment')
    .selectAll()
    .where('id', 'in', ids)
    .where('state', '=', 'booked')
    .orderBy('id')
    .forShare()
    .execute() as Promise<AppointmentRow[]>

/** Postpones the oldest due job after a failure, with exponential backoff up to about an hour. */
export const postponeBookingJob = (db: Db, now: Date) =>
  sql`update booking_job set attempts = attempts + 1, next_at = ${now}::timestamptz + interval '30 seconds' * power(2, least(attempts, 7))
    where appointment_id = (select appointment_id from booking_job where next_at <= ${now} order by next_at limit 1 for update skip locked)`.execute(
    db,
  )
