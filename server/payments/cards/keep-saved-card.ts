import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { cards } from '#contract/payments/cards.ts'
import type { SetupTold } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cardOf, type CardRow, lockCardsOf, removeSaved, updateCard } from './card-queries.ts'
import { presentCard } from './present-card.ts'

/** Asks the service whether a card of the caller's has been saved; the one before it is replaced then. */
export async function keepSavedCard(
  ctx: Context,
  { cardId }: InputOf<typeof cards.saved>,
): Promise<OutputOf<typeof cards.saved>> {
  const accountId = ctx.viewer.accountId ?? ''
  const row = await cardOf(ctx.db, accountId, cardId)
  if (!row) throw new Refusal('not_found')
  const told = row.state === 'open' ? await askSetup(ctx, row) : null
  return ctx.once(async (tx) => {
    await lockCardsOf(tx.db, accountId)
    const now = await cardOf(tx.db, accountId, cardId)
    if (!now) throw new Refusal('not_found')
    if (now.state !== 'open' || !told) return { card: presentCard(now) }
    await removeSaved(tx.db, accountId, now.country_code, tx.now)
    const { cardId: gateway_id, brand, lastFour: last_four, expires } = told
    const saved = { state: 'saved' as const, gateway_id, brand, last_four, expires, saved_at: tx.now }
    return { card: presentCard(await updateCard(tx.db, cardId, saved)) }
  })
}

async function askSetup(ctx: Context, row: CardRow): Promise<SetupTold | null> {
  try {
    const gateway = await openGateway(ctx, row.gateway, row.country_code)
    return await gateway.retrieveSetup(row.setup_id)
  } catch (fault) {
    ctx.log.warn(faultFields(fault), 'the payment service did not say whether a card is saved')
    throw new Refusal('payment_unreachable')
  }
}
