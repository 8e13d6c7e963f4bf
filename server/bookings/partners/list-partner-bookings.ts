import type { partnerBookings } from '#contract/bookings/partners/partner-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { callingPartner } from './calling-partner.ts'
import { partnerBookingsPage } from './partner-booking-queries.ts'
import { presentPartnerBookings } from './present-partner-booking.ts'

/** The bookings that came through the partner that calls. */
export async function listPartnerBookings(
  ctx: Context,
  { cursor }: InputOf<typeof partnerBookings.list>,
): Promise<OutputOf<typeof partnerBookings.list>> {
  const rows = await partnerBookingsPage(ctx.db, callingPartner(ctx), readCursor(cursor, uuids))
  const { page, nextCursor } = paged(rows)
  return { bookings: await presentPartnerBookings(ctx, page), nextCursor }
}
