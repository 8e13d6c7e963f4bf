import type { providerPromos } from '#contract/bookings/provider-promos.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/index.ts'
import { keepPromo } from './keep-promo.ts'

/** Makes a promo code that comes off what the artist herself earns. */
export async function makeOwnPromo(
  ctx: Context,
  wanted: InputOf<typeof providerPromos.make>,
): Promise<OutputOf<typeof providerPromos.make>> {
  const { id, country_code: countryCode } = await ownProvider(ctx)
  return ctx.once(async (tx) => ({ promo: await keepPromo(tx, wanted, { countryCode, providerId: id }) }))
}
