import type { bookings } from '#contract/bookings/bookings.ts'
import { findTrialPrice } from '#contract/bookings/linked-appointments/trial-price.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { costedLines } from '#contract/price-lines.ts'
import { type QuoteBody, quoteById, type QuoteRow, saveQuote } from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type HoldRow, lockHold, setHoldQuote } from '#server/bookings/holds/hold-queries.ts'
import { ownHold } from '#server/bookings/holds/own-hold.ts'
import { presentHold } from '#server/bookings/holds/present-hold.ts'
import { leaveBill } from '#server/bookings/split/share-bill.ts'
import { bodyWithLines } from './price-with-promo.ts'
import { returnUse, standingUse } from './promo-queries.ts'
import { refusePaying } from './refuse-paying.ts'

/** Removes the promo code from a hold: restores the price without it, and returns its use. */
export async function dropPromo(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.dropPromo>,
): Promise<OutputOf<typeof bookings.dropPromo>> {
  await ownHold(ctx, holdId)
  return ctx.once(async (tx) => {
    const hold = await lockHold(tx.db, holdId)
    const quote = hold && (await quoteById(tx.db, hold.search_id, hold.quote_id))
    if (hold?.state !== 'held' || hold.expires_at <= tx.now || !quote) throw new Refusal('hold_lapsed')
    if (hold.split) await leaveBill(tx, hold.id)
    await refusePaying(tx, hold.id)
    const use = await standingUse(tx.db, hold.id)
    if (use && quote.promo_of && (await returnUse(tx.db, use.id))) await setWithoutPromo(tx, hold, quote)
    return { hold: await presentHold(tx, hold.id) }
  })
}

/** Saves the price of a hold without its promo code: the former quote, or a new one if the price has a trial. */
async function setWithoutPromo(tx: Context, hold: HoldRow, quote: QuoteRow): Promise<void> {
  const root = quote.promo_of ?? quote.id
  const { promoUse: _, ...body } = quote.body as QuoteBody
  if (!findTrialPrice(body.lines)) return void (await setHoldQuote(tx.db, hold.id, root))
  const lines = costedLines(body.lines, body.terms).filter(({ line }) => line.kind !== 'promo')
  const of = { searchId: hold.search_id, providerId: hold.provider_id, version: quote.version, promoOf: root }
  const kept = await saveQuote(tx, of, bodyWithLines(body, lines), quote.expires_at)
  if (!kept) throw new Error(`the price of hold ${hold.id} was not kept`)
  await setHoldQuote(tx.db, hold.id, kept.id)
}
