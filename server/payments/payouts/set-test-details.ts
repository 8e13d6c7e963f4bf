import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { earnings } from '#contract/payments/payments.ts'
import { gatewayNow } from '#server/gateways/payments/payments.ts'
import { giveTestAccount } from '#server/gateways/payments/test-bank.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { showPayouts } from './show-earnings.ts'
import { askAccount, ownAccount } from './payout-account.ts'

/** Keeps the caller's payout details with the test bank. */
export async function setTestDetails(
  ctx: Context,
  { holder, number }: InputOf<typeof earnings.setTestDetails>,
): Promise<OutputOf<typeof earnings.payouts>> {
  if (gatewayNow(ctx.env) !== 'test') throw new Refusal('state_changed')
  const accountId = await ownAccount(ctx)
  await ctx.transaction((ctx) => giveTestAccount(ctx.db, accountId, { holder, number }))
  await askAccount(ctx, accountId)
  const answer = await showPayouts(ctx, {})
  // What was kept is the same however often it is: the answer is all there is to store.
  return ctx.once(async () => answer)
}
