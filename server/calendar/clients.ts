import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { listPrivateClients } from './private-clients.queries.ts'
import { presentOwnClient } from './private-clients.ts'
import { getCallerProvider } from '#server/providers/index.ts'
import { findClientNote, listClientsOf, saveClientNote } from './clients.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toMajor } from '#contract/money.ts'
import type { AppointmentParts } from '#server/appointments/index.ts'

type Calls = typeof providerBookings

export async function listClients(ctx: Context): Promise<OutputOf<Calls['clients']>> {
  const provider = await getCallerProvider(ctx)
  const booked = await listClientsOf(ctx.db, provider.id, ctx.now)
  // An operator who acts as the artist does not see the artist's private clients.
  const own = ctx.viewer.actorId ? [] : await listPrivateClients(ctx.db, provider.id, ctx.now)
  const all = [
    ...booked.map((row) => ({ latest: new Date(row.latest), client: presentClient(row) })),
    ...own.map((row) => ({ latest: new Date(row.latest), client: presentOwnClient(row) })),
  ]
  return { clients: all.toSorted((a, b) => b.latest.getTime() - a.latest.getTime()).map(({ client }) => client) }
}

export async function updateClientNote(
  ctx: Context,
  { clientId, ...said }: InputOf<Calls['updateClientNote']>,
): Promise<OutputOf<Calls['updateClientNote']>> {
  const provider = await getCallerProvider(ctx)
  const [known] = await listClientsOf(ctx.db, provider.id, ctx.now, clientId)
  if (!known) throw new Refusal('not_found')
  await saveClientNote(ctx.db, { provider_id: provider.id, account_id: clientId, ...said, updated_at: ctx.now })
  return { client: { ...presentClient(known), note: said.note } }
}

type Client = OutputOf<Calls['clients']>['clients'][number]

const presentClient = (row: Awaited<ReturnType<typeof listClientsOf>>[number]): Client => ({
  id: row.id,
  own: false,
  name: row.name,
  bookings: Number(row.bookings),
  lastAt: row.last && new Date(row.last).toISOString(),
  next: row.next && new Date(row.next).toISOString(),
  spent: toMajor(Number(row.spent_minor)),
  earned: toMajor(Number(row.earned_minor)),
  currency: row.currency,
  note: row.note ?? '',
})

export const presentNote: AppointmentParts['calendar'] = async (ctx, { row, side }) => ({
  note: side === 'provider' && row.account_id ? await findClientNote(ctx.db, row.provider_id, row.account_id) : null,
})
