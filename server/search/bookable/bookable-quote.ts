import type { Fit, LockedQuote } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { clashOf, numbersOf, spotOf } from '#server/providers/index.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'
import { type Quoted, quotedProviders } from '#server/search/quotes/quoted-provider.ts'
import { heldQuote, type StandingOffer, standingOffer } from '#server/search/locked-quotes/quote-queries.ts'
import { lockQuote, passingQuote } from './lock-quote.ts'
import { presentQuote } from '#server/search/locked-quotes/quote-body.ts'

/** Why a quote cannot be booked now: what does not fit, no time yet, or the artist has to be asked first. */
type NotBookable = Exclude<Fit, 'fits'> | 'timeMissing' | 'askFirst'

export type Bookable = {
  providerId: string
  quoted: Quoted
  /** The price that stands; null where the provider does not fit and has offered nothing. */
  locked: LockedQuote | null
  /** The provider's own answer, where one stands. */
  offer: StandingOffer | null
  /** Null: it can be booked. */
  why: NotBookable | null
}

/** What anyone reads of a provider within a search that is not theirs: the price as it is now, of which nothing is kept. */
export async function quoteSeenByOthers(
  ctx: Context,
  asked: ResolvedSearch,
  profileId: string,
  mode?: Mode,
): Promise<Pick<Bookable, 'quoted' | 'locked'>> {
  const [known] = await numbersOf(ctx.reads, [profileId])
  const [quoted] = known ? await quotedProviders(ctx, asked, [known.no], mode) : []
  if (!quoted) throw new Refusal('not_found')
  return { quoted, locked: quoted.card.reason === 'fits' ? await passingQuote(ctx, asked, quoted) : null }
}

/** The locked quote that stands for a provider within a search: their own offer, else the computed price; and whether it can be booked now. Not inside a transaction. */
export async function bookableQuote(
  ctx: Context,
  asked: ResolvedSearch,
  profileId: string,
  mode?: Mode,
): Promise<Bookable> {
  const [known] = await numbersOf(ctx.reads, [profileId])
  if (!known) throw new Refusal('not_found')
  const found = await standingOffer(ctx.db, asked.row.id, known.id, ctx.now)
  const offer = found && (mode === undefined || found.mode === mode) ? found : null
  const [quoted] = await quotedProviders(ctx, asked, [known.no], offer?.mode ?? mode)
  if (!quoted) throw new Refusal('not_found')
  // As if they were booked that day: neither side learns that it is blocked.
  if (asked.row.blocked?.includes(known.no))
    return { providerId: known.id, quoted, offer: null, locked: null, why: 'booked' }
  const of = { providerId: known.id, quoted, offer }
  // What the customer keeps for themself is taken for everybody else alone.
  const held = await heldQuote(ctx.db, asked.row.id, known.id, ctx.now)
  if (held && (mode === undefined || held.mode === mode)) return { ...of, locked: presentQuote(held), why: null }
  if (offer) {
    const locked = presentQuote(offer.quote)
    if (!offer.during || !locked.plan) return { ...of, locked, why: 'timeMissing' }
    const to = Math.min(Date.parse(locked.plan.doneAt), offer.during.until)
    const job = { ...spotOf(offer.mode, quoted.row, asked.row), from: offer.during.from, to }
    const clash = await clashOf(ctx, known.id, asked.day, job, (offer.during.until - to) / 60_000)
    return { ...of, locked, why: clash ? 'booked' : null }
  }
  const { reason } = quoted.card
  if (reason !== 'fits') return { ...of, locked: null, why: reason }
  const locked = await lockQuote(ctx, asked, quoted)
  return { ...of, locked, why: locked.plan === null ? 'timeMissing' : quoted.card.instant ? null : 'askFirst' }
}
