import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/search/quotes.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { resolveSearch, owns, presentSearch, searchAsSeen } from '#server/search/saved-search.ts'
import { isSettled, offeredAddOns } from '#server/search/add-ons/present-add-ons.ts'
import { bookableQuote, quoteSeenByOthers } from '#server/search/bookable/bookable-quote.ts'

/** One provider within a search; who fits gets a price that is kept for 72 hours for the owner of the search, who does not gets the reason. */
export async function showQuotedProvider(
  ctx: Context,
  input: InputOf<typeof quotes.provider>,
): Promise<OutputOf<typeof quotes.provider>> {
  const row = await searchAsSeen(ctx, input.quoteId)
  const asked = resolveSearch(row, await catalogOf(ctx.database), ctx.now)
  const mine = owns(ctx.viewer, row)
  const { quoted, locked } = await (mine ? bookableQuote : quoteSeenByOthers)(ctx, asked, input.profileId, input.type)
  return {
    card: locked ? { ...quoted.card, price: locked.total, deposit: locked.deposit } : quoted.card,
    locked,
    search: presentSearch(asked, ctx.viewer),
    details: row.details,
    addOns: mine && locked && !isSettled(asked, quoted) ? await offeredAddOns(ctx, asked, quoted) : null,
    why: locked ? null : quoted.card.reason,
  }
}
