import type { OutputOf } from '#contract/endpoint.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/index.ts'
import { addressOf } from './calendar-key.ts'
import { findFeeds } from './feed-queries.ts'
import { calendarKeyOf } from './published-calendar-queries.ts'
import { presentFeed } from './present-feed.ts'

type Calls = typeof providerBookings

export async function listFeeds(ctx: Context): Promise<OutputOf<Calls['feeds']>> {
  const provider = await ownProvider(ctx)
  const key = await calendarKeyOf(ctx.db, ctx.viewer.accountId as string, 'provider')
  const feeds = await findFeeds(ctx.db, provider.id)
  return { feeds: feeds.map((row) => presentFeed(row, ctx.now)), address: key && (await addressOf(ctx, key)) }
}
