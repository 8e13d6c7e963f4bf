import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { looks } from '#contract/search/looks.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownSearch } from './own-search.ts'
import { deletePicture } from './picture-queries.ts'
import { presentLook } from './present-look.ts'

/** Takes a picture off a search of the caller's; an upload goes with it. */
export async function removePicture(
  ctx: Context,
  { quoteId, pictureId }: InputOf<typeof looks.removePicture>,
): Promise<OutputOf<typeof looks.removePicture>> {
  const search = await ownSearch(ctx, quoteId)
  if (!(await deletePicture(ctx.db, search.id, pictureId))) throw new Refusal('not_found')
  return presentLook(ctx.db, search)
}
