import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBusiness, Square } from '#contract/operator/business.ts'
import { showDemandAreas } from '#server/search/demand/door.ts'
import type { Context } from '#server/platform/context.ts'
import { supplyRows } from './business-queries.ts'

/** Who works where, beside what the page of demand says was searched there. */
export async function showSquares(
  ctx: Context,
  { countryCode }: InputOf<typeof operatorBusiness.squares>,
): Promise<OutputOf<typeof operatorBusiness.squares>> {
  const { areas, refreshedAt } = await showDemandAreas(ctx, countryCode ? { countryCode } : {})
  const squares = new Map<number, Square>()
  for (const { cell, country_code, ...supply } of await supplyRows(ctx.reads, countryCode ?? null))
    squares.set(cell, { cell, countryCode: country_code, ...supply, demand: null })
  for (const { cell, place, countryCode: country, lat, lng, people, searches, withoutArtist, unanswered } of areas) {
    const nobody = { cell, place, countryCode: country, lat, lng, artists: 0, instant: 0 }
    const demand = { people, searches, withoutArtist, unanswered }
    squares.set(cell, { ...(squares.get(cell) ?? nobody), place, demand })
  }
  return {
    squares: [...squares.values()].sort(
      (a, b) =>
        (b.demand?.withoutArtist ?? 0) - (a.demand?.withoutArtist ?? 0) || b.artists - a.artists || a.cell - b.cell,
    ),
    refreshedAt,
  }
}
