import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { quoteById } from '#server/search/locked-quotes/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockHold, setHoldQuote } from '#server/bookings/holds/hold-queries.ts'
import { ownHold } from '#server/bookings/holds/own-hold.ts'
import { presentHold } from '#server/bookings/holds/present-hold.ts'
import { leaveBill } from '#server/bookings/split/share-bill.ts'
import { returnUse, standingUse } from './promo-queries.ts'
import { refusePaying } from './refuse-paying.ts'

/** Takes a promo code off a kept time again: the version of the price from before stands, and the use is given back. */
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
    if (use && quote.promo_of && (await returnUse(tx.db, use.id))) await setHoldQuote(tx.db, hold.id, quote.promo_of)
    return { hold: await presentHold(tx, hold.id) }
  })
}
