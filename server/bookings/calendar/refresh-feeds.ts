import type { Context } from '#server/platform/context.ts'
import { feedsDue, feedsOf } from './feed-queries.ts'
import { readFeedAgain } from './read-feed.ts'

const STALE_MS = 15 * 60_000
const AT_ONCE = 50

/** Reads again every calendar that has not been looked at for a quarter of an hour. */
export async function refreshFeeds(ctx: Context): Promise<void> {
  for (const row of await feedsDue(ctx.db, new Date(ctx.now.getTime() - STALE_MS), AT_ONCE))
    await readFeedAgain(ctx, row)
}

/** Reads a provider's calendars again before a time is promised, unless that has just been done; a calendar that does not answer stands as it was. Not inside a transaction. */
export async function recheckFeeds(ctx: Context, providerId: string): Promise<void> {
  const stale = (await feedsOf(ctx.db, providerId)).filter(
    ({ checked_at }) => !checked_at || ctx.now.getTime() - checked_at.getTime() > 60_000,
  )
  await Promise.all(stale.map((row) => readFeedAgain(ctx, row)))
}
