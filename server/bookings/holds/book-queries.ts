import { sql } from 'kysely'
import { holdLifecycle } from '#contract/bookings/lifecycle-hold.ts'
import { transition } from '#contract/lifecycle.ts'
import type { Db } from '#db/database.ts'
import {
  type AppointmentRow,
  appointmentValues,
  type NewAppointment,
} from '#server/bookings/appointments/appointment-queries.ts'

/** Makes a locked hold an appointment and keeps what follows from it, in one statement; `late` where the hold had ended before. */
export const bookWithHold = (
  db: Db,
  holdId: string,
  row: NewAppointment,
  { late, now }: { late: boolean; now: Date },
): Promise<AppointmentRow> => {
  const { from, to } = transition(holdLifecycle, late ? 'retake' : 'pay')
  return db
    .with('hold_booked', (cte) =>
      cte
        .updateTable('hold')
        .set({ state: to, ...(late ? {} : { ended_at: now }) })
        .where('id', '=', holdId)
        .where('state', 'in', from),
    )
    .with('made', (cte) => cte.insertInto('appointment').values(appointmentValues(row)).returningAll())
    .with('job_kept', (cte) =>
      cte
        .insertInto('booked_job')
        .columns(['appointment_id', 'next_at'])
        .expression((eb) => eb.selectFrom('made').select(['made.id', sql<Date>`${now}::timestamptz`.as('next_at')])),
    )
    .selectFrom('made')
    .selectAll()
    .executeTakeFirstOrThrow() as Promise<AppointmentRow>
}
