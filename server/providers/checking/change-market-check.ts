import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { catalogOf } from '#server/catalog/door.ts'
import { changeCheck } from '#server/catalog/editing/door.ts'
import type { Context } from '#server/platform/context.ts'
import { marketFigures } from './market-figures.ts'

/** Sets what a market asks of a check; badges stand or fall by it at once. */
export async function changeMarketCheck(
  ctx: Context,
  { countryCode, reason, ...check }: InputOf<typeof operatorChecks.change>,
): Promise<OutputOf<typeof operatorChecks.change>> {
  const catalog = await catalogOf(ctx.database)
  return ctx.transaction(async (inner) => {
    await changeCheck(inner, countryCode, check, reason)
    const markets = []
    for (const market of catalog.markets.values()) {
      const checks = market.checks.map((one) => (one.kind === check.kind ? check : one))
      markets.push(await marketFigures(inner, market.countryCode === countryCode ? { ...market, checks } : market))
    }
    return { markets }
  })
}
