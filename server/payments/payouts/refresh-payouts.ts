import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { earnings } from '#contract/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { payoutAccountOf } from './payout-account-queries.ts'
import { ownPayee, showPayouts } from './show-earnings.ts'
import { askAccount } from './payout-account.ts'

/** What the payment service says of the caller's account now, for a page that was come back to. */
export async function refreshPayouts(
  ctx: Context,
  input: InputOf<typeof earnings.payouts>,
): Promise<OutputOf<typeof earnings.payouts>> {
  const { id } = await ownPayee(ctx)
  const account = await payoutAccountOf(ctx.db, id)
  if (account?.gateway === 'stripe' && account.state !== 'ready')
    await askAccount(ctx, account.gateway_id).catch((fault) => ctx.log.warn(faultFields(fault), 'payout details'))
  return showPayouts(ctx, input)
}
