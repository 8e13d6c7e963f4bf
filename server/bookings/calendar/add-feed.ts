import { lockLimit } from '#server/platform/http/limits.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import { CalendarUnreadable, readCalendar } from '#server/gateways/calendars/calendars.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { findFeeds, insertFeed, isDelayed } from './feed-queries.ts'
import { readingOf, saveReading } from './read-feed.ts'
import { presentFeed } from './present-feed.ts'

type Calls = typeof providerBookings
const MOST_FEEDS = 5

/**
 * Adds a calendar after a first reading. Throws `feed_unreadable` with the reason if that fails. If the artist has added
 * the address before, only its name changes and it is read again.
 */
export async function addFeed(
  ctx: Context,
  { url, name }: InputOf<Calls['addFeed']>,
): Promise<OutputOf<Calls['addFeed']>> {
  const provider = await ownProvider(ctx)
  const address = url.replace(/^webcals?:/i, 'https:')
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw refuseField('feed_address', 'url')
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
      : await readCalendar(ctx.env, address, readingOf(ctx, provider, null)).catch((fault) => {
          if (!(fault instanceof CalendarUnreadable)) throw refuseField('feed_unreadable', 'url')
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
