import type { Minor } from '#contract/money.ts'
import { clearAct, setAct, settingAct, standingOfferOf } from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { HoldRow } from './hold-queries.ts'

type Held = Pick<HoldRow, 'search_id' | 'provider_id'>

type Price = { id: string; mode: 'mobile' | 'studio'; total_minor: Minor; deposit_minor: Minor }

/** On the customer's own page a time they keep stays theirs to book, although nobody else finds it free. In the caller's transaction. */
export const showHeld = (ctx: Context, hold: Held, quote: Price, until: Date) =>
  setAct(ctx, heldAct(hold, quote, until))

/** The same as a part of the statement that keeps it. */
export const showingHeld = (ctx: Context, hold: Held, quote: Price, until: Date) =>
  settingAct(ctx, heldAct(hold, quote, until))

const heldAct = (hold: Held, quote: Price, until: Date) => ({
  searchId: hold.search_id,
  providerId: hold.provider_id,
  state: 'offered' as const,
  mode: quote.mode,
  quoteId: quote.id,
  totalMinor: quote.total_minor,
  depositMinor: quote.deposit_minor,
  until,
  otherTime: true,
})

/** What the page says once the time is no longer kept: the artist's offer, where one stands, else nothing. In the caller's transaction. */
export async function showNoLongerHeld(ctx: Context, hold: Held): Promise<void> {
  const offer = await standingOfferOf(ctx.db, hold.search_id, hold.provider_id, ctx.now)
  if (!offer) return void (await clearAct(ctx, hold.search_id, hold.provider_id))
  await setAct(ctx, {
    searchId: hold.search_id,
    providerId: hold.provider_id,
    state: 'offered',
    mode: offer.mode,
    quoteId: offer.quote.id,
    totalMinor: offer.totalMinor,
    depositMinor: offer.depositMinor,
    until: offer.endsAt,
    otherTime: offer.kind === 'otherTime',
  })
}
