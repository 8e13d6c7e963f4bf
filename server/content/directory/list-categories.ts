import type { directory } from '#contract/content/directory.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { catalogOf, offeredIn } from '#server/catalog/index.ts'
import { categoryName } from '#server/content/city/page-texts.ts'
import type { Context } from '#server/platform/context.ts'

/** The kinds of work that can be searched for in a country, in the catalogue's order; one without services is none yet. */
export async function listCategories(
  ctx: Context,
  { country }: InputOf<typeof directory.categories>,
): Promise<OutputOf<typeof directory.categories>> {
  const { categories } = await catalogOf(ctx.database)
  return {
    categories: [...categories.values()]
      .filter((category) => offeredIn(category, country).length > 0)
      .map(({ slug, label }) => ({ slug, label: categoryName(slug, label, country) })),
  }
}
