import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { cards } from '#contract/payments/cards.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cardOf, lockCardsOf, updateCard } from './card-queries.ts'
import { forgetCards } from './forget-cards.ts'
import { presentCard } from './present-card.ts'

/** Removes a saved card of the caller's: nothing is taken from it from now on. */
export async function removeCard(
  ctx: Context,
  { cardId }: InputOf<typeof cards.remove>,
): Promise<OutputOf<typeof cards.remove>> {
  const accountId = ctx.viewer.accountId ?? ''
  const answer = await ctx.once(async (tx) => {
    await lockCardsOf(tx.db, accountId)
    const row = await cardOf(tx.db, accountId, cardId)
    if (!row) throw new Refusal('not_found')
    if (row.state === 'removed') return { card: presentCard(row) }
    return { card: presentCard(await updateCard(tx.db, cardId, { state: 'removed', removed_at: tx.now })) }
  })
  await forgetCards(ctx)
  return answer
}
