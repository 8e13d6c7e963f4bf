import type { Minor } from '#contract/money.ts'
import { feesAfterPass } from '#contract/payments/refund.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAccounts, pendingFor, post } from '#server/payments/ledger/ledger-queries.ts'
import { lockPayment, providerOf, updatePayment } from '#server/payments/queries.ts'

/** Passes part of the platform's fee of a payment to its provider, or back where it is below zero, once for each fact, in the caller's transaction: nothing leaves. */
export async function passShare(
  ctx: Context,
  { paymentId, amountMinor, fact, note }: { paymentId: string; amountMinor: Minor; fact: string; note: string },
): Promise<void> {
  if (amountMinor === 0) return
  const payment = await lockPayment(ctx.db, paymentId)
  if (!payment) throw new Refusal('not_found')
  if (payment.state !== 'captured') throw new Refusal('state_changed')
  const providerId = providerOf(payment)
  const { ref, currency } = payment
  await lockAccounts(ctx.db, providerId)
  const passed = await post(
    ctx.db,
    amountMinor > 0
      ? { kind: 'share_to_provider', providerId, amountMinor }
      : {
          kind: 'share_to_platform',
          providerId,
          amountMinor: -amountMinor,
          pendingMinor: await pendingFor(ctx.db, { providerId, ref, currency }),
        },
    { fact: `share:${fact}`, currency, at: ctx.now, providerId, ref, paymentId, note },
  )
  if (!passed) return
  await updatePayment(ctx.db, paymentId, feesAfterPass(payment, amountMinor))
}
