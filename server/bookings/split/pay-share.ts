import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { Requester } from '#contract/search/search.ts'
import { openPayment, presentPayment } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { quoteById } from '#server/search/index.ts'
import { searchForBooking } from '#server/bookings/holds/search-queries.ts'
import { stateOfShare } from './present-shares.ts'
import { shareOfKey } from './share-of-key.ts'

/** Opens the payment of a share for whoever has its link; opened in another browser, the payment before is let go. */
export async function payShare(
  ctx: Context,
  { key, email }: InputOf<typeof bookings.payShare>,
): Promise<OutputOf<typeof bookings.payShare>> {
  const { share, bill, hold, payments } = await shareOfKey(ctx, key)
  const search = await searchForBooking(ctx.db, hold.search_id)
  const quote = await quoteById(ctx.db, hold.search_id, hold.quote_id)
  if (!search || !quote) throw new Refusal('not_found')
  if (bill.state !== 'open' || hold.state !== 'held') throw new Refusal('bill_closed')
  if (stateOfShare(bill, payments).state !== 'open') throw new Refusal('share_paid')
  const who = hold.requester as Requester | null
  const payment = await openPayment(ctx, {
    kind: 'share',
    ref: share.id,
    accountId: ctx.viewer.accountId,
    providerId: hold.provider_id,
    countryCode: search.country_code,
    currency: quote.currency,
    amountMinor: share.due_minor,
    feeMinor: share.fee_minor,
    description: `Share, ${who?.event ?? ''}, ${date(search.event_date, search.country_code as Country)}, ${quote.name}`,
    email,
    perBrowser: true,
  })
  return ctx.once(async (tx) => ({ payment: presentPayment(tx, payment) }))
}
