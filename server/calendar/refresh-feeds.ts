import { setTimeout } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { countFeedTimeout, type FeedRow, findDueFeeds, findFeeds, isDelayed } from './feeds.queries.ts'
import { readFeed } from './read-feed.ts'

const STALE_MS = 15 * 60_000
const PAUSED_STALE_MS = 6 * 3_600_000
const RECHECK_MS = 60_000
const MOST_DUE = 50
const AT_ONCE = 4
/**
 * If at least this many feeds of a run time out, and they are more than half of the run, we assume an outage on our
 * side.
 */
const OUTAGE = 4
/** How long a booking waits for other calendars, in milliseconds. */
export const HOLD_WAIT_MS = 2_000

type Read = ReturnType<typeof readFeed>
const reading = new Map<string, Read>()

/**
 * Reads feeds that were last checked over 15 minutes ago (paused feeds: six hours), in small batches. Only these reads
 * count towards a pause, so that user requests cannot cause a pause.
 */
export async function refreshFeeds(ctx: Context, waitMs?: number): Promise<void> {
  const ago = (ms: number) => new Date(ctx.now.getTime() - ms)
  const due = await findDueFeeds(
    ctx.db,
    { before: ago(STALE_MS), pausedBefore: ago(PAUSED_STALE_MS), now: ctx.now },
    MOST_DUE,
  )
  const total = due.length
  const timedOut: FeedRow[] = []
  const readNext = async () => {
    for (let row = due.shift(); row; row = due.shift())
      if ((await readOnce(ctx, row, waitMs)).timedOut) timedOut.push(row)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readNext))
  if (timedOut.length >= OUTAGE && timedOut.length > total / 2) {
    ctx.log.warn({ feeds: total, timedOut: timedOut.length }, 'most calendars timed out; none is paused')
    return
  }
  for (const { id } of timedOut) await countFeedTimeout(ctx.db, id, ctx.now)
}

/**
 * Refreshes the feeds of these providers before a time is promised, unless they were read in the last minute. Waits two
 * seconds at most. A slower read continues in the background, and the last successful read is used. Must not run inside
 * a transaction.
 */
export async function recheckFeeds(ctx: Context, ...providerIds: string[]): Promise<void> {
  const feeds = await Promise.all([...new Set(providerIds)].map((id) => findFeeds(ctx.db, id)))
  const stale = feeds
    .flat()
    .filter((feed) => !feed.paused_at && !isDelayed(feed, ctx.now))
    .filter(({ checked_at }) => !checked_at || ctx.now.getTime() - checked_at.getTime() > RECHECK_MS)
  if (!stale.length) return
  // The read may outlast the request, so it uses the connections and limits of background work.
  const background = ctx.background('recheck-feeds')
  const waited = new AbortController()
  const deadline = setTimeout(HOLD_WAIT_MS, undefined, { signal: waited.signal }).catch(() => {})
  await Promise.race([deadline, Promise.allSettled(stale.map((row) => readOnce(background, row)))])
  waited.abort()
}

/** Concurrent callers in this process share one read. */
function readOnce(ctx: Context, row: FeedRow, waitMs?: number): Read {
  const known = reading.get(row.id)
  if (known) return known
  const read = readFeed(ctx, row, waitMs).finally(() => reading.delete(row.id))
  reading.set(row.id, read)
  return read
}
