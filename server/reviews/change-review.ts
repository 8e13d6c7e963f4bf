import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseContact } from '#server/platform/validation/contact-details.ts'
import { refuseOwnProfile } from '#server/providers/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { customerReviewOf, reviewOf, updateCustomerReview, updateReview } from './queries.ts'
import { appointmentOfKey } from './review-key.ts'
import { editUntil, pageOf } from './show-review.ts'
import { refuseStrangeChips, savePictures, withChips } from './posted-review.ts'

type Posted = InputOf<typeof reviews.post>

/** Changes a review, for seven days. */
export async function changeReview(ctx: Context, input: Posted): Promise<OutputOf<typeof reviews.change>> {
  const appointment = await appointmentOfKey(ctx, input)
  if (input.type === 'customer') await refuseOwnProfile(ctx, appointment.provider_id, appointment.requester.email)
  refuseStrangeChips(input)
  if (input.type === 'customer') refuseContact(input.comments, 'comments')
  return ctx.once(async (inner) => {
    const { score, comments, chips, hairTags } = input
    const row =
      input.type === 'customer'
        ? await reviewOf(inner.db, appointment.id)
        : await customerReviewOf(inner.db, appointment.id)
    if (!row) throw new Refusal('not_found')
    const shown = 'media_ids' in row ? row : null
    if (inner.now > editUntil(row.created_at) || shown?.hidden_at) throw new Refusal('edit_ended')
    if (shown) {
      const media = await savePictures(inner, appointment, input.pictures, shown.media_ids)
      await updateReview(inner.db, row.id, {
        score,
        comments,
        chips,
        hair_tags: hairTags,
        media_ids: media,
        edited_at: inner.now,
      })
    } else await updateCustomerReview(inner.db, row.id, { score, comments: withChips(input), edited_at: inner.now })
    return pageOf(inner, appointment, input.type)
  })
}
