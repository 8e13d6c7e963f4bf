import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { Requester } from '#contract/search/search.ts'
import { openPayment, presentPayment } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { quoteById } from '#server/search/index.ts'
import { ownHold } from '#server/bookings/holds/own-hold.ts'
import { searchForBooking } from '#server/bookings/holds/search-queries.ts'
import { reservedFor } from './reserved-for.ts'
import { standing } from '#server/bookings/money/money-of.ts'
import { billOf, sharesOfBill } from './split-queries.ts'

/** Opens the payment of all that nobody has paid of the caller's shared bill. */
export async function payRest(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.payRest>,
): Promise<OutputOf<typeof bookings.payRest>> {
  const hold = await ownHold(ctx, holdId)
  const bill = await billOf(ctx.db, hold.id)
  const search = await searchForBooking(ctx.db, hold.search_id)
  const quote = await quoteById(ctx.db, hold.search_id, hold.quote_id)
  if (!bill || !search || !quote) throw new Refusal('not_found')
  const who = hold.requester as Requester | null
  if (bill.state !== 'open' || hold.state !== 'held' || hold.expires_at <= ctx.now || !who)
    throw new Refusal('bill_closed')
  const shares = await sharesOfBill(ctx.db, hold.id)
  const { openMinor, payments } = await reservedFor(ctx.db, bill.due_minor, [...shares.map(({ id }) => id), hold.id])
  if (openMinor === 0) throw new Refusal('bill_closed')
  const feeMinor =
    shares.reduce((sum, { fee_minor }) => sum + fee_minor, 0) -
    standing(payments).reduce((sum, one) => sum + one.feeMinor, 0)
  const payment = await openPayment(ctx, {
    kind: 'deposit',
    ref: hold.id,
    accountId: hold.account_id,
    providerId: hold.provider_id,
    countryCode: search.country_code,
    currency: quote.currency,
    amountMinor: openMinor,
    feeMinor: Math.max(0, Math.min(openMinor, feeMinor)),
    description: `${who.event}, ${date(search.event_date, search.country_code as Country)}, ${quote.name}`,
    email: who.email,
  })
  return ctx.once(async (tx) => ({ payment: presentPayment(tx, payment) }))
}
