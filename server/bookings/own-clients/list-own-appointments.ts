import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownClients } from '#contract/bookings/own-clients.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/door.ts'
import { ownAppointmentsBetween } from './own-client-queries.ts'
import { presentOwn } from './present-own.ts'

/** The caller's own appointments between two event dates, in order. */
export async function listOwnAppointments(
  ctx: Context,
  { from, until }: InputOf<typeof ownClients.appointments>,
): Promise<OutputOf<typeof ownClients.appointments>> {
  const provider = await ownProvider(ctx)
  return { appointments: (await ownAppointmentsBetween(ctx.db, provider.id, from, until)).map(presentOwn) }
}
