import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { renamePart } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Calls what was made here something else. */
export async function renameCataloguePart(
  ctx: Context,
  { part, id, ...named }: InputOf<typeof operatorCatalogue.rename>,
): Promise<OutputOf<typeof operatorCatalogue.rename>> {
  await ctx.transaction((inner) => renamePart(inner, part, id, named))
  return { label: named.label }
}
