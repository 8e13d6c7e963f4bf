import type { BankError } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { movePayment, openPayment, sendAfter, takeWord } from '#server/payments/bank/door.ts'
import type { Payable } from '#server/payments/payable.ts'
import { paymentById } from '#server/payments/queries.ts'
import { savedCardOf } from './card-queries.ts'

/** What came of taking from a saved card: it is reserved or taken, its owner has to prove it is them, the bank said no, it was let go since it is no longer due, or there is no card. */
export type Taken = 'taken' | 'proof' | 'declined' | 'let_go' | 'no_card'

/** Takes what is due from its owner's saved card while they are not there. `turn` names the try: the same one twice is one. Not inside a transaction. */
export async function takeFromCard(
  ctx: Context,
  payable: Payable & { accountId: string },
  turn: number,
): Promise<Taken> {
  const card = await savedCardOf(ctx.db, payable.accountId, payable.countryCode)
  if (!card?.gateway_id) return 'no_card'
  const payment = await openPayment(ctx, payable)
  if (payment.state !== 'open' || !payment.gateway_id || payment.gateway !== card.gateway)
    return payment.state === 'open' ? 'no_card' : 'taken'
  const gateway = await openGateway(ctx, payment.gateway, payment.country_code)
  const intent = await gateway.payByCard(payment.gateway_id, {
    customerId: card.customer_id,
    cardId: card.gateway_id,
    back: `${ctx.env.publicUrl}/paid/${payment.id}`,
    key: `card:${payment.id}:${turn}`,
  })
  if (intent.status === 'open') {
    await ctx.transaction((tx) => movePayment(tx, payment.id, 'declined', { error: intent.error ?? 'other' }))
    return intent.error === ('challenge' satisfies BankError) ? 'proof' : 'declined'
  }
  await takeWord(ctx, payment.id, intent)
  sendAfter(ctx)
  return (await paymentById(ctx.db, payment.id))?.let_go ? 'let_go' : 'taken'
}
