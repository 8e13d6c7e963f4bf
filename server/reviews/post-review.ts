import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseContact } from '#server/platform/validation/contact-details.ts'
import { refuseOwnProfile } from '#server/providers/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { insertCustomerReview, insertReview, type Reviewed } from './queries.ts'
import { appointmentOfKey } from './review-key.ts'
import { tellOfReview } from './tell-of-review.ts'
import { pageOf, stateOf, writerName } from './show-review.ts'
import { refuseStrangeChips, savePictures, withChips } from './posted-review.ts'

type Posted = InputOf<typeof reviews.post>

/** Posts the review of an appointment: from its end on, for 90 days, once. */
export async function postReview(ctx: Context, input: Posted): Promise<OutputOf<typeof reviews.post>> {
  const appointment = await appointmentOfKey(ctx, input)
  if (input.type === 'customer') await refuseOwnProfile(ctx, appointment.provider_id, appointment.requester.email)
  refuseStrangeChips(input)
  if (input.type === 'customer') refuseContact(input.comments, 'comments')
  const state = stateOf(appointment, ctx.now)
  if (state === 'early') throw new Refusal('review_early', { detail: { opensAt: appointment.ends_at.toISOString() } })
  if (state === 'closed') throw new Refusal('review_closed')
  const sender = await senderOf(ctx)
  return ctx.once(async (inner) => {
    if (input.type === 'customer') await postPublic(inner, sender, appointment, input)
    else await postPrivate(inner, appointment, input)
    return pageOf(inner, appointment, input.type)
  })
}

async function postPublic(
  ctx: Context,
  sender: Sender,
  a: Reviewed,
  { score, comments, chips, hairTags, pictures }: Posted,
): Promise<void> {
  const author = writerName(a.customer_name || a.requester.name)
  const media = await savePictures(ctx, a, pictures, [])
  const review = await insertReview(ctx.db, {
    provider_id: a.provider_id,
    appointment_id: a.id,
    account_id: a.account_id,
    author,
    category_id: a.category_id,
    event: a.event,
    score,
    comments,
    chips,
    hair_tags: hairTags,
    media_ids: media,
    created_at: ctx.now,
  })
  if (!review) throw new Refusal('state_changed')
  await tellOfReview(ctx, sender, a, review)
}

async function postPrivate(ctx: Context, a: Reviewed, input: Posted): Promise<void> {
  const kept = await insertCustomerReview(ctx.db, {
    appointment_id: a.id,
    provider_id: a.provider_id,
    account_id: a.account_id,
    score: input.score,
    comments: withChips(input),
    created_at: ctx.now,
  })
  if (!kept) throw new Refusal('state_changed')
}
