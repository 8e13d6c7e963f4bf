import type { PartnerBooking, partnerBookings } from '#contract/bookings/partners/partner-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callingPartner } from './calling-partner.ts'
import { partnerBooking } from './partner-booking-queries.ts'
import { presentPartnerBookings } from './present-partner-booking.ts'

/** One booking that came through the partner that calls. */
export async function readPartnerBooking(
  ctx: Context,
  { bookingId }: InputOf<typeof partnerBookings.read>,
): Promise<OutputOf<typeof partnerBookings.read>> {
  const row = await partnerBooking(ctx.db, callingPartner(ctx), bookingId)
  if (!row) throw new Refusal('not_found')
  const [booking] = (await presentPartnerBookings(ctx, [row])) as [PartnerBooking]
  return { booking }
}
