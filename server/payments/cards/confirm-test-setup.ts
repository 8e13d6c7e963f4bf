import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type cards, savedTestCards } from '#contract/payments/cards.ts'
import { saveTestCard } from '#server/gateways/payments/test-bank.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { expiryOf, onlyTheTestBank } from '#server/payments/test-cards.ts'

/** Saves one of the test bank's cards. */
export async function confirmTestSetup(
  ctx: Context,
  { clientSecret, number, expiry, code }: InputOf<typeof cards.confirmTestSetup>,
): Promise<OutputOf<typeof cards.confirmTestSetup>> {
  onlyTheTestBank(ctx)
  const digits = number.replace(/[\s-]/g, '')
  const [answers] = Object.entries(savedTestCards).find(([, known]) => known === digits) ?? []
  if (!answers) throw refuseField('card_number', 'number')
  const expires = expiryOf(expiry, ctx.now)
  if (!expires) throw refuseField('card_expiry', 'expiry')
  if (!/^\d{3,4}$/.test(code)) throw refuseField('card_code', 'code')
  return ctx.once(async (tx) => {
    const said = await saveTestCard(tx.db, clientSecret, { answers, last_four: digits.slice(-4), expires })
    if (said === null) throw new Refusal('not_found')
    if (!said) throw new Refusal('state_changed')
    return { next: 'wait' as const }
  })
}
