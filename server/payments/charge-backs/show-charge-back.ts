import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBank } from '#contract/operator/bank.ts'
import type { Evidence } from '#server/gateways/payments/gateway.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { paymentById } from '#server/payments/queries.ts'
import { shownChargeBack } from './charge-back-queries.ts'
import { evidenceFor } from './evidence-for.ts'
import { presentChargeBack } from './present-charge-back.ts'

/** One charge-back, with what the site knows of the booking or, once it is sent, what was sent. */
export async function showChargeBack(
  ctx: Context,
  { chargeBackId }: InputOf<typeof operatorBank.chargeBack>,
): Promise<OutputOf<typeof operatorBank.chargeBack>> {
  const row = await shownChargeBack(ctx.db, chargeBackId)
  const payment = row && (await paymentById(ctx.db, row.payment_id))
  if (!row || !payment) throw new Refusal('not_found')
  await recordAccess(ctx, { what: 'payment', subjectId: payment.id, of: [payment.account_id] })
  const evidence = (row.evidence as Evidence | null) ?? (await evidenceFor(ctx, payment))
  return {
    chargeBack: presentChargeBack(row),
    evidence: {
      customerName: evidence.customerName ?? '',
      customerEmail: evidence.customerEmail ?? '',
      productDescription: evidence.productDescription ?? '',
      serviceDate: evidence.serviceDate ?? '',
      cancellationPolicy: evidence.cancellationPolicy ?? '',
      refundPolicy: evidence.refundPolicy ?? '',
      text: evidence.text,
    },
  }
}
