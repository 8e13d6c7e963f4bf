import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

/** Keeps that everything that follows from a booking is still to be done. In the transaction that books. */
export const keepBookedJob = (db: Db, appointmentId: string, now: Date) =>
  db.insertInto('booking_job').values({ appointment_id: appointmentId, next_at: now }).execute()

/** Takes jobs that are due, oldest first, which nobody else is at; they are gone once the transaction is committed. */
export const takeBookedJobs = async (db: Db, now: Date, most: number): Promise<string[]> => {
  const { rows } = await sql<{ appointment_id: string }>`
    delete from booking_job where appointment_id in (
      select appointment_id from booking_job where next_at <= ${now} order by next_at limit ${most} for update skip locked)
    returning appointment_id`.execute(db)
  return rows.map(({ appointment_id }) => appointment_id)
}

/** The bookings of these that stand, kept from changing until the transaction ends. */
export const standingBookings = (db: Db, ids: readonly string[]): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointment')
    .selectAll()
    .where('id', 'in', ids)
    .where('state', '=', 'booked')
    .orderBy('id')
    .forShare()
    .execute() as Promise<AppointmentRow[]>

/** A job that failed waits for the next time, longer each time. */
export const putOffBookedJob = (db: Db, now: Date) =>
  sql`update booking_job set attempts = attempts + 1, next_at = ${now}::timestamptz + interval '30 seconds' * power(2, least(attempts, 7))
    where appointment_id = (select appointment_id from booking_job where next_at <= ${now} order by next_at limit 1 for update skip locked)`.execute(
    db,
  )
