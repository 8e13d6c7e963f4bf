import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { presentClient } from './present-client.ts'
import { clientsOf, saveClientNote } from './client-queries.ts'

type Calls = typeof providerBookings

/** Keeps what the artist notes about somebody they work for; about anybody else nothing is kept. */
export async function noteClient(
  ctx: Context,
  { clientId, ...said }: InputOf<Calls['noteClient']>,
): Promise<OutputOf<Calls['noteClient']>> {
  const provider = await ownProvider(ctx)
  const [known] = await clientsOf(ctx.db, provider.id, ctx.now, clientId)
  if (!known) throw new Refusal('not_found')
  await saveClientNote(ctx.db, { provider_id: provider.id, account_id: clientId, ...said, updated_at: ctx.now })
  return { client: { ...presentClient(known), note: said.note } }
}
