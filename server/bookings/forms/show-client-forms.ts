import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { presentForms } from './present-forms.ts'

/** The forms of an own appointment as the client has answered them. */
export const showClientForms = async (
  ctx: Context,
  { appointmentId }: InputOf<typeof providerBookings.forms>,
): Promise<OutputOf<typeof providerBookings.forms>> =>
  presentForms(ctx, await appointmentOfOwn(ctx, appointmentId), 'provider')
