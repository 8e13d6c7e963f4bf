import type { OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/index.ts'
import { receivedBy } from './received-queries.ts'
import { offersOf } from '#server/offers/offer-queries.ts'
import { presentReceived } from './present-received.ts'
import { repliesOf } from '#server/offers/signals/signals.ts'

const FORTNIGHT_MS = 14 * 86_400_000

/** What the caller is asked, with how many wait for an answer and how many stand offered. */
export async function showMyRequests(ctx: Context): Promise<OutputOf<typeof requests.mine>> {
  const provider = await ownProvider(ctx)
  const rows = await receivedBy(ctx.db, provider.id, new Date(ctx.now.getTime() - FORTNIGHT_MS))
  const offers = Map.groupBy(
    await offersOf(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    (offer) => offer.request_id,
  )
  return {
    requests: rows.map((row) => presentReceived(ctx, provider, row, offers.get(row.id)?.[0])),
    toAnswer: rows.filter(({ state }) => state === 'requested').length,
    offered: rows.filter(({ state, open }) => state === 'offered' && open).length,
    replies: await repliesOf(ctx, provider),
  }
}
