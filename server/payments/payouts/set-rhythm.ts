import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { earnings } from '#contract/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { keepRhythm } from './payout-account-queries.ts'
import { ownPayee, showPayouts } from './show-earnings.ts'

/** Keeps how often the caller is paid out. */
export async function setRhythm(
  ctx: Context,
  { rhythm }: InputOf<typeof earnings.setRhythm>,
): Promise<OutputOf<typeof earnings.payouts>> {
  const { id } = await ownPayee(ctx)
  return ctx.once(async (ctx) => {
    if (!(await keepRhythm(ctx.db, id, rhythm))) throw new Refusal('payout_details_first')
    return showPayouts(ctx, {})
  })
}
