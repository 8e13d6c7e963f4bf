import type { operatorPartnerBookings } from '#contract/bookings/partners/partner-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { fetchPartnerBookings, partnerStands, partnerSums } from './partner-booking-queries.ts'
import { presentPartnerBookings } from './present-partner-booking.ts'

/** For operators the bookings that came through a partner, and what they come to. */
export async function listBookingsOfPartner(
  ctx: Context,
  { partner, cursor }: InputOf<typeof operatorPartnerBookings.list>,
): Promise<OutputOf<typeof operatorPartnerBookings.list>> {
  if (!(await partnerStands(ctx.db, partner))) throw new Refusal('not_found')
  const { rows, nextCursor } = await fetchPartnerBookings(ctx.db, partner, { cursor })
  const sums = await partnerSums(ctx.db, partner)
  return {
    bookings: await presentPartnerBookings(ctx, rows),
    nextCursor,
    sums: {
      bookings: sums.reduce((all, { bookings }) => all + bookings, 0),
      cancelled: sums.reduce((all, { cancelled }) => all + cancelled, 0),
      worth: sums.map(({ currency, minor }) => ({ currency, amount: major(minor) })),
    },
  }
}
