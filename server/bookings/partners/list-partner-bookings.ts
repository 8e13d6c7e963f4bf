import type { partnerBookings } from '#contract/bookings/partners/partner-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { callingPartner } from './calling-partner.ts'
import { fetchPartnerBookings } from './partner-booking-queries.ts'
import { presentPartnerBookings } from './present-partner-booking.ts'

/** The bookings that came through the partner that calls. */
export async function listPartnerBookings(
  ctx: Context,
  { cursor }: InputOf<typeof partnerBookings.list>,
): Promise<OutputOf<typeof partnerBookings.list>> {
  const { rows, nextCursor } = await fetchPartnerBookings(ctx.db, callingPartner(ctx), { cursor })
  return { bookings: await presentPartnerBookings(ctx, rows), nextCursor }
}
