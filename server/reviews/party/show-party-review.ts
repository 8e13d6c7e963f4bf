import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { PartyReviewPage, partyReviews, WrittenPartyReview } from '#contract/reviews/party-reviews.ts'
import type { CountryCode } from '#contract/values.ts'
import type { PartyPerson } from '#server/bookings/guests/door.ts'
import type { Context } from '#server/platform/context.ts'
import { noPicture, pictureOf } from '#server/providers/index.ts'
import type { Reviewed } from '#server/reviews/queries.ts'
import { closesAt, editUntil, stateOf } from '#server/reviews/show-review.ts'
import { guestReviewOf, shownOfParty } from './party-queries.ts'
import { reviewedByGuest } from './reviewed-by-guest.ts'

/** What a person of a party reviews by their own link. */
export async function showPartyReview(
  ctx: Context,
  { key }: InputOf<typeof partyReviews.show>,
): Promise<OutputOf<typeof partyReviews.show>> {
  const { a, person } = await reviewedByGuest(ctx, key)
  return partyPageOf(ctx, a, person)
}

/** The page of a guest's link once the day is over. */
export const partyPageOf = async (ctx: Context, a: Reviewed, person: PartyPerson): Promise<PartyReviewPage> => ({
  state: person.isBooker ? 'booker' : stateOf(a, ctx.now),
  name: person.name,
  provider: a.provider_name,
  firstName: a.provider_name.split(' ')[0] ?? a.provider_name,
  slug: a.slug,
  picture: a.media_id ? pictureOf({ id: a.media_id, alt: a.media_alt ?? '', file: a.media_file }, 'square') : noPicture,
  event: a.event,
  place: a.place.split(',')[0] ?? a.place,
  eventDate: a.event_date,
  timeZone: a.tz,
  countryCode: a.country_code as CountryCode,
  opensAt: a.ends_at.toISOString(),
  closesAt: closesAt(a).toISOString(),
  services: person.services,
  review: await written(ctx, person),
})

async function written(
  ctx: Context,
  { appointmentId: party, guestId }: PartyPerson,
): Promise<WrittenPartyReview | null> {
  const row = await guestReviewOf(ctx.db, { party, guestId })
  if (!row) return null
  return {
    author: row.author,
    role: row.guest_role,
    score: row.score,
    comments: row.comments,
    chips: row.chips,
    hairTags: row.hair_tags as LookTag[],
    createdAt: row.created_at.toISOString(),
    editUntil: editUntil(row.created_at).toISOString(),
    editable: ctx.now <= editUntil(row.created_at) && !row.hidden_at,
    removedReason: row.hidden_reason,
    of: await shownOfParty(ctx.db, party),
  }
}
