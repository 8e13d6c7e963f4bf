import type { Feed } from '#contract/bookings/provider-bookings.ts'
import type { FeedRow } from './feed-queries.ts'

/** A calendar read in, as its owner sees it. */
export const presentFeed = (row: FeedRow): Feed => ({
  id: row.id,
  url: row.url,
  name: row.name,
  checkedAt: row.checked_at?.toISOString() ?? null,
  error: row.error,
  events: row.events,
})
