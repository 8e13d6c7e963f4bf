import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import { addService, catalogNow } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { presentService, wordsOfService } from './present-service.ts'

/** Adds a service to a type. */
export async function addCatalogueService(
  ctx: Context,
  input: InputOf<typeof operatorMarket.addService>,
): Promise<OutputOf<typeof operatorMarket.addService>> {
  const catalog = await catalogNow(ctx.database)
  await ctx.transaction((inner) => addService(inner, input.id, input.typeId, wordsOfService(input), input.reason))
  return { service: presentService(catalog, input.id, input.typeId, wordsOfService(input)) }
}
