import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { holdsContact } from '#server/platform/validation/contact-details.ts'
import type { outsideReviews } from '#contract/reviews/outside.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { refuseOwnProfile } from '#server/providers/index.ts'
import { saveWords } from './outside-queries.ts'
import { invitationOfKey, outsidePage } from './show-outside-review.ts'

/** Writes what somebody was asked for, once, by the link of their own mail; never the artist themselves. */
export async function writeOutsideReview(
  ctx: Context,
  { key, name, work, comments }: InputOf<typeof outsideReviews.write>,
): Promise<OutputOf<typeof outsideReviews.write>> {
  const row = await invitationOfKey(ctx, key)
  await refuseOwnProfile(ctx, row.provider_id)
  for (const [field, text] of Object.entries({ name, work, comments }))
    if (holdsContact(text)) throw refuseField('contact_details', field)
  const { state } = outsidePage(row, ctx.now)
  if (state === 'closed') throw new Refusal('review_closed')
  if (state === 'written') throw new Refusal('state_changed')
  return ctx.once(async (tx) => {
    const words = { name, work, comments, written_at: tx.now }
    if (!(await saveWords(tx.db, row.id, words))) throw new Refusal('state_changed')
    return outsidePage({ ...row, ...words }, tx.now)
  })
}
