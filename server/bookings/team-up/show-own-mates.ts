import type { teamBookings } from '#contract/bookings/team-up/teams.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { presentMates } from './present-mates.ts'
import { teamOfAppointment } from './talk-queries.ts'

/** Who else comes to the party of an artist's own appointment. */
export async function showOwnMates(
  ctx: Context,
  { appointmentId }: InputOf<typeof teamBookings.ownMates>,
): Promise<OutputOf<typeof teamBookings.ownMates>> {
  const row = await appointmentOfOwn(ctx, appointmentId)
  const talks = (await teamOfAppointment(ctx.db, row.id)) !== null
  return { teamId: null, talks, mates: await presentMates(ctx, row) }
}
