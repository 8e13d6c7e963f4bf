import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { looks } from '#contract/search/looks.ts'
import type { Context } from '#server/platform/context.ts'
import { ownSearch, presentLook } from './own-search.ts'

/** The look that the caller has in mind for a search of their own. */
export async function showLook(
  ctx: Context,
  { quoteId }: InputOf<typeof looks.show>,
): Promise<OutputOf<typeof looks.show>> {
  return presentLook(await ownSearch(ctx, quoteId))
}
