import { type Difference, differenceOf } from '#contract/bookings/difference.ts'
import { leastCharge } from '#contract/payments/least-charge.ts'
import type { AppointmentRow, MoveRow } from '#server/bookings/appointments/appointment-queries.ts'

type Priced = Pick<MoveRow, 'total_minor' | 'deposit_minor' | 'fee_minor' | 'share'>

const termsOf = (of: Omit<Priced, 'share'>, inFull: boolean) => ({
  totalMinor: of.total_minor,
  depositMinor: inFull ? of.total_minor : of.deposit_minor,
  feeMinor: of.fee_minor,
})

/** Returns what a proposal means for what has been paid by now. A move in time costs nobody anything: what was paid too much comes off the balance, or goes back if that is paid. */
export function differenceOfMove(
  row: Omit<Priced, 'share'> & Pick<AppointmentRow, 'balance_paid_at' | 'in_full' | 'currency'>,
  move: Priced,
): Difference {
  const paidInFull = row.in_full || row.balance_paid_at !== null
  return differenceOf(termsOf(row, row.in_full), termsOf(move, row.in_full), {
    paidInFull,
    share: move.share ?? (paidInFull ? 100 : 0),
    leastMinor: leastCharge(row.currency),
  })
}
