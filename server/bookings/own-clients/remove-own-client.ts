import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownClients } from '#contract/bookings/own-clients.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, ownProvider } from '#server/providers/index.ts'
import { deleteOwnClient } from './own-client-queries.ts'

/** Forgets a client of the caller's own, with every day with them; the time of those ahead is free again. */
export async function removeOwnClient(
  ctx: Context,
  { clientId }: InputOf<typeof ownClients.remove>,
): Promise<OutputOf<typeof ownClients.remove>> {
  const provider = await ownProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if (!(await deleteOwnClient(tx.db, provider.id, clientId))) throw new Refusal('not_found')
    return { done: true as const }
  })
}
