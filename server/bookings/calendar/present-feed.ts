import type { Feed, FeedWarning } from '#contract/bookings/provider-bookings.ts'
import type { FeedRow } from './feed-queries.ts'
import { FAILING_MS } from './read-feed.ts'

/** Presents a calendar to its owner. */
export const presentFeed = (row: FeedRow, now: Date): Feed => ({
  id: row.id,
  url: row.url,
  name: row.name,
  checkedAt: row.checked_at?.toISOString() ?? null,
  error: row.error,
  events: row.events,
  failingSince: row.failing_since?.toISOString() ?? null,
  nextReadAt: row.next_read_at && row.next_read_at > now ? row.next_read_at.toISOString() : null,
  completeUntil: row.complete_until?.toISOString() ?? null,
  skipped: row.skipped as Feed['skipped'],
  assumedZones: row.assumed_zones as Feed['assumedZones'],
  warnings: warningsOf(row, now),
})

function warningsOf(row: FeedRow, now: Date): FeedWarning[] {
  const isFailing = row.failing_since !== null && now.getTime() - row.failing_since.getTime() >= FAILING_MS
  return [
    ...(isFailing || row.paused_at ? (['failing'] as const) : []),
    ...(row.empty_since ? (['empty'] as const) : []),
    ...(row.complete_until ? (['incomplete'] as const) : []),
  ]
}
