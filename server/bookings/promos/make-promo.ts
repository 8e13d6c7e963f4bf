import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPromos } from '#contract/operator/promos.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { keepPromo } from './keep-promo.ts'

/** Makes a promo code that comes off the platform's fee, written down with its reason. */
export const makePromo = (
  ctx: Context,
  { countryCode, reason, ...wanted }: InputOf<typeof operatorPromos.make>,
): Promise<OutputOf<typeof operatorPromos.make>> =>
  ctx.once(async (tx) => {
    const promo = await keepPromo(tx, wanted, { countryCode, providerId: null })
    await record(tx, {
      act: 'promo.make',
      subject: { kind: 'promo', id: promo.id, name: promo.code },
      after: { ...wanted, countryCode },
      reason,
    })
    return { promo }
  })
