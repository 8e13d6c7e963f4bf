import type { operatorPartnerBookings } from '#contract/bookings/partners/partner-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { partnerBookingsPage, partnerStands, partnerSums } from './partner-booking-queries.ts'
import { presentPartnerBookings } from './present-partner-booking.ts'

/** For operators the bookings that came through a partner, and what they come to. */
export async function listBookingsOfPartner(
  ctx: Context,
  { partner, cursor }: InputOf<typeof operatorPartnerBookings.list>,
): Promise<OutputOf<typeof operatorPartnerBookings.list>> {
  if (!(await partnerStands(ctx.db, partner))) throw new Refusal('not_found')
  const { page, nextCursor } = paged(await partnerBookingsPage(ctx.db, partner, readCursor(cursor, uuids)))
  const sums = await partnerSums(ctx.db, partner)
  return {
    bookings: await presentPartnerBookings(ctx, page),
    nextCursor,
    sums: {
      bookings: sums.reduce((all, { bookings }) => all + bookings, 0),
      cancelled: sums.reduce((all, { cancelled }) => all + cancelled, 0),
      worth: sums.map(({ currency, minor }) => ({ currency, amount: major(minor) })),
    },
  }
}
