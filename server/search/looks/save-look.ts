import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { looks } from '#contract/search/looks.ts'
import type { Context } from '#server/platform/context.ts'
import { saveLookOf } from './look-queries.ts'
import { ownSearch } from './own-search.ts'
import { presentLook } from './present-look.ts'

/** Keeps the look that the caller has in mind, in the place of what they said before. */
export async function saveLook(
  ctx: Context,
  { quoteId, tags, freeOf }: InputOf<typeof looks.save>,
): Promise<OutputOf<typeof looks.save>> {
  const row = await ownSearch(ctx, quoteId)
  const look = { tags, free_of: freeOf }
  await saveLookOf(ctx.db, row.id, look)
  return presentLook(ctx.db, { ...row, ...look })
}
