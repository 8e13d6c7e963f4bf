import type { InputOf } from '#contract/endpoint.ts'
import { refuseContact } from '#server/platform/validation/contact-details.ts'
import type { partyReviews } from '#contract/reviews/party-reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseOwnProfile } from '#server/providers/index.ts'
import { refuseStrangeChips } from '#server/reviews/posted-review.ts'
import type { Reviewed } from '#server/reviews/queries.ts'

/** Refuses what no guest may post: as the artist themself, with chips that no form offers, or with a way to reach somebody for a name. */
export async function refuseAsGuest(
  ctx: Context,
  a: Reviewed,
  { name, chips, comments }: InputOf<typeof partyReviews.post>,
): Promise<void> {
  await refuseOwnProfile(ctx, a.provider_id)
  refuseStrangeChips({ type: 'customer', chips })
  refuseContact(name, 'name')
  refuseContact(comments, 'comments')
}
