import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { OperatorService, operatorMarket } from '#contract/operator/market.ts'
import { addService, type Catalog, catalogOf, changeService, type ServiceWords } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'

const wordsOf = ({ label, phrase, minutes, setupMinutes, markets, retired }: ServiceWords): ServiceWords => ({
  label,
  phrase,
  minutes,
  setupMinutes,
  markets,
  retired,
})

const shown = (catalog: Catalog, id: string, typeId: string, words: ServiceWords): OperatorService => {
  const known = catalog.services.get(id)
  const categoryId =
    known?.categoryId ??
    [...catalog.categories.values()].find((c) => c.serviceTypes.some((type) => type.id === typeId))?.id ??
    0
  return {
    ...words,
    id,
    typeId: known?.serviceTypeId ?? typeId,
    categoryId,
    markets: words.markets as OperatorService['markets'],
    providers: 0,
  }
}

/** Changes a service's words, minutes or markets, or offers it no longer. */
export async function changeCatalogueService(
  ctx: Context,
  input: InputOf<typeof operatorMarket.changeService>,
): Promise<OutputOf<typeof operatorMarket.changeService>> {
  const catalog = await catalogOf(ctx.database)
  await ctx.transaction((inner) => changeService(inner, input.serviceId, wordsOf(input), input.reason))
  return { service: shown(catalog, input.serviceId, '', wordsOf(input)) }
}

/** Adds a service to a type. */
export async function addCatalogueService(
  ctx: Context,
  input: InputOf<typeof operatorMarket.addService>,
): Promise<OutputOf<typeof operatorMarket.addService>> {
  const catalog = await catalogOf(ctx.database)
  await ctx.transaction((inner) => addService(inner, input.id, input.typeId, wordsOf(input), input.reason))
  return { service: shown(catalog, input.id, input.typeId, wordsOf(input)) }
}
