import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

/** Inserts the job that finishes a booking, in the transaction that books. */
export const insertBookingJob = (db: Db, appointmentId: string, now: Date) =>
  db.insertInto('booking_job').values({ appointment_id: appointmentId, next_at: now }).execute()

/** Deletes due jobs that no other process has locked, oldest first, and returns their appointments. A rollback restores them. */
export const takeDueBookingJobs = async (db: Db, now: Date, most: number): Promise<string[]> => {
  const { rows } = await sql<{ appointment_id: string }>`
    delete from booking_job where appointment_id in (
      select appointment_id from booking_job where next_at <= ${now} order by next_at limit ${most} for update skip locked)
    returning appointment_id`.execute(db)
  return rows.map(({ appointment_id }) => appointment_id)
}

/** Returns those of the appointments that are still booked, locked against changes until the transaction ends. */
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
