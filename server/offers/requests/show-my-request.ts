import type { InputOf } from '#contract/endpoint.ts'
import type { ReceivedRequestInFull, requests } from '#contract/offers/requests.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { receivedById } from './received-queries.ts'
import { presentInFull } from './present-received.ts'

/** One request that the caller is asked. */
export async function showMyRequest(
  ctx: Context,
  { requestId }: InputOf<typeof requests.one>,
): Promise<ReceivedRequestInFull> {
  const [provider, catalog] = [await ownProvider(ctx), await catalogOf(ctx.database)]
  const row = await receivedById(ctx.db, provider.id, requestId)
  if (!row) throw new Refusal('not_found')
  return presentInFull(ctx, catalog, provider, row)
}
