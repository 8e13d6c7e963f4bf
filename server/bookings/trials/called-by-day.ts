import { calledTrial, trialLabel } from '#contract/bookings/trials/trial-price.ts'
import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { AppointmentRow, Frozen } from '#server/bookings/appointments/appointment-queries.ts'
import type { TrialRow } from './trial-queries.ts'

/** The price of a booking with the line of its trial called by the day on which that is now. */
export function calledByDay(
  { body, country_code }: Pick<AppointmentRow, 'body' | 'country_code'>,
  { labels, event_date }: Pick<TrialRow, 'labels' | 'event_date'>,
  now: Date,
): Frozen {
  const day = event_date && date(event_date, country_code as Country, now.getUTCFullYear())
  return { ...body, lines: calledTrial(body.lines, trialLabel(labels, day)) }
}
