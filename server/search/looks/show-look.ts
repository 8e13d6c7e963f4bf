import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { looks } from '#contract/search/looks.ts'
import type { Context } from '#server/platform/context.ts'
import { ownSearch } from './own-search.ts'
import { presentLook } from './present-look.ts'

/** The look that the caller has in mind for a search of their own. */
export async function showLook(
  ctx: Context,
  { quoteId }: InputOf<typeof looks.show>,
): Promise<OutputOf<typeof looks.show>> {
  return presentLook(ctx.db, await ownSearch(ctx, quoteId))
}
