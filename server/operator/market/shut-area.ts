import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { closeArea } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { presentArea } from './present-area.ts'

/** Closes an area: it is found no longer. */
export const shutArea = async (
  ctx: Context,
  { areaId, reason }: InputOf<typeof operatorCatalogue.closeArea>,
): Promise<OutputOf<typeof operatorCatalogue.closeArea>> => ({
  area: presentArea(await ctx.transaction((inner) => closeArea(inner, areaId, reason))),
})
