import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { addStore } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Makes a store. */
export const addCatalogueStore = async (
  ctx: Context,
  input: InputOf<typeof operatorCatalogue.addStore>,
): Promise<OutputOf<typeof operatorCatalogue.addStore>> => ({
  id: String(await ctx.transaction((inner) => addStore(inner, input))),
})
