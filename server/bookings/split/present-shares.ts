import type { BilledShare, ShareState } from '#contract/bookings/appointment.ts'
import { major } from '#contract/money.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import type { BillRow, ShareRow } from './split-queries.ts'

/** Where a share stands by its payments, and what of it has gone back. */
export function stateOfShare(
  bill: Pick<BillRow, 'state'>,
  payments: readonly PaymentRow[],
): { state: ShareState; refunded: number } {
  const taken = payments.find(({ state }) => state === 'captured' || state === 'capturing')
  if (taken) return { state: taken.refunded_minor > 0 ? 'returned' : 'paid', refunded: major(taken.refunded_minor) }
  if (payments.some(({ state, let_go }) => state === 'authorised' && !let_go)) return { state: 'reserved', refunded: 0 }
  const wasReserved = payments.some(({ authorised_at }) => authorised_at !== null)
  if (bill.state === 'let_go' && wasReserved) return { state: 'returned', refunded: 0 }
  return { state: bill.state === 'covered' ? 'covered' : 'open', refunded: 0 }
}

/** The shares of a bill as whoever booked sees them: who has paid, and nothing of how. */
export const presentShares = (
  bill: BillRow,
  shares: readonly ShareRow[],
  payments: readonly PaymentRow[],
): BilledShare[] =>
  shares.map((share) => ({
    person: share.person,
    name: share.name,
    amount: major(share.due_minor),
    mine: share.booker,
    ...stateOfShare(
      bill,
      payments.filter(({ ref }) => ref === share.id),
    ),
  }))
