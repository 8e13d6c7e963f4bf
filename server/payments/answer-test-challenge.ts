import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { payments } from '#contract/payments/payments.ts'
import { answerChallenge } from '#server/gateways/payments/test-bank.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hearOfPayment } from '#server/payments/events/events.ts'
import { onlyTheTestBank, refuseCard } from './test-cards.ts'

/** Answers the test bank's question whether it is really the card's owner. */
export async function answerTestChallenge(
  ctx: Context,
  { clientSecret, answer }: InputOf<typeof payments.answerTestChallenge>,
): Promise<OutputOf<typeof payments.answerTestChallenge>> {
  onlyTheTestBank(ctx)
  let said: Awaited<ReturnType<typeof answerChallenge>> = null
  const next = await ctx.once(async (tx) => {
    said = await answerChallenge(tx, clientSecret, answer === 'pass')
    return said === 'authorised' ? { next: 'wait' as const } : null
  })
  if (!next) refuseCard(said)
  await hearOfPayment(ctx, clientSecret)
  if (!next) throw new Refusal('card_challenge')
  return next
}
