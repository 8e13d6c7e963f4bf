import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import { catalogNow, changeService } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { presentService, wordsOfService } from './present-service.ts'

/** Changes a service's words, minutes or markets, or offers it no longer. */
export async function changeCatalogueService(
  ctx: Context,
  input: InputOf<typeof operatorMarket.changeService>,
): Promise<OutputOf<typeof operatorMarket.changeService>> {
  const catalog = await catalogNow(ctx.database)
  await ctx.transaction((inner) => changeService(inner, input.serviceId, wordsOfService(input), input.reason))
  return { service: presentService(catalog, input.serviceId, '', wordsOfService(input)) }
}
