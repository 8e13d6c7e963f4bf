import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { findFeed } from './feed-queries.ts'
import { presentFeed } from './present-feed.ts'
import { readFeed } from './read-feed.ts'

type Calls = typeof providerBookings

/** Reads a calendar now, unless its server has asked to wait: then the answer says until when. */
export async function refreshFeed(
  ctx: Context,
  { feedId }: InputOf<Calls['refreshFeed']>,
): Promise<OutputOf<Calls['refreshFeed']>> {
  const provider = await ownProvider(ctx)
  const row = await findFeed(ctx.db, provider.id, feedId)
  if (!row) throw new Refusal('not_found')
  return { feed: presentFeed((await readFeed(ctx, row)).row, ctx.now) }
}
