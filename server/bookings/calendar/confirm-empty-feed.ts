import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, ownProvider } from '#server/providers/index.ts'
import { findFeed, updateFeed } from './feed-queries.ts'
import { presentFeed } from './present-feed.ts'
import { saveTimes } from './read-feed.ts'

type Calls = typeof providerBookings

/** Removes the busy times of a calendar whose owner confirms that it has no events any more. */
export async function confirmEmptyFeed(
  ctx: Context,
  { feedId }: InputOf<Calls['confirmEmptyFeed']>,
): Promise<OutputOf<Calls['confirmEmptyFeed']>> {
  const provider = await ownProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    const row = await findFeed(tx.db, provider.id, feedId)
    if (!row) throw new Refusal('not_found')
    if (!row.empty_since) throw new Refusal('state_changed')
    await saveTimes(tx, row, provider, [])
    const feed = await updateFeed(tx.db, row.id, {
      events: 0,
      empty_since: null,
      etag: null,
      complete_until: null,
      skipped: '[]',
      assumed_zones: '[]',
    })
    return { feed: presentFeed(feed, tx.now) }
  })
}
