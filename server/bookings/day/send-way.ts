import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { announceWay } from './announce-way.ts'
import { isoIn } from './iso-in.ts'
import { keepPlace } from './way-queries.ts'

/** Where the artist is on a way that they share; refused once it is not shared any more. */
export async function sendWay(
  ctx: Context,
  { appointmentId, lat, lng }: InputOf<typeof providerBookings.sendWay>,
): Promise<OutputOf<typeof providerBookings.sendWay>> {
  const row = await appointmentOfOwn(ctx, appointmentId)
  return ctx.transaction(async (tx) => {
    const way = await keepPlace(tx.db, row.id, { lat, lng }, tx.now)
    if (!way) throw new Refusal('state_changed')
    if (way.kept) await announceWay(tx, row)
    return { endsAt: isoIn(row)(way.endsAt.getTime()) }
  })
}
