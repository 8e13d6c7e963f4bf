import type { Minor } from '#contract/money.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import type { AppointmentRow, MoveRow } from '#server/bookings/appointments/appointment-queries.ts'
import { differenceOfMove } from '#server/bookings/moves/difference-of-move.ts'
import { heldOf, standingSum } from '#server/bookings/money/money-of.ts'

/** Who has how much of a booking: its price, what the customer pays in all, has paid and owes, and what is left to the artist and the house of that. */
export type SumsNow = {
  priceMinor: Minor
  customerMinor: Minor
  paidMinor: Minor
  openMinor: Minor
  artistMinor: Minor
  houseMinor: Minor
}

/** How the money of a booking stands now. */
export function sumsNow(row: AppointmentRow, payments: readonly PaymentRow[]): SumsNow {
  const restMinor = row.total_minor - row.deposit_minor
  const over = row.state === 'cancelled' || row.state === 'no_show'
  const cashMinor = row.balance_paid_how === 'cash' ? restMinor : 0
  const paidMinor = standingSum(payments) + cashMinor
  const openMinor = over || row.balance_paid_at ? 0 : restMinor
  const customerMinor = paidMinor + openMinor
  const houseMinor = heldOf(payments).platformMinor
  return {
    priceMinor: row.total_minor,
    customerMinor,
    paidMinor,
    openMinor,
    artistMinor: customerMinor - houseMinor,
    houseMinor,
  }
}

/** How it stands once the customer has paid what a proposal waits for. */
export function sumsOncePaid(row: AppointmentRow, now: SumsNow, move: MoveRow): SumsNow {
  const { dueMinor, after } = differenceOfMove(row, move)
  const paidMinor = now.paidMinor + dueMinor
  const openMinor = row.balance_paid_at || row.in_full ? 0 : after.totalMinor - after.depositMinor
  const houseMinor = now.houseMinor + after.feeMinor - row.fee_minor
  const customerMinor = paidMinor + openMinor
  return {
    priceMinor: after.totalMinor,
    customerMinor,
    paidMinor,
    openMinor,
    artistMinor: customerMinor - houseMinor,
    houseMinor,
  }
}
