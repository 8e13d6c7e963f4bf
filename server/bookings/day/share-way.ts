import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { workFrom } from '#server/bookings/appointments/may.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { announceWay } from './announce-way.ts'
import { isoIn } from './iso-in.ts'
import { beginWay, endWay } from './way-queries.ts'

/** The artist agrees to share their way to a booking with its customer, or takes that back; nobody does it for them. */
export async function shareWay(
  ctx: Context,
  { appointmentId, share }: InputOf<typeof providerBookings.shareWay>,
): Promise<OutputOf<typeof providerBookings.shareWay>> {
  await appointmentOfOwn(ctx, appointmentId)
  return ctx.transaction(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    if (share && row.state === 'booked' && tx.now.getTime() < workFrom(row)) throw new Refusal('too_early')
    if (!share) await endWay(tx.db, row.id)
    const endsAt = share ? await beginWay(tx.db, row.id, tx.now) : null
    await announceWay(tx, row)
    return { endsAt: endsAt && isoIn(row)(endsAt.getTime()) }
  })
}
