import type { Refunded } from '#contract/payments/refund.ts'
import { passShare, refund } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Why money goes back, in words, and what makes it happen once. */
export type Because = { reason: string; fact: string /** Shown in the ledger where the fee moves. */; note?: string }

/** Carries out how one payment is split, in the caller's transaction. */
export async function giveBack(
  ctx: Context,
  paymentId: string,
  { refundMinor, feeBackMinor, passedMinor }: Refunded,
  { reason, fact, note = 'Of what was kept' }: Because,
): Promise<void> {
  if (refundMinor > 0)
    await refund(ctx, { paymentId, amountMinor: refundMinor, feeBackMinor, reason, fact: `${fact}:${paymentId}` })
  await passShare(ctx, { paymentId, amountMinor: passedMinor, fact: `${fact}:${paymentId}`, note })
}
