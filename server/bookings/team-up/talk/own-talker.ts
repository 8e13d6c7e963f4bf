import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Talker } from './talk.ts'
import { teamOfAppointment } from '#server/bookings/team-up/talk-queries.ts'

/** The calling artist within the team that an appointment of their own is a part of; not found where it is none's, or they come no more. */
export async function ownTalker(ctx: Context, appointmentId: string): Promise<Talker> {
  const { id, provider_id } = await appointmentOfOwn(ctx, appointmentId)
  const teamId = await teamOfAppointment(ctx.db, id)
  if (!teamId) throw new Refusal('not_found')
  return { teamId, providerId: provider_id }
}
