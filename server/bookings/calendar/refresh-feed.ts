import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/door.ts'
import { feedOf } from './feed-queries.ts'
import { presentFeed } from './present-feed.ts'
import { readFeedAgain } from './read-feed.ts'

type Calls = typeof providerBookings

export async function refreshFeed(
  ctx: Context,
  { feedId }: InputOf<Calls['refreshFeed']>,
): Promise<OutputOf<Calls['refreshFeed']>> {
  const provider = await ownProvider(ctx)
  const row = await feedOf(ctx.db, provider.id, feedId)
  if (!row) throw new Refusal('not_found')
  return { feed: presentFeed((await readFeedAgain(ctx, row)).row) }
}
