import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { photoPixels } from '#contract/providers/profile-rules.ts'
import { cropUpload, dropUpload, fileUrlOf, claimUpload, uploadOf } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn } from './own-profile.ts'
import { deleteLoosePhoto, insertPhoto, updateProvider } from './own-queries.ts'

/** Makes the chosen square of an upload the caller's profile photo; the one before it goes. */
export async function setPhoto(
  ctx: Context,
  { fileUrl, crop }: InputOf<typeof ownProfile.photo>,
): Promise<OutputOf<typeof ownProfile.photo>> {
  const upload = await uploadOf(ctx, fileUrl)
  const side = Math.min(upload.width, upload.height)
  if (side < photoPixels || Math.round(side * crop.size) < photoPixels) throw refuseField('file_too_small', 'photo')
  const square = await cropUpload(ctx, upload, crop)
  return changeOwn(ctx, async (ctx, row) => {
    const { id } = await insertPhoto(ctx.db, {
      provider_id: row.id,
      alt: row.name,
      file: fileUrlOf(square),
      upload_id: square.id,
      width: square.width,
      height: square.height,
      created_at: ctx.now,
    })
    await claimUpload(ctx, square.id)
    await updateProvider(ctx.db, row.id, { profile_media_id: id })
    const before = row.profile_media_id === null ? undefined : await deleteLoosePhoto(ctx.db, row.profile_media_id)
    if (before?.upload_id) await dropUpload(ctx, before.upload_id)
  })
}
