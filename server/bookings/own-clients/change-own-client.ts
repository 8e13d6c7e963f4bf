import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownClients } from '#contract/bookings/own-clients.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { updateOwnClient } from './own-client-queries.ts'

/** Keeps what is said about a client of the caller's own in the place of what was. */
export async function changeOwnClient(
  ctx: Context,
  { clientId, ...said }: InputOf<typeof ownClients.change>,
): Promise<OutputOf<typeof ownClients.change>> {
  const provider = await ownProvider(ctx)
  if (!(await updateOwnClient(ctx.db, provider.id, clientId, said))) throw new Refusal('not_found')
  return { done: true }
}
