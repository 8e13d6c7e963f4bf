import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownClients } from '#contract/bookings/own-clients.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, ownProvider } from '#server/providers/index.ts'
import { countOwnClients, insertOwnClients } from './own-client-queries.ts'

/** How many clients of their own an artist may keep. */
export const MOST_CLIENTS = 5_000

/** Keeps a client whom the artist has from elsewhere. */
export async function addOwnClient(
  ctx: Context,
  said: InputOf<typeof ownClients.add>,
): Promise<OutputOf<typeof ownClients.add>> {
  const provider = await ownProvider(ctx)
  return ctx.once(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if ((await countOwnClients(tx.db, provider.id)) >= MOST_CLIENTS) throw new Refusal('too_many_own')
    const [row] = await insertOwnClients(tx.db, [{ ...said, provider_id: provider.id, created_at: tx.now }])
    return { clientId: row?.id as string }
  })
}
