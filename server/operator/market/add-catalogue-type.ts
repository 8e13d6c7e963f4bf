import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { addType } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Makes a type in a category. */
export const addCatalogueType = async (
  ctx: Context,
  { categoryId, ...named }: InputOf<typeof operatorCatalogue.addType>,
): Promise<OutputOf<typeof operatorCatalogue.addType>> => ({
  id: await ctx.transaction((inner) => addType(inner, categoryId, named)),
})
