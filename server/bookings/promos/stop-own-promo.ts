import type { providerPromos } from '#contract/bookings/provider-promos.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { promoNow } from './keep-promo.ts'
import { endPromo, listedPromo } from './promo-list-queries.ts'

/** Stops a promo code of the artist's own; somebody else's is not found. */
export async function stopOwnPromo(
  ctx: Context,
  { promoId }: InputOf<typeof providerPromos.stop>,
): Promise<OutputOf<typeof providerPromos.stop>> {
  const { id } = await ownProvider(ctx)
  if ((await listedPromo(ctx.db, promoId))?.provider_id !== id) throw new Refusal('not_found')
  return ctx.once(async (tx) => {
    if (!(await endPromo(tx.db, promoId, tx.now))) throw new Refusal('state_changed')
    return { promo: await promoNow(tx, promoId) }
  })
}
