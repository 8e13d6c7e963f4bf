import type { JWK } from 'jose'
import { SignedTaken, type Taken } from '#contract/reviews/taken.ts'
import { findAccount } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { fillProfile, findProvider, sellToo } from '#server/providers/index.ts'
import { asArtist } from './as-artist.ts'
import { holdsText } from './holds-text.ts'
import { isHolder } from './holder.ts'
import { importAlbums } from './import-albums.ts'
import { importReviews } from './import-reviews.ts'
import { isSignedBy } from './sign-taken.ts'

export type Tell = (line: string) => void

/**
 * Takes over what another site has signed of an artist: what they have not said, do not sell and do not show here yet, and
 * their reviews. Each part is whole by itself, and adds nothing a second time; a line tells of each what came and what stayed
 * out. Not inside a transaction.
 */
export async function importTaken(
  ctx: Context,
  { file, slug, keys }: { file: unknown; slug: string; keys: readonly JWK[] },
  tell: Tell,
): Promise<void> {
  const statement = await signedStatement(ctx, file, keys)
  const artist = await heldArtist(ctx, statement, slug)
  const own = asArtist(ctx, artist.accountId)
  const { host } = new URL(statement.issuer)
  for (const line of await fillProfile(own, host, statement.artist)) tell(line)
  for (const line of await sellToo(own, host, statement.artist.services)) tell(line)
  await importAlbums(own, artist, statement, tell)
  tell(await importReviews(own, artist.accountId, statement))
}

async function signedStatement(ctx: Context, file: unknown, keys: readonly JWK[]): Promise<Taken> {
  const read = SignedTaken.safeParse(file)
  if (!read.success || !holdsText(read.data)) throw new Error('That is no file of signed reviews.')
  if (!(await isSignedBy(keys, read.data)))
    throw new Error('That file is not signed by these keys, or was changed since.')
  if (read.data.statement.issuer === ctx.env.publicUrl) throw new Error('These reviews stand here already.')
  return read.data.statement
}

/** The artist of that page, where the file was made for whoever has their confirmed address. */
async function heldArtist(ctx: Context, statement: Taken, slug: string) {
  const provider = await findProvider(ctx.db, slug, ['approved', 'paused'])
  if (!provider) throw new Error(`No artist has a page at ${slug}.`)
  const account = provider.account_id ? await findAccount(ctx.db, provider.account_id) : undefined
  if (!account?.email_verified_at || !(await isHolder(statement.artist.holder, account.email)))
    throw new Error(
      `That file was made for somebody with another mail address than ${slug}. They take it anew with the same confirmed address on both sites.`,
    )
  return { id: provider.id, country_code: provider.country_code, accountId: account.id }
}
