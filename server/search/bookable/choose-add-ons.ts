import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { addOns } from '#contract/search/add-ons.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addOnsFor } from '#server/providers/index.ts'
import { choiceOf } from '#server/search/add-ons/choice-of.ts'
import type { KeptAddOn } from '#server/search/add-ons/kept-add-ons.ts'
import { isSettled } from '#server/search/add-ons/present-add-ons.ts'
import { withAddOns } from '#server/search/add-ons/with-add-ons.ts'
import { bodyOf, presentQuote } from '#server/search/locked-quotes/quote-body.ts'
import { heldQuote, latestQuote } from '#server/search/locked-quotes/quote-queries.ts'
import { findSearch } from '#server/search/queries.ts'
import { owns, resolveSearch } from '#server/search/saved-search.ts'
import { bookableQuote } from './bookable-quote.ts'
import { lockAnew } from './lock-quote.ts'

/** Chooses what is added for whom: the price that stands from then on, with its plan; the same choice again is the same price. */
export async function chooseAddOns(
  ctx: Context,
  { quoteId, profileId, type, addOns: chosen }: InputOf<typeof addOns.choose>,
): Promise<OutputOf<typeof addOns.choose>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  const asked = resolveSearch(row, await catalogOf(ctx.database), ctx.now)
  const { providerId, quoted, locked } = await bookableQuote(ctx, asked, profileId, type)
  if (await heldQuote(ctx.db, row.id, providerId, ctx.now)) throw new Refusal('add_ons_held')
  if (isSettled(asked, quoted)) throw new Refusal('add_ons_asked')
  if (!locked) throw new Refusal('quote_expired')

  const kept = choiceOf(asked, await addOnsFor(ctx.db, providerId, asked.party.wanted), chosen)
  const standing = await latestQuote(ctx.db, row.id, providerId, quoted.entry.mode)
  const { terms, addOnsGone } = standing ? bodyOf(standing) : {}
  if (standing && !addOnsGone && isSame(terms?.addOns ?? [], kept)) return { locked: presentQuote(standing) }
  const longer = withAddOns(asked, quoted, kept, ctx.now)
  if (!longer) throw new Refusal('add_ons_do_not_fit')
  const anew = await lockAnew(ctx, asked, longer, standing)
  if (!anew) throw new Refusal('state_changed')
  return { locked: anew }
}

const isSame = (before: readonly KeptAddOn[], now: readonly KeptAddOn[]): boolean => {
  const said = (list: readonly KeptAddOn[]) => list.map(({ id, person }) => `${id} ${person}`).join()
  return said(before) === said(now)
}
