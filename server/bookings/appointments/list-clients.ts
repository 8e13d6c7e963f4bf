import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownClientsOf } from '#server/bookings/own-clients/own-client-queries.ts'
import { presentOwnClient } from '#server/bookings/own-clients/present-own.ts'
import { ownProvider } from '#server/providers/index.ts'
import { clientsOf } from './client-queries.ts'
import { presentClient } from './present-client.ts'

type Calls = typeof providerBookings

/** Whom the caller has worked for or will, and clients of their own, the latest first. */
export async function listClients(ctx: Context): Promise<OutputOf<Calls['clients']>> {
  const provider = await ownProvider(ctx)
  const booked = await clientsOf(ctx.db, provider.id, ctx.now)
  // Clients of an artist's own are theirs alone: whoever acts as them does not see them.
  const own = ctx.viewer.actorId ? [] : await ownClientsOf(ctx.db, provider.id, ctx.now)
  const all = [
    ...booked.map((row) => ({ latest: new Date(row.latest), client: presentClient(row) })),
    ...own.map((row) => ({ latest: new Date(row.latest), client: presentOwnClient(row) })),
  ]
  return { clients: all.toSorted((a, b) => b.latest.getTime() - a.latest.getTime()).map(({ client }) => client) }
}
