import { openGateway } from '#server/gateways/payments/payments.ts'
import { type Context, withoutCaller } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { voidPayment } from '#server/payments/bank/move-payment.ts'
import { type PaymentRow, unanswered, updatePayment, serviceOf } from '#server/payments/queries.ts'
import { sendSoon, takeWord } from '#server/payments/bank/send-due.ts'

const SILENCE_MINUTES = 2
const AT_ONCE = 50
/** Nobody comes back to a payment that was opened so long ago: it is let go. */
const GIVEN_UP_HOURS = 24

/** Asks the gateways about every payment without a last word, two minutes after it was opened, then ever less often. */
export async function reconcile(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - SILENCE_MINUTES * 60_000)
  for (const payment of await unanswered(ctx.db, before, ctx.now, AT_ONCE)) await askPayment(ctx, payment)
  await sendSoon(ctx)
}

/** Asks how one payment stands and takes the answer; false where the gateway did not answer. */
export async function askPayment(caller: Context, payment: PaymentRow): Promise<boolean> {
  const ctx = withoutCaller(caller)
  await updatePayment(ctx.db, payment.id, { asked_at: ctx.now, asked_times: payment.asked_times + 1 })
  try {
    if (payment.gateway_id) {
      const gateway = await openGateway(ctx, serviceOf(payment), payment.country_code)
      const moved = await takeWord(ctx, payment.id, await gateway.retrieve(payment.gateway_id))
      if (moved) return true
    }
    const old = ctx.now.getTime() - new Date(payment.created_at).getTime() > GIVEN_UP_HOURS * 3_600_000
    if (old && payment.state === 'open') await ctx.transaction((ctx) => voidPayment(ctx, payment.id))
    return true
  } catch (fault) {
    ctx.log.warn({ ...faultFields(fault), payment: payment.id }, 'the payment service did not say how a payment stands')
    return false
  }
}
