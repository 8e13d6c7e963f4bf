import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { partyReviews } from '#contract/reviews/party-reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockReview } from '#server/reviews/queries.ts'
import { editUntil, writerName } from '#server/reviews/show-review.ts'
import { guestReviewOf, lockParty, updateGuestReview } from './party-queries.ts'
import { refuseAsGuest } from './refuse-as-guest.ts'
import { reviewedByGuest } from './reviewed-by-guest.ts'
import { partyPageOf } from './show-party-review.ts'

/** Changes what a person of the party has said, for seven days. */
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
    const known = await guestReviewOf(tx.db, { party: a.id, guestId: person.guestId })
    const row = known && (await lockReview(tx.db, known.id))
    if (!row) throw new Refusal('not_found')
    if (tx.now > editUntil(row.created_at) || row.hidden_at) throw new Refusal('edit_ended')
    await updateGuestReview(tx.db, row.id, {
      author: writerName(name),
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
