import type { OutputOf } from '#contract/endpoint.ts'
import type { Profile } from '#contract/providers/providers.ts'
import type { Taken, takenReviews } from '#contract/reviews/taken.ts'
import { ownLabel } from '#contract/words.ts'
import { findAccount } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider, showProfile } from '#server/providers/index.ts'
import { holderOf } from './holder.ts'
import { reviewsKey } from './reviews-key.ts'
import { signTaken } from './sign-taken.ts'
import { isOfPair } from './taken-pictures.ts'
import { allShown } from './taken-queries.ts'

const MOST = 10_000

/** The caller's public profile and every review that is shown of them, signed by the site: nothing that is not public. */
export async function takeReviews(ctx: Context): Promise<OutputOf<typeof takenReviews.take>> {
  const { id, state, account_id: accountId } = await ownProvider(ctx)
  const account = accountId ? await findAccount(ctx.db, accountId) : undefined
  if (!account || (state !== 'approved' && state !== 'paused')) throw new Refusal('not_live')
  const profile = await showProfile(ctx, { profileId: id })
  const issuer = ctx.env.publicUrl
  const statement: Taken = {
    format: 'primp-reviews-1',
    issuer,
    checkedAt: `${issuer}/signed-reviews`,
    issuedAt: ctx.now.toISOString(),
    artist: { ...shownOf(profile, issuer), holder: await holderOf(account.email) },
    score: { average: profile.rating, reviews: profile.totalReviews },
    reviews: (await allShown(ctx.reads, id, MOST)).map(({ created_at, id: of, ...review }) => ({
      ...review,
      id: String(of),
      at: created_at.toISOString(),
    })),
  }
  return signTaken(await reviewsKey(ctx.database), statement)
}

const shownOf = (
  { slug, name, bio, countryCode, area, languages, services, albums }: Profile,
  issuer: string,
): Omit<Taken['artist'], 'holder'> => ({
  slug,
  name,
  bio,
  countryCode,
  area,
  languages,
  services: services.map(({ id, title, label, words, minutes, price, currency }) => ({
    label: ownLabel(title, label),
    slug: id,
    words,
    minutes,
    price,
    currency,
    ...(title === null ? {} : { title }),
  })),
  albums: albums.flatMap(({ title, media }) => {
    const shown = media.map(({ src, alt }) => ({ href: new URL(src, issuer).href, alt }))
    // Who said yes to two pictures of themselves said it to this page, and can take it back here alone.
    const ownWork = shown.filter(({ href }) => !isOfPair(href))
    if (ownWork.length === 0 && shown.length > 0) return []
    return [{ title, pictures: ownWork.map(({ href }) => href), shows: ownWork.map(({ alt }) => alt) }]
  }),
})
