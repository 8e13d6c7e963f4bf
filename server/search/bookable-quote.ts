import type { Fit, LockedQuote, quotes } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addOnsFor, explainClash, listProviderNumbers, getRequestSpot } from '#server/providers/index.ts'
import {
  getPartnerSearch,
  isOwner,
  presentSearch,
  type ResolvedSearch,
  resolveSearch,
  searchAsSeen,
} from './saved-search.ts'
import { type QuotedProvider, listQuotedProviders } from './quoted-provider.ts'
import { findHeldQuote, findLatestQuote, findStandingOffer, type StandingOffer } from './locked-quotes.queries.ts'
import { lockAnew, lockQuote, presentUnsavedQuote } from './lock-quote.ts'
import { getQuoteBody, presentQuote } from './locked-quotes.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { addOns } from '#contract/search/add-ons.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { resolveAddOnChoice, isSettled, type FrozenAddOn, listOfferedAddOns, applyAddOns } from './add-ons.ts'
import { findSearch } from './search.queries.ts'

type NotBookable = Exclude<Fit, 'fits'> | 'timeMissing' | 'askFirst'

export type Bookable = {
  providerId: string
  quoted: QuotedProvider
  /** The valid price; null if the provider neither fits nor has an open offer. */
  locked: LockedQuote | null
  offer: StandingOffer | null
  why: NotBookable | null
}

/** Returns the current price for viewers who do not own the search. Nothing is saved. */
async function quoteSeenByOthers(
  ctx: Context,
  asked: ResolvedSearch,
  profileId: string,
  mode?: Mode,
): Promise<Pick<Bookable, 'quoted' | 'locked'>> {
  const [known] = await listProviderNumbers(ctx.reads, [profileId])
  const [quoted] = known ? await listQuotedProviders(ctx, asked, [known.no], mode) : []
  if (!quoted) throw new Refusal('not_found')
  return { quoted, locked: quoted.card.reason === 'fits' ? await presentUnsavedQuote(ctx, asked, quoted) : null }
}

/**
 * Returns the locked quote of a provider on a search, and whether it can be booked now. Must not run inside a
 * transaction.
 */
export async function getBookableQuote(
  ctx: Context,
  asked: ResolvedSearch,
  profileId: string,
  mode?: Mode,
): Promise<Bookable> {
  const [known] = await listProviderNumbers(ctx.reads, [profileId])
  if (!known) throw new Refusal('not_found')
  const found = await findStandingOffer(ctx.db, asked.row.id, known.id, ctx.now)
  const offer = found && (mode === undefined || found.mode === mode) ? found : null
  const [quoted] = await listQuotedProviders(ctx, asked, [known.no], offer?.mode ?? mode)
  if (!quoted) throw new Refusal('not_found')
  // A blocked provider appears booked, so that neither side learns of the block.
  if (asked.row.blocked?.includes(known.no))
    return { providerId: known.id, quoted, offer: null, locked: null, why: 'booked' }
  const of = { providerId: known.id, quoted, offer }
  // The customer's own hold does not block them.
  const held = await findHeldQuote(ctx.db, asked.row.id, known.id, ctx.now)
  if (held && (mode === undefined || held.mode === mode)) return { ...of, locked: presentQuote(held), why: null }
  if (offer) {
    const locked = presentQuote(offer.quote)
    if (!offer.during || !locked.plan) return { ...of, locked, why: 'timeMissing' }
    const to = Math.min(Date.parse(locked.plan.doneAt), offer.during.until)
    const job = { ...getRequestSpot(offer.mode, quoted.row, asked.row), from: offer.during.from, to }
    const clash = await explainClash(ctx, known.id, asked.day, job, (offer.during.until - to) / 60_000)
    return { ...of, locked, why: clash ? 'booked' : null }
  }
  const { reason } = quoted.card
  if (reason !== 'fits') return { ...of, locked: null, why: reason }
  const locked = await lockQuote(ctx, asked, quoted)
  return { ...of, locked, why: locked.plan === null ? 'timeMissing' : quoted.card.instant ? null : 'askFirst' }
}

/** Sets the chosen add-ons and returns the new price and plan. Idempotent for equal choices. */
export async function chooseAddOns(
  ctx: Context,
  { quoteId, profileId, type, addOns: chosen }: InputOf<typeof addOns.choose>,
): Promise<OutputOf<typeof addOns.choose>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, row)) throw new Refusal('not_yours')
  const asked = resolveSearch(row, await getCatalog(ctx.database), ctx.now)
  const { providerId, quoted, locked } = await getBookableQuote(ctx, asked, profileId, type)
  if (await findHeldQuote(ctx.db, row.id, providerId, ctx.now)) throw new Refusal('add_ons_on_hold')
  if (isSettled(asked, quoted)) throw new Refusal('add_ons_already_requested')
  if (!locked) throw new Refusal('quote_expired')

  const kept = resolveAddOnChoice(asked, await addOnsFor(ctx.db, providerId, asked.party.wanted), chosen)
  const standing = await findLatestQuote(ctx.db, row.id, providerId, quoted.entry.mode)
  const { terms, addOnsGone } = standing ? getQuoteBody(standing) : {}
  if (standing && !addOnsGone && isSame(terms?.addOns ?? [], kept)) return { locked: presentQuote(standing) }
  const longer = applyAddOns(asked, quoted, kept, ctx.now)
  if (!longer) throw new Refusal('add_ons_do_not_fit')
  const anew = await lockAnew(ctx, asked, longer, standing)
  if (!anew) throw new Refusal('state_changed')
  return { locked: anew }
}

const isSame = (before: readonly FrozenAddOn[], now: readonly FrozenAddOn[]): boolean => {
  const said = (list: readonly FrozenAddOn[]) => list.map(({ id, person }) => `${id} ${person}`).join()
  return said(before) === said(now)
}

/**
 * Returns a provider within a search. For the owner and for the partner whose program made the search, locks a fitting
 * provider's price for 72 hours. Throws `not_found` for a partner's key on any other search.
 */
export async function getQuotedProvider(
  ctx: Context,
  input: InputOf<typeof quotes.provider>,
): Promise<OutputOf<typeof quotes.provider>> {
  const row = await (ctx.viewer.key ? getPartnerSearch : searchAsSeen)(ctx, input.quoteId)
  const asked = resolveSearch(row, await getCatalog(ctx.database), ctx.now)
  const mine = ctx.viewer.key !== null || isOwner(ctx.viewer, row)
  const { quoted, locked } = await (mine ? getBookableQuote : quoteSeenByOthers)(
    ctx,
    asked,
    input.profileId,
    input.type,
  )
  return {
    card: locked ? { ...quoted.card, price: locked.total, deposit: locked.deposit } : quoted.card,
    locked,
    search: presentSearch(asked, ctx.viewer),
    details: row.details,
    addOns: mine && locked && !isSettled(asked, quoted) ? await listOfferedAddOns(ctx, asked, quoted) : null,
    why: locked ? null : quoted.card.reason,
  }
}
