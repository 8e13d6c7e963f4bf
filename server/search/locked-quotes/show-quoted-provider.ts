import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/search/quotes.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { resolveSearch, owns, presentSearch } from '#server/search/saved-search.ts'
import { findSearch } from '#server/search/queries.ts'
import { bookableQuote } from '#server/search/bookable/bookable-quote.ts'

/** One provider within a search; who fits gets a price that is kept for 72 hours, who does not gets the reason. */
export async function showQuotedProvider(
  ctx: Context,
  input: InputOf<typeof quotes.provider>,
): Promise<OutputOf<typeof quotes.provider>> {
  const row = await findSearch(ctx.database, input.quoteId)
  if (!row) throw new Refusal('not_found')
  const asked = resolveSearch(row, await catalogOf(ctx.database), ctx.now)
  const { quoted, locked } = await bookableQuote(ctx, asked, input.profileId, input.type)
  return {
    card: locked ? { ...quoted.card, price: locked.total, deposit: locked.deposit } : quoted.card,
    locked,
    search: presentSearch(asked, ctx.viewer),
    details: owns(ctx.viewer, row) ? row.details : null,
    why: locked ? null : quoted.card.reason,
  }
}
