import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/door.ts'
import { clientsOf } from './client-queries.ts'
import { presentClient } from './present-client.ts'

type Calls = typeof providerBookings

export async function listClients(ctx: Context): Promise<OutputOf<Calls['clients']>> {
  const provider = await ownProvider(ctx)
  return { clients: (await clientsOf(ctx.db, provider.id, ctx.now)).map(presentClient) }
}
