import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { addCategory } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Makes a category in a store. */
export const addCatalogueCategory = async (
  ctx: Context,
  { storeId, ...named }: InputOf<typeof operatorCatalogue.addCategory>,
): Promise<OutputOf<typeof operatorCatalogue.addCategory>> => ({
  id: String(await ctx.transaction((inner) => addCategory(inner, storeId, named))),
})
