import { deleteReviewPictures, insertReviewPicture } from '#server/providers/albums/door.ts'
import { reviewChips } from '#contract/reviews/review-words.ts'
import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import { dropUpload, fileUrlOf, claimUpload, uploadOf } from '#server/pictures/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import {
  customerReviewOf,
  insertCustomerReview,
  insertReview,
  picturesById,
  type Reviewed,
  reviewOf,
  updateCustomerReview,
  updateReview,
} from './queries.ts'
import { appointmentOfKey } from './review-key.ts'
import { editUntil, pageOf, stateOf, writerName } from './show-review.ts'

type Posted = InputOf<typeof reviews.post>

/** Posts the review of an appointment: from its end on, for 90 days, once. */
export async function postReview(ctx: Context, input: Posted): Promise<OutputOf<typeof reviews.post>> {
  const appointment = await appointmentOfKey(ctx, input)
  refuseStrangeChips(input)
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

/** Changes a review, for seven days. */
export async function changeReview(ctx: Context, input: Posted): Promise<OutputOf<typeof reviews.change>> {
  const appointment = await appointmentOfKey(ctx, input)
  refuseStrangeChips(input)
  return ctx.once(async (inner) => {
    const { score, comments, chips } = input
    const row =
      input.type === 'customer'
        ? await reviewOf(inner.db, appointment.id)
        : await customerReviewOf(inner.db, appointment.id)
    if (!row) throw new Refusal('not_found')
    const shown = 'media_ids' in row ? row : null
    if (inner.now > editUntil(row.created_at) || shown?.hidden_at) throw new Refusal('edit_ended')
    if (shown) {
      const media = await savePictures(inner, appointment, input.pictures, shown.media_ids)
      await updateReview(inner.db, row.id, { score, comments, chips, media_ids: media, edited_at: inner.now })
    } else await updateCustomerReview(inner.db, row.id, { score, comments: withChips(input), edited_at: inner.now })
    return pageOf(inner, appointment, input.type)
  })
}

function refuseStrangeChips({ type, chips }: Posted): void {
  const known: readonly string[] = reviewChips[type]
  if (chips.some((chip) => !known.includes(chip))) throw refuseField('invalid_input', 'chips')
}

async function postPublic(
  ctx: Context,
  sender: Sender,
  a: Reviewed,
  { score, comments, chips, pictures }: Posted,
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
    media_ids: media,
    created_at: ctx.now,
  })
  if (!review) throw new Refusal('state_changed')
  if (!a.provider_email || !a.provider_account) return
  await announce(ctx, { to: [`account:${a.provider_account}`], kind: 'review.new', ref: String(review.id) })
  await notify(ctx, sender, {
    kind: 'review.new',
    to: { email: a.provider_email, name: a.owner_name, accountId: a.provider_account, country: a.provider_country },
    path: '/dashboard/reviews',
    fact: `review.new ${review.id}`,
    values: {
      name: author,
      score: String(score),
      firstLine: comments.split('\n')[0] ?? '',
      comments,
      date: date(a.event_date, (a.provider_country ?? a.country_code) as Country, ctx.now.getUTCFullYear()),
    },
  })
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

// Nobody but the team reads it: what was touched stands before what was typed.
const withChips = ({ chips, comments }: Posted): string => [chips.join(', '), comments].filter(Boolean).join('\n')

/** Puts uploads of the appointment's customer beside the review; what stood there and is not named any more goes. */
async function savePictures(
  ctx: Context,
  a: Reviewed,
  wanted: readonly string[],
  before: readonly number[],
): Promise<number[]> {
  const standing = await picturesById(ctx.db, before)
  const own = { ...ctx, viewer: { ...ctx.viewer, accountId: a.account_id } }
  const ids: number[] = []
  for (const file of [...new Set(wanted)]) {
    const known = standing.find((picture) => picture.file === file)
    if (known) ids.push(Number(known.id))
    else {
      const upload = await uploadOf(own, file)
      ids.push(
        await insertReviewPicture(ctx.db, {
          alt: `Picture of ${a.provider_name}'s work, ${a.event}`.slice(0, 200),
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
