import { lockLimit } from '#server/platform/http/limits.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Feed, FeedWarning, providerBookings } from '#contract/bookings/provider-bookings.ts'
import { CalendarUnreadable, readCalendar } from '#server/gateways/calendars/calendars.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { lockDiary, getCallerProvider } from '#server/providers/index.ts'
import { deleteFeed, type FeedRow, findFeed, findFeeds, insertFeed, isDelayed, updateFeed } from './feeds.queries.ts'
import { FAILING_MS, readFeed, getFeedQuery, saveReading, saveTimes } from './read-feed.ts'
import { getCalendarUrl } from './published-calendar.ts'
import { findCalendarKey } from './published-calendar.queries.ts'

type Calls = typeof providerBookings
const MOST_FEEDS = 5

/**
 * Adds a calendar after a first successful read. Throws `feed_unreadable` with the reason if the read fails. If the URL
 * is already known, its calendar is only renamed and read again.
 */
export async function addFeed(
  ctx: Context,
  { url, name }: InputOf<Calls['addFeed']>,
): Promise<OutputOf<Calls['addFeed']>> {
  const provider = await getCallerProvider(ctx)
  const address = url.replace(/^webcals?:/i, 'https:')
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw createFieldRefusal('feed_address', 'url')
  const findKnown = async (db: Db) => {
    const feeds = await findFeeds(db, provider.id)
    const known = feeds.find((feed) => feed.url === address)
    if (!known && feeds.length >= MOST_FEEDS) throw new Refusal('too_many_feeds')
    return known
  }
  const known = await findKnown(ctx.db)
  const reading =
    known && isDelayed(known, ctx.now)
      ? null
      : await readCalendar(ctx.env, address, getFeedQuery(ctx, provider, null)).catch((fault) => {
          if (!(fault instanceof CalendarUnreadable)) throw createFieldRefusal('feed_unreadable', 'url')
          throw new Refusal('feed_unreadable', { errors: [{ path: 'url', message: fault.reason }] })
        })
  const feed = await ctx.transaction(async (tx) => {
    await lockLimit(tx.db, `feeds ${provider.id}`)
    await findKnown(tx.db)
    const row = await insertFeed(tx.db, { provider_id: provider.id, url: address, name, created_at: tx.now })
    return reading ? saveReading(tx, row, provider, reading) : row
  })
  return { feed: presentFeed(feed, ctx.now) }
}

export async function listFeeds(ctx: Context): Promise<OutputOf<Calls['feeds']>> {
  const provider = await getCallerProvider(ctx)
  const key = await findCalendarKey(ctx.db, ctx.viewer.accountId as string, 'provider')
  const feeds = await findFeeds(ctx.db, provider.id)
  return { feeds: feeds.map((row) => presentFeed(row, ctx.now)), address: key && (await getCalendarUrl(ctx, key)) }
}

const presentFeed = (row: FeedRow, now: Date): Feed => ({
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

export async function confirmEmptyFeed(
  ctx: Context,
  { feedId }: InputOf<Calls['confirmEmptyFeed']>,
): Promise<OutputOf<Calls['confirmEmptyFeed']>> {
  const provider = await getCallerProvider(ctx)
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

/** Reads a feed again. If the calendar's server asked us to wait, returns the end of the wait. */
export async function refreshFeed(
  ctx: Context,
  { feedId }: InputOf<Calls['refreshFeed']>,
): Promise<OutputOf<Calls['refreshFeed']>> {
  const provider = await getCallerProvider(ctx)
  const row = await findFeed(ctx.db, provider.id, feedId)
  if (!row) throw new Refusal('not_found')
  return { feed: presentFeed((await readFeed(ctx, row)).row, ctx.now) }
}

export async function removeFeed(
  ctx: Context,
  { feedId }: InputOf<Calls['removeFeed']>,
): Promise<OutputOf<Calls['removeFeed']>> {
  const provider = await getCallerProvider(ctx)
  await ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if (!(await deleteFeed(tx.db, provider.id, feedId))) throw new Refusal('not_found')
  })
  return { done: true }
}
