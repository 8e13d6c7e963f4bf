import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch, saveVisitor } from '#server/search/queries.ts'

/** Lets the person whose account has a search carry on with it in this browser: its cookie owns the search from now on, in the place of the one before. */
export async function comeBack(
  ctx: Context,
  { quoteId }: InputOf<typeof quotes.comeBack>,
): Promise<OutputOf<typeof quotes.comeBack>> {
  const { accountId, visitorHash } = ctx.viewer
  if (!accountId || !visitorHash) throw new Refusal('not_signed_in')
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (row.account_id !== accountId) throw new Refusal('not_yours')
  await saveVisitor(ctx.db, row.id, visitorHash)
  return { mine: true }
}
