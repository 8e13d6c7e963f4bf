import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { payments } from '#contract/payments/payments.ts'
import { gatewayNow } from '#server/gateways/payments/payments.ts'
import { answerChallenge, payByCard } from '#server/gateways/payments/test-bank.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { hearOfPayment } from '#server/payments/events/events.ts'

/** Pays with a test card; what it means for the payment is known by the bank's signed word, not by this answer. */
export async function confirmTestCard(
  ctx: Context,
  { clientSecret, number, expiry, code }: InputOf<typeof payments.confirmTestCard>,
): Promise<OutputOf<typeof payments.confirmTestCard>> {
  onlyTheTestBank(ctx)
  const digits = number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(digits)) throw refuseField('card_number', 'number')
  if (!stillGood(expiry, ctx.now)) throw refuseField('card_expiry', 'expiry')
  if (!/^\d{3,4}$/.test(code)) throw refuseField('card_code', 'code')
  const answer = await payByCard(ctx, clientSecret, digits)
  if (answer === null) throw new Refusal('not_found')
  if (answer === 'unknown_card') throw refuseField('card_number', 'number')
  if (answer === 'closed') throw new Refusal('state_changed')
  await hearOfPayment(ctx, clientSecret)
  if (answer === 'declined') throw new Refusal('card_declined')
  if (answer === 'funds') throw new Refusal('card_funds')
  return { next: answer === 'challenge' ? 'challenge' : 'wait' }
}

/** Answers the test bank's question whether it is really the card's owner. */
export async function answerTestChallenge(
  ctx: Context,
  { clientSecret, answer }: InputOf<typeof payments.answerTestChallenge>,
): Promise<OutputOf<typeof payments.answerTestChallenge>> {
  onlyTheTestBank(ctx)
  const done = await answerChallenge(ctx, clientSecret, answer === 'pass')
  if (done === null) throw new Refusal('not_found')
  if (done === 'closed') throw new Refusal('state_changed')
  await hearOfPayment(ctx, clientSecret)
  if (done === 'refused') throw new Refusal('card_challenge')
  return { next: 'wait' }
}

function onlyTheTestBank({ env }: Context): void {
  if (gatewayNow(env) !== 'test') throw new Refusal('not_found')
}

/** Whether an expiry, as typed, is a month that has not ended: 04/28, 4 / 28, 04/2028. */
export function stillGood(expiry: string, now: Date): boolean {
  const [, month, year] = expiry.trim().match(/^(0?[1-9]|1[0-2])\s*[/\- ]?\s*(\d{2}|20\d{2})$/) ?? []
  if (!month || !year) return false
  const ends = Date.UTC(2000 + (Number(year) % 100), Number(month), 1)
  return ends > now.getTime()
}
