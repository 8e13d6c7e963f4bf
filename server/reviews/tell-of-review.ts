import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { notify, type Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Reviewed, ReviewRow } from './queries.ts'

/** Tells the artist of a review that is up. In the transaction that puts it there. */
export async function tellOfReview(
  ctx: Context,
  sender: Sender,
  a: Reviewed,
  { id, author, score, comments }: Pick<ReviewRow, 'id' | 'author' | 'score' | 'comments'>,
): Promise<void> {
  if (!a.provider_email || !a.provider_account) return
  await announce(ctx, { to: [`account:${a.provider_account}`], kind: 'review.new', ref: String(id) })
  await notify(ctx, sender, {
    kind: 'review.new',
    to: { email: a.provider_email, name: a.owner_name, accountId: a.provider_account, country: a.provider_country },
    path: '/dashboard/reviews',
    fact: `review.new ${id}`,
    values: {
      name: author,
      score: String(score),
      firstLine: comments.split('\n')[0] ?? '',
      comments,
      date: date(a.event_date, (a.provider_country ?? a.country_code) as Country, ctx.now.getUTCFullYear()),
    },
  })
}
