import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownAppointment } from './own-appointment.ts'
import { presentAppointment } from './present-appointment.ts'

type Calls = typeof bookings

const shown = async (ctx: Context, id: string) => ({
  appointment: await presentAppointment(ctx, await ownAppointment(ctx, id), 'customer'),
})

export const readBooking = (
  ctx: Context,
  { appointmentId }: InputOf<Calls['read']>,
): Promise<OutputOf<Calls['read']>> => shown(ctx, appointmentId)
