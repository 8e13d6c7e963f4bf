import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { search } from '#contract/search/search.ts'
import { catalogOf, formSettings } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** What a search form offers. */
export async function showFormSettings(
  ctx: Context,
  input: InputOf<typeof search.formSettings>,
): Promise<OutputOf<typeof search.formSettings>> {
  // The catalogue alone: what changes in it is told to every page.
  ctx.about()
  return {
    formSettings: formSettings(await catalogOf(ctx.database), input.storeSlug, input.categorySlug),
    search: null,
  }
}
