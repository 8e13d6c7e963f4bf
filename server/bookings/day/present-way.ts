import type { Appointment } from '#contract/bookings/appointment.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { workFrom } from '#server/bookings/appointments/may.ts'
import type { Context } from '#server/platform/context.ts'
import { speedsOf, travelMinutes } from '#server/providers/index.ts'
import { isoIn } from './iso-in.ts'
import { wayShared } from './way-queries.ts'

/** An artist's way while they share it: to the customer how many minutes away they are, as the diary counts ways; to the artist that it is shared; to nobody else anything, and to nobody where. */
export async function presentWay(
  ctx: Context,
  row: AppointmentRow,
  side: Appointment['side'],
): Promise<Appointment['sharedWay']> {
  if (side === 'operator' || row.state !== 'booked' || row.mode !== 'mobile' || row.arrived_at) return null
  if (ctx.now.getTime() < workFrom(row)) return null
  // Whoever acts as one of them sees it as little as any operator.
  if (ctx.viewer.actorId) return null
  const way = await wayShared(ctx.db, row.id, ctx.now)
  if (!way) return null
  const iso = isoIn(row)
  const { lat, lng, at } = way
  const known = lat !== null && lng !== null && at !== null
  return {
    endsAt: iso(way.ends_at.getTime()),
    at: at && iso(at.getTime()),
    minutes: known && side === 'customer' ? travelMinutes({ lat, lng }, row, await speedsOf(ctx)) : null,
  }
}
