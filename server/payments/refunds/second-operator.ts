import type { RefundLimits } from '#contract/operator/money.ts'
import type { Minor } from '#contract/money.ts'
import { asksSecondOperator } from '#contract/payments/second-operator.ts'
import type { Context } from '#server/platform/context.ts'
import { refundLimitsIn } from '#server/payments/operator/refund-limits.ts'
import type { PaymentRow } from '#server/payments/queries.ts'
import { hasOpenChargeBack, lockOperator, releasedAlone } from './refund-queries.ts'

const DAY_MS = 86_400_000

/** Returns the operator who decides on the money of this call, also while acting as somebody else; null where a customer, an artist, a job or the payment service does. */
export const decidingOperator = ({ viewer }: Pick<Context, 'viewer'>): string | null =>
  viewer.actorId ?? (viewer.operates ? viewer.accountId : null)

/**
 * Returns whether a second operator has to approve that the caller releases this amount of a payment.
 * Counts what has already been refunded of the payment, and what the operator has released alone in the last 24 hours in the same currency.
 * A payment with an open charge-back always needs a second operator, because it could be paid back twice.
 * Locks the operator until the caller's transaction ends, so that parallel calls count each other.
 */
export async function needsSecondOperator(
  ctx: Context,
  payment: Pick<PaymentRow, 'id' | 'currency' | 'refunded_minor'>,
  amountMinor: Minor,
): Promise<boolean> {
  const operatorId = decidingOperator(ctx)
  if (!operatorId) return false
  await lockOperator(ctx.db, operatorId)
  if (await hasOpenChargeBack(ctx.db, payment.id)) return true
  const limit = (await refundLimitsIn(ctx.db))[payment.currency as keyof RefundLimits]
  const since = new Date(ctx.now.getTime() - DAY_MS)
  const released = await releasedAlone(ctx.db, operatorId, payment.currency, since)
  return asksSecondOperator(Math.max(payment.refunded_minor, released), amountMinor, limit)
}
