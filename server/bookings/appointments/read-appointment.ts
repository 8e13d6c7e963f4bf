import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentOfOwn } from './own-appointment.ts'
import { presentAppointment } from './present-appointment.ts'

type Calls = typeof providerBookings

/** An appointment of the calling artist's own, as they see it. */
export const presentOwnAppointment = async (ctx: Context, id: string) => ({
  appointment: await presentAppointment(ctx, await appointmentOfOwn(ctx, id), 'provider'),
})

export const readAppointment = (
  ctx: Context,
  { appointmentId }: InputOf<Calls['read']>,
): Promise<OutputOf<Calls['read']>> => presentOwnAppointment(ctx, appointmentId)
