import { truncate } from '#contract/text.ts'
import { createHash } from 'node:crypto'
import { holdsContact } from '#server/platform/validation/contact-details.ts'
import type { Taken } from '#contract/reviews/taken.ts'
import type { Context } from '#server/platform/context.ts'
import { lockProvider, recordTakenOver } from '#server/providers/index.ts'
import { insertTaken } from './taken-queries.ts'

/** So many of a file are taken over, the newest. */
const MOST = 500

/** Takes over the reviews of a file: words under their own heading, marked with where they come from, and no part of any score. Each once. Answers a line. */
export async function importReviews(ctx: Context, accountId: string, statement: Taken): Promise<string> {
  const rows = rowsOf(statement)
  const { host } = new URL(statement.issuer)
  const added = await ctx.transaction(async (tx) => {
    const provider = await lockProvider(tx.db, accountId)
    if (!provider) throw new Error('the artist has left meanwhile')
    const own = rows.map((row) => ({ ...row, provider_id: provider.id, invited_at: tx.now }))
    const reviews = await insertTaken(tx.db, own)
    if (reviews > 0) await recordTakenOver(tx, provider, { site: host, reviews })
    return reviews
  })
  const out = statement.reviews.length - rows.length
  const why = `${out} more without words, with contact details or older than the newest ${MOST} stay out.`
  return `${added} of ${rows.length} reviews are new, as work done elsewhere, signed by ${host}.${out > 0 ? ` ${why}` : ''}`
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
        name: truncate(author.trim(), 60),
        work: truncate(event.trim() || host, 120),
        comments: truncate(comments.trim(), 2_000),
        written_at: new Date(at),
        source: host,
      }))
  )
}
