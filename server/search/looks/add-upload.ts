import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { looks } from '#contract/search/looks.ts'
import { claimUpload, uploadOf } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addPicture } from './add-picture.ts'
import { ownSearch } from './own-search.ts'

/** Puts an upload of the caller's own to a search of theirs. */
export async function addUpload(
  ctx: Context,
  { quoteId, fileUrl }: InputOf<typeof looks.addUpload>,
): Promise<OutputOf<typeof looks.addUpload>> {
  const search = await ownSearch(ctx, quoteId)
  return ctx.transaction(async (tx) => {
    const upload = await uploadOf(tx, fileUrl)
    // What was sent for an album or a conversation is kept and deleted with that.
    if (upload.folder !== 'looks') throw new Refusal('not_found')
    const look = await addPicture(tx, search, { upload_id: upload.id }, (row) => row.upload?.id === upload.id)
    await claimUpload(tx, upload.id)
    return look
  })
}
