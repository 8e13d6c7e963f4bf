import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { presentForms } from './present-forms.ts'

/** The forms of a booking as its customer has answered them. */
export const showForms = async (
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.forms>,
): Promise<OutputOf<typeof bookings.forms>> => presentForms(ctx, await ownAppointment(ctx, appointmentId), 'customer')
