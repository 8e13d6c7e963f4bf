import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { talkOf } from '#server/messaging/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { appointmentsById, bookedLast } from '#server/bookings/appointments/appointment-queries.ts'
import { summariesOf } from '#server/bookings/appointments/present-appointment.ts'

/** What two who talk have booked, as the caller sees it; null while nothing is. */
export async function bookingTalkedAbout(
  ctx: Context,
  { conversationId }: InputOf<typeof ownBookings.talkedAbout>,
): Promise<OutputOf<typeof ownBookings.talkedAbout>> {
  const talk = await talkOf(ctx.db, conversationId, ctx.viewer.accountId as string)
  if (!talk) throw new Refusal('not_found')
  const id = talk.searchId && (await bookedLast(ctx.db, talk.searchId, talk.providerId))
  if (!id) return { booking: null }
  const [booking = null] = await summariesOf(ctx, await appointmentsById(ctx.db, [id]), talk.side)
  return { booking }
}
