import type { teamBookings } from '#contract/bookings/team-up/teams.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { presentMates } from './present-mates.ts'
import { teamOfSearch } from './team-hold-queries.ts'

/** Who else does a part of the party of the caller's own booking, and the team that it belongs to. */
export async function showMates(
  ctx: Context,
  { appointmentId }: InputOf<typeof teamBookings.mates>,
): Promise<OutputOf<typeof teamBookings.mates>> {
  const row = await ownAppointment(ctx, appointmentId)
  const teamId = await teamOfSearch(ctx.db, row.search_id)
  return { teamId, talks: teamId !== null, mates: teamId ? await presentMates(ctx, row) : [] }
}
