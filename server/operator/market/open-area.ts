import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { addArea } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { presentArea } from './present-area.ts'

/** Opens an area by a name that people search by. */
export const openArea = async (
  ctx: Context,
  input: InputOf<typeof operatorCatalogue.addArea>,
): Promise<OutputOf<typeof operatorCatalogue.addArea>> => ({
  area: presentArea(await ctx.transaction((inner) => addArea(inner, input))),
})
