import type { Appointment } from '#contract/bookings/appointment.ts'
import { major } from '#contract/money.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import { isAhead, priceWithout, spanOfTrial } from './trial-terms.ts'
import type { TrialRow } from './trial-queries.ts'

/** How the trial of a booking stands and what may be done about it; null where none was booked. */
export function presentTrial(
  row: AppointmentRow,
  trial: TrialRow | undefined,
  side: Appointment['side'],
  at: Date,
): Appointment['trial'] {
  if (!trial) return null
  const now = at.getTime()
  const iso = isoIn(row)
  const { from, until } = spanOfTrial(row, trial)
  const ahead = isAhead(row, trial, at)
  const acts = side !== 'operator'
  const back = ahead ? priceWithout(row, trial, side === 'customer' ? side : 'provider', at) : null
  return {
    ...{ services: trial.labels, minutes: trial.minutes, state: trial.state, withTest: trial.carries },
    startsAt: trial.starts_at && iso(trial.starts_at.getTime()),
    endsAt: trial.ends_at && iso(trial.ends_at.getTime()),
    from: iso(Math.max(from, now)),
    until: iso(until),
    ...{ price: major(trial.price_minor), off: major(trial.off_minor), kept: major(trial.kept_minor) },
    back: major(back?.backMinor ?? 0),
    may: {
      move: acts && ahead && now + trial.minutes * 60_000 < until,
      cancel: acts && ahead,
      judge: side === 'provider' && trial.state === 'booked' && trial.starts_at !== null && trial.starts_at <= at,
    },
  }
}
