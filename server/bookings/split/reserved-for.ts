import type { Minor } from '#contract/money.ts'
import { type Reserved, reservedOf } from '#contract/payments/cover.ts'
import { type PaymentRow, paymentsOf } from '#server/payments/index.ts'
import type { Db } from '#db/database.ts'
import { standing } from '#server/bookings/money/money-of.ts'

/** How far a shared bill is reserved by the payments for these things; `now` is one of them as it has just become. */
export async function reservedFor(
  db: Db,
  dueMinor: Minor,
  refs: readonly string[],
  now?: PaymentRow,
): Promise<Reserved & { payments: PaymentRow[] }> {
  const payments = (await paymentsOf(db, refs)).map((payment) => (payment.id === now?.id ? now : payment))
  const paid = standing(payments).map(({ amountMinor }) => amountMinor)
  return { ...reservedOf(dueMinor, paid), payments }
}
