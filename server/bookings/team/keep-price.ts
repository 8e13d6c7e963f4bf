import { major, type Minor } from '#contract/money.ts'
import { type Costed, costedLines, costOf } from '#contract/price-lines.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AppointmentRow, Frozen } from '#server/bookings/appointments/appointment-queries.ts'

type Priced = { body: Frozen; totalMinor: Minor; depositMinor: Minor; feeMinor: Minor }
type Booked = Pick<AppointmentRow, 'total_minor' | 'deposit_minor' | 'fee_minor'>

const LABEL = 'Price as it was booked'

/**
 * A new price brought back to what was booked, by a line that says so. The artist bears the difference, or has it, and the house what it had;
 * or the artist has what the new price gives them, and the house the rest: refused where that is less than nothing, or more than was to be paid at booking.
 */
export function keepPrice<P extends Priced>(row: Booked, price: P, bears: 'artist' | 'house'): P {
  const offMinor = row.total_minor - price.totalMinor
  if (offMinor === 0 || !price.body.terms) return price
  // An adjustment ends with the change it was made for: the new price has none.
  const lines = costedLines(price.body.lines, price.body.terms)
  const artistMinor = bears === 'artist' ? row.total_minor - row.fee_minor : costOf(lines)
  const feeMinor = row.total_minor - artistMinor
  if (feeMinor < 0 || feeMinor > row.deposit_minor) throw new Refusal('price_not_kept')
  const amount = major(offMinor)
  const line: Costed = {
    line: {
      kind: 'adjusted',
      label: LABEL,
      count: 1,
      unit: amount,
      amount,
      parts: [],
      people: null,
      minutes: null,
    },
    costMinor: artistMinor - costOf(lines),
  }
  const kept = [...lines, line]
  return {
    ...price,
    totalMinor: row.total_minor,
    depositMinor: row.deposit_minor,
    feeMinor,
    body: {
      ...price.body,
      lines: kept.map((one) => one.line),
      terms: { ...price.body.terms, costsMinor: kept.map((one) => one.costMinor) },
    },
  }
}
