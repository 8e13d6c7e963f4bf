import type { providerPromos } from '#contract/bookings/provider-promos.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/index.ts'
import { presentPromo } from './present-promo.ts'
import { promosOfProvider } from './promo-list-queries.ts'

/** The promo codes of the artist who asks, with their use. */
export async function listOwnPromos(ctx: Context): Promise<OutputOf<typeof providerPromos.list>> {
  const { id } = await ownProvider(ctx)
  return { promos: (await promosOfProvider(ctx.db, id)).map((row) => presentPromo(row, ctx.now)) }
}
