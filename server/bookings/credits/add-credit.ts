import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { keepVoucher, voucherOfCode } from '#server/payments/index.ts'
import { presentQuote, quoteById } from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { leaveBill } from '#server/bookings/split/share-bill.ts'
import { lockHold, setHoldCredit } from '#server/bookings/holds/hold-queries.ts'
import { ownHold } from '#server/bookings/holds/own-hold.ts'
import { presentHold } from '#server/bookings/holds/present-hold.ts'
import { coverOfHold } from '#server/bookings/money/cover.ts'
import { returnEnded } from './return-kept.ts'

/** A payment that the bank has just agreed to may come a while after the time has passed. */
const GRACE_MS = 10 * 60_000

/** Keeps what a gift voucher can pay of the deposit of a kept time. */
export async function addCredit(
  ctx: Context,
  { holdId, code }: InputOf<typeof bookings.addCredit>,
): Promise<OutputOf<typeof bookings.addCredit>> {
  await ownHold(ctx, holdId)
  const voucher = await voucherOfCode(ctx, code)
  await returnEnded(ctx, voucher.id)
  return ctx.once(async (tx) => {
    const hold = await lockHold(tx.db, holdId)
    const quote = hold && (await quoteById(tx.db, hold.search_id, hold.quote_id))
    if (hold?.state !== 'held' || hold.expires_at <= tx.now || !quote) throw new Refusal('hold_lapsed')
    if (hold.split) await leaveBill(tx, hold.id)
    const kept = await keepVoucher(tx, voucher, {
      openMinor: coverOfHold(hold, presentQuote(quote)).cardMinor,
      currency: quote.currency,
      providerId: hold.provider_id,
      partOf: 'deposit',
      ref: hold.id,
      until: new Date(hold.expires_at.getTime() + GRACE_MS),
    })
    await setHoldCredit(tx.db, hold.id, hold.credit_minor + kept.amount_minor)
    return { hold: await presentHold(tx, hold.id) }
  })
}
