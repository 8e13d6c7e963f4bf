import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { looks } from '#contract/search/looks.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addPicture } from './add-picture.ts'
import { ownSearch } from './own-search.ts'
import { findWork } from './picture-queries.ts'

/** Puts an artist's work to a search of the caller's. */
export async function addWork(
  ctx: Context,
  { quoteId, mediaId }: InputOf<typeof looks.addWork>,
): Promise<OutputOf<typeof looks.addWork>> {
  const search = await ownSearch(ctx, quoteId)
  return ctx.transaction(async (tx) => {
    if (!(await findWork(tx.db, mediaId))) throw new Refusal('not_found')
    return addPicture(tx, search, { media_id: mediaId }, (row) => row.media?.id === mediaId)
  })
}
