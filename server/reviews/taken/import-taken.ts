import { createHash } from 'node:crypto'
import type { JWK } from 'jose'
import { holdsContact } from '#contract/providers/profile-rules.ts'
import { SignedTaken, type Taken } from '#contract/reviews/taken.ts'
import { findAccount } from '#server/accounts/door.ts'
import type { Context } from '#server/platform/context.ts'
import { findProvider } from '#server/providers/door.ts'
import { isHolder } from './holder.ts'
import { isSignedBy } from './sign-taken.ts'
import { insertTaken } from './taken-queries.ts'

/** So many of a file are taken over, the newest. */
const MOST = 500

/** Takes over what another site has signed of an artist: words under their own heading, marked with where they come from, and no part of any score. Each once. Not inside a transaction. */
export async function importTaken(
  ctx: Context,
  { file, slug, keys }: { file: unknown; slug: string; keys: readonly JWK[] },
): Promise<{ added: number; of: number }> {
  const read = SignedTaken.safeParse(file)
  if (!read.success) throw new Error('That is no file of signed reviews.')
  const { statement } = read.data
  if (!(await isSignedBy(keys, read.data)))
    throw new Error('That file is not signed by these keys, or was changed since.')
  if (statement.issuer === ctx.env.publicUrl) throw new Error('These reviews stand here already.')
  const provider = await findProvider(ctx.db, slug, ['approved', 'paused'])
  if (!provider) throw new Error(`No artist has a page at ${slug}.`)
  const account = provider.account_id ? await findAccount(ctx.db, provider.account_id) : undefined
  const theirs = account?.email_verified_at && (await isHolder(statement.artist.holder, account.email))
  if (!theirs)
    throw new Error(
      `That file was made for somebody with another mail address than ${slug}. They take it anew with the same confirmed address on both sites.`,
    )
  const rows = rowsOf(statement).map((row) => ({ ...row, provider_id: provider.id, invited_at: ctx.now }))
  return ctx.transaction(async (tx) => ({ added: await insertTaken(tx.db, rows), of: rows.length }))
}

/** Reviews with words and without contact details, as rows of work done elsewhere. */
function rowsOf({ issuer, reviews }: Taken) {
  const { host } = new URL(issuer)
  return (
    reviews
      .filter(({ comments, author }) => comments.trim() !== '' && author.trim() !== '')
      // What another site lets stand is no way around what holds here.
      .filter(({ comments, author, event }) => ![comments, author, event].some(holdsContact))
      .slice(0, MOST)
      .map(({ id, author, event, comments, at }) => ({
        // Nobody was written to: it is known by which review of which site it was.
        address_hash: createHash('sha256').update(`taken ${issuer} ${id}`).digest(),
        name: author.trim().slice(0, 60),
        work: (event.trim() || host).slice(0, 120),
        comments: comments.trim().slice(0, 2_000),
        written_at: new Date(at),
        source: host,
      }))
  )
}
