import { lockLimit } from '#server/platform/http/limits.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import { readCalendar } from '#server/gateways/calendars/calendars.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/door.ts'
import { feedsOf, insertFeed } from './feed-queries.ts'
import { saveFeed, span } from './read-feed.ts'
import { presentFeed } from './present-feed.ts'

type Calls = typeof providerBookings
const MOST_FEEDS = 5

/** Reads a calendar from now on; one that cannot be read the first time is refused and not kept. */
export async function addFeed(
  ctx: Context,
  { url, name }: InputOf<Calls['addFeed']>,
): Promise<OutputOf<Calls['addFeed']>> {
  const provider = await ownProvider(ctx)
  const address = url.replace(/^webcal:/i, 'https:')
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw refuseField('feed_address', 'url')
  const refuseTooMany = async (db: Db) => {
    const known = await feedsOf(db, provider.id)
    if (known.length >= MOST_FEEDS && !known.some((feed) => feed.url === address)) throw new Refusal('too_many_feeds')
  }
  await refuseTooMany(ctx.db)
  const reading = await readCalendar(ctx.env, address, {
    ...span(ctx),
    etag: null,
    zone: provider.tz,
    owner: provider.id,
  }).catch(() => {
    throw refuseField('feed_unreadable', 'url')
  })
  const feed = await ctx.transaction(async (tx) => {
    await lockLimit(tx.db, `feeds ${provider.id}`)
    await refuseTooMany(tx.db)
    const row = await insertFeed(tx.db, { provider_id: provider.id, url: address, name, created_at: tx.now })
    return saveFeed(tx, row, provider, reading)
  })
  return { feed: presentFeed(feed) }
}
