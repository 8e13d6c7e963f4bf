import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { operatorPayment } from './operator-queries.ts'
import { paymentById } from '#server/payments/queries.ts'
import { askPayment } from '#server/payments/events/reconcile.ts'
import { sendSoon } from '#server/payments/bank/send-due.ts'
import { presentPayment } from './present-money.ts'

/** Asks the gateway how a payment stands, now. */
export async function askPaymentAgain(
  ctx: Context,
  { paymentId }: InputOf<typeof money.askPayment>,
): Promise<OutputOf<typeof money.askPayment>> {
  const row = await paymentById(ctx.db, paymentId)
  if (!row) throw new Refusal('not_found')
  if (!(await askPayment(ctx, row))) throw new Refusal('payment_unreachable')
  await sendSoon(ctx)
  return ctx.once(async (tx) => {
    await record(tx, { act: 'payment.ask', subject: { kind: 'payment', id: row.id, name: String(row.number) } })
    const now = await operatorPayment(tx.db, paymentId)
    if (!now) throw new Refusal('not_found')
    return { payment: presentPayment(now) }
  })
}
