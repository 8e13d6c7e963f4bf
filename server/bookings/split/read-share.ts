import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { Requester } from '#contract/search/search.ts'
import type { CountryCode } from '#contract/values.ts'
import { paymentsOf, withoutWaitingRefunds } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { quoteById } from '#server/search/index.ts'
import { providersShown } from '#server/bookings/appointments/appointment-queries.ts'
import { faceOf } from '#server/bookings/appointments/face-of.ts'
import { searchForBooking } from '#server/bookings/holds/search-queries.ts'
import { presentShares, stateOfShare } from './present-shares.ts'
import { shareOfKey } from './share-of-key.ts'
import { sharesOfBill } from './split-queries.ts'

const firstOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** One person's share by the key of its link: their own lines and first names, never where it is nor how anybody is reached. */
export async function readShare(
  ctx: Context,
  { key }: InputOf<typeof bookings.readShare>,
): Promise<OutputOf<typeof bookings.readShare>> {
  const { share, bill, hold, appointment, payments } = await shareOfKey(ctx, key)
  const search = await searchForBooking(ctx.db, hold.search_id)
  const quote = await quoteById(ctx.db, hold.search_id, hold.quote_id)
  const [provider] = await providersShown(ctx.db, [appointment?.provider_id ?? hold.provider_id])
  if (!search || !quote) throw new Refusal('not_found')
  const all = await sharesOfBill(ctx.db, hold.id)
  const of = presentShares(
    bill,
    all,
    await withoutWaitingRefunds(
      ctx.db,
      await paymentsOf(
        ctx.db,
        all.map(({ id }) => id),
      ),
    ),
  )
  const who = hold.requester as Requester | null
  const till = bill.state === 'open' ? bill.rest_until : null
  return {
    share: {
      name: firstOf(share.name),
      booker: firstOf(who?.name ?? ''),
      provider: provider?.name ?? quote.name,
      profileImg: faceOf(provider),
      event: who?.event ?? '',
      eventDate: appointment?.event_date ?? search.event_date,
      countryCode: search.country_code as CountryCode,
      timeZone: search.tz,
      currency: quote.currency,
      lines: share.lines.map(({ label, amountMinor, of }) => ({ label, amount: major(amountMinor), of })),
      total: major(share.total_minor),
      due: major(share.due_minor),
      later: major(share.total_minor - share.due_minor),
      ...stateOfShare(bill, await withoutWaitingRefunds(ctx.db, payments)),
      until: till?.toISOString() ?? null,
      people: of.length,
      paid: of.filter(({ state }) => state !== 'open').length,
      policy: quote.policy,
      booked: appointment?.state === 'booked' || appointment?.state === 'completed',
    },
  }
}
