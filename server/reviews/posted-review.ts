import { truncate } from '#contract/text.ts'
import { deleteReviewPictures, insertReviewPicture } from '#server/providers/index.ts'
import { reviewChips } from '#contract/reviews/review-words.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import { dropUpload, fileUrlOf, claimUpload, uploadOf } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { picturesById, type Reviewed } from './queries.ts'

type Posted = InputOf<typeof reviews.post>

/** Refuses chips that no form offers. */
export function refuseStrangeChips({ type, chips }: Pick<Posted, 'type' | 'chips'>): void {
  const known: readonly string[] = reviewChips[type]
  if (chips.some((chip) => !known.includes(chip))) throw refuseField('invalid_input', 'chips')
}

/** Nobody but the team reads it: what was touched stands before what was typed. */
export const withChips = ({ chips, comments }: Posted): string =>
  [chips.join(', '), comments].filter(Boolean).join('\n')

/** Puts uploads of the appointment's customer beside the review; what stood there and is not named any more goes. */
export async function savePictures(
  ctx: Context,
  a: Reviewed,
  wanted: readonly string[],
  before: readonly number[],
): Promise<number[]> {
  const standing = await picturesById(ctx.db, before)
  const own = { ...ctx, viewer: { ...ctx.viewer, accountId: a.account_id } }
  const ids: number[] = []
  for (const file of new Set(wanted)) {
    const known = standing.find((picture) => picture.file === file)
    if (known) ids.push(Number(known.id))
    else {
      const upload = await uploadOf(own, file)
      ids.push(
        await insertReviewPicture(ctx.db, {
          alt: truncate(`Picture of ${a.provider_name}'s work, ${a.event}`, 200),
          file: fileUrlOf(upload),
          upload_id: upload.id,
          width: upload.width,
          height: upload.height,
          created_at: ctx.now,
          consent_at: ctx.now,
        }),
      )
      await claimUpload(ctx, upload.id)
    }
  }
  const gone = standing.filter(({ id }) => !ids.includes(Number(id)))
  await deleteReviewPictures(
    ctx.db,
    gone.map(({ id }) => Number(id)),
  )
  for (const { upload_id } of gone) if (upload_id) await dropUpload(ctx, upload_id)
  return ids
}
