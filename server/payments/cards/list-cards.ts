import type { OutputOf } from '#contract/endpoint.ts'
import type { cards } from '#contract/payments/cards.ts'
import type { Context } from '#server/platform/context.ts'
import { cardsOf } from './card-queries.ts'
import { presentCard } from './present-card.ts'

/** The cards that the caller has saved. */
export async function listCards(ctx: Context): Promise<OutputOf<typeof cards.mine>> {
  const rows = ctx.viewer.accountId ? await cardsOf(ctx.db, ctx.viewer.accountId) : []
  return { cards: rows.filter(({ state }) => state === 'saved').map(presentCard) }
}
