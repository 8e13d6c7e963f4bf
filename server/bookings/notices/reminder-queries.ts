import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

const AT_ONCE = 200

/** Appointments that start in that span, were booked before their reminder was due, and have not been reminded of for that start. */
export const appointmentsStarting = (
  db: Db,
  { from, to }: { from: Date; to: Date },
  hours: number,
  reminder: string,
): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointment')
    .selectAll()
    .where('state', '=', 'booked')
    .where('starts_at', '>', from)
    .where('starts_at', '<=', to)
    .where(sql<boolean>`booked_at <= starts_at - make_interval(mins => ${Math.round(hours * 60)})`)
    .where(
      sql<boolean>`not exists (select from outbox x where x.fact = ${reminder} || ' ' || appointment.id || ' ' || round(extract(epoch from starts_at) / 60)::bigint || ' provider')`,
    )
    .orderBy('starts_at')
    .limit(AT_ONCE)
    .execute() as unknown as Promise<AppointmentRow[]>
