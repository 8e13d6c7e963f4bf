import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { payments } from '#contract/payments/payments.ts'
import { type BankEvent, type CardAnswer, payAtOnce, payByCard } from '#server/gateways/payments/test-bank.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { hearOfPayment } from '#server/payments/events/events.ts'
import { onlyTheTestBank, refuseCard, stillGood } from './test-cards.ts'

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
  let said: CardAnswer = null
  let event: BankEvent | undefined
  const paid = await ctx.onceIn({ next: 'wait' as const }, async (db, kept) => {
    event = await payAtOnce(db, { clientSecret, digits, now: ctx.now }, kept)
    return event !== undefined
  })
  // A card that is refused is no act of the caller's, but the bank's books keep it.
  const next =
    paid ??
    (await ctx.once(async (tx) => {
      said = await payByCard(tx, clientSecret, digits)
      if (said === 'challenge') return { next: 'challenge' as const }
      return said === 'authorised' ? { next: 'wait' as const } : null
    }))
  if (!next) refuseCard(said)
  await hearOfPayment(ctx, clientSecret, event)
  if (next) return next
  throw new Refusal(said === 'funds' ? 'card_funds' : 'card_declined')
}
