import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { payments } from '#contract/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownsPayment, presentPayment } from '#server/payments/present-payment.ts'
import { paymentById } from '#server/payments/queries.ts'

/** How a payment of the caller's stands. */
export async function readPayment(
  ctx: Context,
  { paymentId }: InputOf<typeof payments.read>,
): Promise<OutputOf<typeof payments.read>> {
  const row = await paymentById(ctx.db, paymentId)
  if (!row || !ownsPayment(ctx, row)) throw new Refusal('not_found')
  return { payment: presentPayment(ctx, row) }
}
