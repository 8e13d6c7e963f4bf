import { reviewDays } from '#contract/reviews/review-words.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { reviews, ReviewPage, ReviewType, WrittenReview } from '#contract/reviews/reviews.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { noPicture, pictureOf } from '#server/providers/index.ts'
import { customerReviewOf, picturesById, type Reviewed, reviewOf } from './queries.ts'
import { appointmentOfKey } from './review-key.ts'

const DAY_MS = 86_400_000

/** Until when what was written then may be changed. */
export const editUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + reviewDays.edit * DAY_MS)

/** Until when an appointment can be reviewed. */
export const closesAt = ({ ends_at }: Pick<Reviewed, 'ends_at'>): Date =>
  new Date(ends_at.getTime() + reviewDays.open * DAY_MS)

/** Where the reviews of an appointment stand. */
export function stateOf(appointment: Pick<Reviewed, 'ends_at'>, now: Date): ReviewPage['state'] {
  if (now < appointment.ends_at) return 'early'
  return now > closesAt(appointment) ? 'closed' : 'open'
}

/** First name and initial: how a writer is shown. */
export function writerName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const initial = rest.at(-1)?.[0]
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}

/** What the page of a review link shows. */
export async function showReview(
  ctx: Context,
  input: InputOf<typeof reviews.show>,
): Promise<OutputOf<typeof reviews.show>> {
  return pageOf(ctx, await appointmentOfKey(ctx, input), input.type)
}

export async function pageOf(ctx: Context, a: Reviewed, type: ReviewType): Promise<ReviewPage> {
  const name = type === 'customer' ? a.provider_name : writerName(a.customer_name || a.requester.name)
  return {
    type,
    appointmentId: a.id,
    state: stateOf(a, ctx.now),
    name,
    firstName: name.split(' ')[0] ?? name,
    slug: type === 'customer' ? a.slug : null,
    picture:
      type === 'customer' && a.media_id
        ? pictureOf({ id: a.media_id, alt: a.media_alt ?? '', file: a.media_file }, 'square')
        : noPicture,
    event: a.event,
    place: a.place.split(',')[0] ?? a.place,
    eventDate: a.event_date,
    timeZone: a.tz,
    countryCode: a.country_code as CountryCode,
    opensAt: a.ends_at.toISOString(),
    closesAt: closesAt(a).toISOString(),
    review: await written(ctx, a, type),
  }
}

async function written(ctx: Context, a: Reviewed, type: ReviewType): Promise<WrittenReview | null> {
  const row = type === 'customer' ? await reviewOf(ctx.db, a.id) : await customerReviewOf(ctx.db, a.id)
  if (!row) return null
  const public_ = 'media_ids' in row ? row : null
  const pictures = await picturesById(ctx.db, public_?.media_ids ?? [])
  return {
    score: row.score,
    comments: row.comments,
    chips: public_?.chips ?? [],
    hairTags: (public_?.hair_tags ?? []) as LookTag[],
    pictures: pictures.map((media) => pictureOf(media, 'tall')),
    createdAt: row.created_at.toISOString(),
    editUntil: editUntil(row.created_at).toISOString(),
    editable: ctx.now <= editUntil(row.created_at) && !public_?.hidden_at,
    removedReason: public_?.hidden_reason ?? null,
  }
}
