import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Feed, providerBookings } from '#contract/bookings/provider-bookings.ts'
import { CalendarUnreadable, readCalendar } from '#server/gateways/calendars/calendars.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { lockDiary } from '#server/providers/door.ts'
import { ownProvider, providerById } from '#server/providers/own-profile/door.ts'
import { replaceFeed } from '#server/providers/diary/door.ts'
import { addressOfKey } from './calendar-address.ts'
import {
  calendarKeyOf,
  deleteFeed,
  type FeedRow,
  feedOf,
  feedsDue,
  feedsOf,
  insertFeed,
  updateFeed,
} from './feed-queries.ts'

type Calls = typeof providerBookings
const MOST_FEEDS = 5
const DAY_MS = 86_400_000
const STALE_MS = 15 * 60_000
const AT_ONCE = 50

const present = (row: FeedRow): Feed => ({
  id: row.id,
  url: row.url,
  name: row.name,
  checkedAt: row.checked_at?.toISOString() ?? null,
  error: row.error,
  events: row.events,
})

export async function listFeeds(ctx: Context): Promise<OutputOf<Calls['feeds']>> {
  const provider = await ownProvider(ctx)
  const key = await calendarKeyOf(ctx.db, ctx.viewer.accountId as string, 'provider')
  return { feeds: (await feedsOf(ctx.db, provider.id)).map(present), address: key && addressOfKey(ctx, key) }
}

/** Reads a calendar from now on; one that cannot be read the first time is refused and not kept. */
export async function addFeed(
  ctx: Context,
  { url, name }: InputOf<Calls['addFeed']>,
): Promise<OutputOf<Calls['addFeed']>> {
  const provider = await ownProvider(ctx)
  const address = url.replace(/^webcal:/i, 'https:')
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw refuseField('feed_address', 'url')
  const known = await feedsOf(ctx.db, provider.id)
  if (known.length >= MOST_FEEDS && !known.some((feed) => feed.url === address)) throw new Refusal('too_many_feeds')
  const times = await readCalendar(ctx.env, address, { ...span(ctx), etag: null }).catch(() => {
    throw refuseField('feed_unreadable', 'url')
  })
  const feed = await ctx.transaction(async (tx) => {
    const row = await insertFeed(tx.db, { provider_id: provider.id, url: address, name, created_at: tx.now })
    return keep(tx, row, provider, times)
  })
  return { feed: present(feed) }
}

export async function refreshFeed(
  ctx: Context,
  { feedId }: InputOf<Calls['refreshFeed']>,
): Promise<OutputOf<Calls['refreshFeed']>> {
  const provider = await ownProvider(ctx)
  const row = await feedOf(ctx.db, provider.id, feedId)
  if (!row) throw new Refusal('not_found')
  return { feed: present(await refresh(ctx, row)) }
}

export async function removeFeed(
  ctx: Context,
  { feedId }: InputOf<Calls['removeFeed']>,
): Promise<OutputOf<Calls['removeFeed']>> {
  const provider = await ownProvider(ctx)
  await ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if (!(await deleteFeed(tx.db, provider.id, feedId))) throw new Refusal('not_found')
  })
  return { done: true }
}

/** Reads again every calendar that has not been looked at for a quarter of an hour. */
export async function refreshFeeds(ctx: Context): Promise<void> {
  for (const row of await feedsDue(ctx.db, new Date(ctx.now.getTime() - STALE_MS), AT_ONCE)) await refresh(ctx, row)
}

/** Reads a provider's calendars again before a time is promised, unless that has just been done; a calendar that does not answer stands as it was. Not inside a transaction. */
export async function recheckFeeds(ctx: Context, providerId: string): Promise<void> {
  const stale = (await feedsOf(ctx.db, providerId)).filter(
    ({ checked_at }) => !checked_at || ctx.now.getTime() - checked_at.getTime() > 60_000,
  )
  await Promise.all(stale.map((row) => refresh(ctx, row)))
}

const span = (ctx: Context) => ({ from: ctx.now.getTime() - DAY_MS, until: ctx.now.getTime() + 730 * DAY_MS })

// What was known stays where it cannot be read: half a diary would be worse than an old one.
async function refresh(ctx: Context, row: FeedRow): Promise<FeedRow> {
  try {
    const times = await readCalendar(ctx.env, row.url, { ...span(ctx), etag: row.etag })
    const provider = await providerById(ctx.db, row.provider_id)
    if (!provider) return row
    return await ctx.transaction((tx) => keep(tx, row, provider, times))
  } catch (fault) {
    if (!(fault instanceof CalendarUnreadable))
      ctx.log.info({ ...faultFields(fault), feed: row.id }, 'a calendar was not read')
    return updateFeed(ctx.db, row.id, { checked_at: ctx.now, error: 'It could not be read.' })
  }
}

async function keep(
  ctx: Context,
  row: FeedRow,
  provider: { id: string; tz: string },
  read: Awaited<ReturnType<typeof readCalendar>>,
): Promise<FeedRow> {
  if (read === 'unchanged') return updateFeed(ctx.db, row.id, { checked_at: ctx.now, error: '' })
  await lockDiary(ctx.db, provider.id)
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone: provider.tz,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  // The night before 5 AM belongs to the day before, here as everywhere.
  await replaceFeed(
    ctx.db,
    provider.id,
    row.id,
    read.times.map(({ from, to }) => ({ from, to, eventDate: day.format(new Date(from - 5 * 3_600_000)) })),
  )
  return updateFeed(ctx.db, row.id, { checked_at: ctx.now, error: '', etag: read.etag, events: read.times.length })
}
