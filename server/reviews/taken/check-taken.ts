import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { SignedTaken, type takenReviews } from '#contract/reviews/taken.ts'
import type { Context } from '#server/platform/context.ts'
import { publicReviewsKey } from './reviews-key.ts'
import { isSignedBy } from './sign-taken.ts'

/** Whether this site has signed such a file, letter by letter; what another site has signed only that one can say. */
export async function checkTaken(
  ctx: Context,
  { file }: InputOf<typeof takenReviews.check>,
): Promise<OutputOf<typeof takenReviews.check>> {
  const read = SignedTaken.safeParse(file)
  if (!read.success) return { outcome: looksLikeOne(file) ? 'changed' : 'unreadable', taken: null }
  const { issuer, issuedAt, artist, score } = read.data.statement
  const taken = { issuer, issuedAt, name: artist.name, slug: artist.slug, ...score }
  if (issuer !== ctx.env.publicUrl) return { outcome: 'elsewhere', taken }
  const ours = await isSignedBy([await publicReviewsKey(ctx.database)], read.data)
  return ours ? { outcome: 'ours', taken } : { outcome: 'changed', taken: null }
}

/** Something with a statement and a signature that no site signs like this: somebody was at it. */
const looksLikeOne = (file: unknown): boolean =>
  typeof file === 'object' && file !== null && 'statement' in file && 'signature' in file
