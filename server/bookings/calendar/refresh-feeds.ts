import { setTimeout } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { type FeedRow, feedsDue, feedsOf } from './feed-queries.ts'
import { readFeedAgain } from './read-feed.ts'

const STALE_MS = 15 * 60_000
const RECHECK_MS = 60_000
const MOST_DUE = 50
const AT_ONCE = 4
/** How long a booking waits for calendars elsewhere. */
export const HOLD_WAIT_MS = 2_000

const reading = new Map<string, Promise<FeedRow>>()

/** Reads every feed again that was last checked 15 minutes ago or more, a few at a time. Paused feeds are left out. */
export async function refreshFeeds(ctx: Context, waitMs?: number): Promise<void> {
  const due = await feedsDue(ctx.db, new Date(ctx.now.getTime() - STALE_MS), MOST_DUE)
  const readNext = async () => {
    for (let row = due.shift(); row; row = due.shift()) await readOnce(ctx, row, waitMs)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readNext))
}

/**
 * Reads the feeds of these providers again before a time is promised, unless that was done in the last minute. Waits
 * two seconds at most: a feed that takes longer is read to its end in the background, and until then its busy times of
 * the last successful read count. Not inside a transaction.
 */
export async function recheckFeeds(ctx: Context, ...providerIds: string[]): Promise<void> {
  const feeds = await Promise.all([...new Set(providerIds)].map((id) => feedsOf(ctx.db, id)))
  const stale = feeds
    .flat()
    .filter(({ paused_at }) => !paused_at)
    .filter(({ checked_at }) => !checked_at || ctx.now.getTime() - checked_at.getTime() > RECHECK_MS)
  if (!stale.length) return
  const waited = new AbortController()
  const deadline = setTimeout(HOLD_WAIT_MS, undefined, { signal: waited.signal }).catch(() => {})
  await Promise.race([deadline, Promise.allSettled(stale.map((row) => readOnce(ctx, row)))])
  waited.abort()
}

/** Reads a feed; a second caller shares the read that is under way in this process. */
function readOnce(ctx: Context, row: FeedRow, waitMs?: number): Promise<FeedRow> {
  const known = reading.get(row.id)
  if (known) return known
  const read = readFeedAgain(ctx, row, waitMs).finally(() => reading.delete(row.id))
  reading.set(row.id, read)
  return read
}
