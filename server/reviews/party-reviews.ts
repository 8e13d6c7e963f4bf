import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { PartyReviewPage, partyReviews, WrittenPartyReview } from '#contract/reviews/party-reviews.ts'
import type { CountryCode } from '#contract/values.ts'
import { listOtherLinks, type PartyPerson, getPersonByKey } from '#server/party/index.ts'
import type { Context } from '#server/platform/context.ts'
import { createPlaceholder, presentPicture, assertNotOwnProfile } from '#server/providers/index.ts'
import { lockReview, type ReviewedAppointment, findReviewedAppointment } from './reviews.queries.ts'
import {
  getReviewClose,
  editUntil,
  canReview,
  assertKnownChips,
  getReviewState,
  notifyProviderOfReview,
  formatWriter,
} from './reviews.ts'
import {
  findGuestReview,
  insertGuestReview,
  lockParty,
  countShownPartyReviews,
  updateGuestReview,
} from './party-reviews.queries.ts'
import { getSender } from '#server/notifications/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { assertNoContactDetails } from '#server/platform/validation/contact-details.ts'

export async function getPartyReview(
  ctx: Context,
  { key }: InputOf<typeof partyReviews.show>,
): Promise<OutputOf<typeof partyReviews.show>> {
  const { a, person } = await reviewedByGuest(ctx, key)
  return partyPageOf(ctx, a, person)
}

const partyPageOf = async (ctx: Context, a: ReviewedAppointment, person: PartyPerson): Promise<PartyReviewPage> => ({
  state: person.isBooker ? 'booker' : getReviewState(a, ctx.now),
  name: person.name,
  provider: a.provider_name,
  firstName: a.provider_name.split(' ')[0] ?? a.provider_name,
  slug: a.slug,
  picture: a.media_id
    ? presentPicture({ id: a.media_id, alt: a.media_alt ?? '', file: a.media_file }, 'square')
    : createPlaceholder(a.provider_name),
  event: a.event,
  place: a.place.split(',')[0] ?? a.place,
  eventDate: a.event_date,
  timeZone: a.tz,
  countryCode: a.country_code as CountryCode,
  opensAt: a.ends_at.toISOString(),
  closesAt: getReviewClose(a).toISOString(),
  services: person.services,
  review: await written(ctx, person),
  others: await listOtherLinks(ctx, person.guestId),
})

async function written(
  ctx: Context,
  { appointmentId: party, guestId }: PartyPerson,
): Promise<WrittenPartyReview | null> {
  const row = await findGuestReview(ctx.db, { party, guestId })
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
    of: await countShownPartyReviews(ctx.db, party),
  }
}

/** Works once, within 90 days after the end. */
export async function postPartyReview(
  ctx: Context,
  input: InputOf<typeof partyReviews.post>,
): Promise<OutputOf<typeof partyReviews.post>> {
  const { a, person } = await reviewedByGuest(ctx, input.key)
  if (person.isBooker) throw new Refusal('review_as_booker')
  await refuseAsGuest(ctx, a, input)
  const state = getReviewState(a, ctx.now)
  if (state === 'early') throw new Refusal('review_early', { detail: { opensAt: a.ends_at.toISOString() } })
  if (state === 'closed') throw new Refusal('review_closed')
  const sender = await getSender(ctx)
  const { name, role, score, comments, chips, hairTags } = input
  return ctx.transaction(async (tx) => {
    const review = await insertGuestReview(tx.db, {
      provider_id: a.provider_id,
      party: a.id,
      guest_id: person.guestId,
      guest_role: role,
      services: person.services,
      author: formatWriter(name),
      category_id: a.category_id,
      event: a.event,
      score,
      comments,
      chips,
      hair_tags: hairTags,
      created_at: tx.now,
    })
    if (!review) throw new Refusal('state_changed')
    await notifyProviderOfReview(tx, sender, a, review)
    return partyPageOf(tx, a, person)
  })
}

/** Works for seven days. */
export async function changePartyReview(
  ctx: Context,
  input: InputOf<typeof partyReviews.change>,
): Promise<OutputOf<typeof partyReviews.change>> {
  const { a, person } = await reviewedByGuest(ctx, input.key)
  if (person.isBooker) throw new Refusal('review_as_booker')
  await refuseAsGuest(ctx, a, input)
  const { name, role, score, comments, chips, hairTags } = input
  return ctx.transaction(async (tx) => {
    await lockParty(tx.db, a.id)
    const known = await findGuestReview(tx.db, { party: a.id, guestId: person.guestId })
    const row = known && (await lockReview(tx.db, known.id))
    if (!row) throw new Refusal('not_found')
    if (tx.now > editUntil(row.created_at) || row.hidden_at) throw new Refusal('edit_ended')
    await updateGuestReview(tx.db, row.id, {
      author: formatWriter(name),
      guest_role: role,
      score,
      comments,
      chips,
      hair_tags: hairTags,
      edited_at: tx.now,
    })
    return partyPageOf(tx, a, person)
  })
}

/** Throws if the appointment did not take place. Must not run inside a transaction. */
async function reviewedByGuest(ctx: Context, key: string): Promise<{ a: ReviewedAppointment; person: PartyPerson }> {
  const person = await getPersonByKey(ctx, key)
  const a = await findReviewedAppointment(ctx.db, person.appointmentId)
  if (!a || !canReview(a, 'customer')) throw new Refusal('not_found')
  const isBooker = person.isBooker || (ctx.viewer.accountId !== null && ctx.viewer.accountId === a.account_id)
  return { a, person: { ...person, isBooker } }
}

/** Throws for the artist themselves, unknown chips, and contact details in the name. */
async function refuseAsGuest(
  ctx: Context,
  a: ReviewedAppointment,
  { name, chips, comments }: InputOf<typeof partyReviews.post>,
): Promise<void> {
  await assertNotOwnProfile(ctx, a.provider_id)
  assertKnownChips({ type: 'customer', chips })
  assertNoContactDetails(name, 'name')
  assertNoContactDetails(comments, 'comments')
}
