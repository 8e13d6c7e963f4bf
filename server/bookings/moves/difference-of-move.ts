import { type Difference, differenceOf } from '#contract/bookings/difference.ts'
import type { AppointmentRow, MoveRow } from '#server/bookings/appointments/appointment-queries.ts'

type Priced = Pick<MoveRow, 'total_minor' | 'deposit_minor' | 'fee_minor' | 'share'>

const termsOf = (of: Omit<Priced, 'share'>) => ({
  totalMinor: of.total_minor,
  depositMinor: of.deposit_minor,
  feeMinor: of.fee_minor,
})

/** What a proposal means for what has been paid by now. In time it costs nobody anything: what was paid too much comes off the balance, or goes back where that is paid. */
export function differenceOfMove(
  row: Omit<Priced, 'share'> & Pick<AppointmentRow, 'balance_paid_at'>,
  move: Priced,
): Difference {
  const paidInFull = row.balance_paid_at !== null
  return differenceOf(termsOf(row), termsOf(move), { paidInFull, share: move.share ?? (paidInFull ? 100 : 0) })
}
