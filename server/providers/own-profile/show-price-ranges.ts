import { rounded } from '#server/places/door.ts'
import { limits } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerOf } from './own-profile.ts'
import { pricesNear } from './own-queries.ts'
import { providerOfAccount } from '#server/providers/queries.ts'

/** Between what the middle half of live artists nearby earn for each service of a category, in whole units: a figure of the market instead of somebody's price; nothing where there are fewer than five. */
export async function showPriceRanges(
  ctx: Context,
  { categoryId }: InputOf<typeof ownProfile.priceRanges>,
): Promise<OutputOf<typeof ownProfile.priceRanges>> {
  const catalog = await catalogOf(ctx.database)
  if (!catalog.categoriesById.has(categoryId)) throw new Refusal('unknown_category')
  const row = await providerOfAccount(ctx.db, callerOf(ctx))
  if (!row) throw new Refusal('not_found')
  const near = {
    at: rounded(row),
    countryCode: row.country_code,
    but: row.id,
    metres: limits.candidateRadiusMetres,
    categoryId,
  }
  const ranges = await pricesNear(ctx.reads, near)
  return {
    area: row.area,
    ranges: ranges.map(({ service_id, low, high }) => ({
      serviceId: service_id,
      low: Math.floor(major(low)),
      high: Math.ceil(major(high)),
    })),
  }
}
