import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { marketFigures } from './market-figures.ts'

/** What each market checks, and how many of its artists have it. */
export async function showCheckCatalogue(ctx: Context): Promise<OutputOf<typeof operatorChecks.catalogue>> {
  const catalog = await catalogOf(ctx.database)
  const markets = []
  for (const market of catalog.markets.values()) markets.push(await marketFigures(ctx, market))
  return { markets }
}
