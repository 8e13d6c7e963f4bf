import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { outsideReviews } from '#contract/reviews/outside.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { openedBy } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { noPicture, pictureOf } from '#server/providers/index.ts'
import { invitationById } from './outside-queries.ts'

/** How long after the mail something may be written. */
const OPEN_MS = 90 * 86_400_000

type Invitation = NonNullable<Awaited<ReturnType<typeof invitationById>>>

/** What the link of an invitation is about. */
export const showOutsideReview = async (
  ctx: Context,
  { key }: InputOf<typeof outsideReviews.show>,
): Promise<OutputOf<typeof outsideReviews.show>> => outsidePage(await invitationOfKey(ctx, key), ctx.now)

/** The invitation that a key opens; refuses one that is not ours, and one of an artist who is not to be seen. Not inside a transaction. */
export async function invitationOfKey(ctx: Context, key: string): Promise<Invitation> {
  const id = await openedBy(ctx.database, ctx.env, 'praise', key)
  const row = id ? await invitationById(ctx.db, id) : undefined
  if (!row || !['approved', 'paused'].includes(row.state)) throw new Refusal('not_found')
  return row
}

/** The page of an invitation as it stands. */
export const outsidePage = (row: Invitation, now: Date): OutputOf<typeof outsideReviews.show> => ({
  artist: {
    name: row.artist,
    slug: row.slug,
    picture: row.media_id
      ? pictureOf({ id: row.media_id, alt: row.media_alt ?? '', file: row.media_file }, 'square')
      : noPicture,
  },
  name: row.name,
  work: row.work,
  state: row.written_at ? 'written' : now.getTime() - row.invited_at.getTime() > OPEN_MS ? 'closed' : 'open',
  countryCode: row.country_code as CountryCode,
})
