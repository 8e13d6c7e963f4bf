import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import { changeMarket } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Shows or hides statements about health in a market. */
export async function changeMarketMarks(
  ctx: Context,
  { countryCode, covidTrained, vaccinated, reason }: InputOf<typeof operatorMarket.changeMarket>,
): Promise<OutputOf<typeof operatorMarket.changeMarket>> {
  await ctx.transaction((inner) => changeMarket(inner, countryCode, { covidTrained, vaccinated }, reason))
  return { covidTrained, vaccinated }
}
