import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { partyReviews } from '#contract/reviews/party-reviews.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { stateOf, writerName } from '#server/reviews/show-review.ts'
import { tellOfReview } from '#server/reviews/tell-of-review.ts'
import { insertGuestReview } from './party-queries.ts'
import { refuseAsGuest } from './refuse-as-guest.ts'
import { reviewedByGuest } from './reviewed-by-guest.ts'
import { partyPageOf } from './show-party-review.ts'

/** Posts what a person of the party has to say: from the end on, for 90 days, once. */
export async function postPartyReview(
  ctx: Context,
  input: InputOf<typeof partyReviews.post>,
): Promise<OutputOf<typeof partyReviews.post>> {
  const { a, person } = await reviewedByGuest(ctx, input.key)
  if (person.isBooker) throw new Refusal('review_as_booker')
  await refuseAsGuest(ctx, a, input)
  const state = stateOf(a, ctx.now)
  if (state === 'early') throw new Refusal('review_early', { detail: { opensAt: a.ends_at.toISOString() } })
  if (state === 'closed') throw new Refusal('review_closed')
  const sender = await senderOf(ctx)
  const { name, role, score, comments, chips, hairTags } = input
  return ctx.transaction(async (tx) => {
    const review = await insertGuestReview(tx.db, {
      provider_id: a.provider_id,
      party: a.id,
      guest_id: person.guestId,
      guest_role: role,
      services: person.services,
      author: writerName(name),
      category_id: a.category_id,
      event: a.event,
      score,
      comments,
      chips,
      hair_tags: hairTags,
      created_at: tx.now,
    })
    if (!review) throw new Refusal('state_changed')
    await tellOfReview(tx, sender, a, review)
    return partyPageOf(tx, a, person)
  })
}
