import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { search } from '#contract/search/search.ts'
import { catalogOf, formSettings } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { resolveSearch, presentSearch, searchAsSeen } from '#server/search/saved-search.ts'

/** The same for a saved search, with the search to edit. */
export async function showFormSettingsOf(
  ctx: Context,
  { searchId }: InputOf<typeof search.formSettingsOf>,
): Promise<OutputOf<typeof search.formSettingsOf>> {
  const row = await searchAsSeen(ctx, searchId)
  const catalog = await catalogOf(ctx.database)
  const asked = resolveSearch(row, catalog, ctx.now)
  const store = [...catalog.stores.values()].find((s) => s.id === asked.category.storeId)
  return {
    formSettings: formSettings(catalog, store?.slug ?? '', asked.category.slug),
    search: presentSearch(asked, ctx.viewer),
  }
}
