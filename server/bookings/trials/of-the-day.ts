import { trialIn, withoutTrial } from '#contract/bookings/trials/trial-price.ts'
import { costedLines, sumsOf } from '#contract/price-lines.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

type Priced = Pick<AppointmentRow, 'total_minor' | 'deposit_minor' | 'fee_minor'>

/** What the day alone costs of a booking with a trial: that went with the artist whom it was with, and all of its price comes back. */
export function ofTheDay(row: Priced & Pick<AppointmentRow, 'body'>): Priced {
  const { lines, terms } = row.body
  if (!terms || !trialIn(lines)) return row
  const of = { ...terms, minimumMinor: terms.minimumMinor ?? 0 }
  const { totalMinor, feeMinor } = sumsOf(withoutTrial(costedLines(lines, of), of, 100), of)
  return {
    total_minor: totalMinor,
    deposit_minor: Math.min(row.deposit_minor, totalMinor),
    // An artist's code takes off less of what is left; the fee does not grow past the deposit by that.
    fee_minor: Math.min(feeMinor, row.fee_minor),
  }
}
