import { dayOf } from '#server/platform/event-day.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

/** Writes instants as they read where an appointment is. */
export const isoIn =
  (row: Pick<AppointmentRow, 'event_date' | 'tz'>) =>
  (ms: number): string =>
    dayOf(row.event_date, row.tz).iso(ms)
