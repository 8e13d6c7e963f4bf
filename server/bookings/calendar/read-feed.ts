import { zonedDay } from '#contract/format.ts'
import { findAccount } from '#server/accounts/door.ts'
import { CalendarUnreadable, readCalendar } from '#server/gateways/calendars/calendars.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { lockDiary, providerById } from '#server/providers/door.ts'

import { replaceFeed } from '#server/providers/diary/door.ts'
import { countFeedTimeout, type FeedRow, updateFeed } from './feed-queries.ts'

const DAY_MS = 86_400_000
/** Consecutive timeouts after which a feed is paused. */
const MOST_TIMEOUTS = 3

/** The days that a calendar is read for. */
export const span = (ctx: Context) => ({ from: ctx.now.getTime() - DAY_MS, until: ctx.now.getTime() + 730 * DAY_MS })

/**
 * Reads a feed and stores its busy times. When it cannot be read, the times of the last successful read stay and the
 * row says why. The third timeout in a row pauses the feed and notifies its owner. `waitMs` limits the download, ten
 * seconds unless given. Not inside a transaction.
 */
export async function readFeedAgain(ctx: Context, row: FeedRow, waitMs?: number): Promise<FeedRow> {
  try {
    const provider = await providerById(ctx.db, row.provider_id)
    if (!provider) return row
    const asked = { ...span(ctx), etag: row.etag, zone: provider.tz, owner: provider.id }
    const times = await readCalendar(ctx.env, row.url, asked, waitMs)
    return await ctx.transaction((tx) => saveFeed(tx, row, provider, times))
  } catch (fault) {
    if (!(fault instanceof CalendarUnreadable))
      ctx.log.info({ ...faultFields(fault), feed: row.id }, 'a calendar was not read')
    if (!(fault instanceof CalendarUnreadable && fault.timedOut))
      return updateFeed(ctx.db, row.id, { checked_at: ctx.now, error: 'It could not be read.' })
    const sender = await senderOf(ctx)
    return ctx.transaction((tx) => recordTimeout(tx, sender, row))
  }
}

async function recordTimeout(ctx: Context, sender: Sender, { id, provider_id, paused_at }: FeedRow): Promise<FeedRow> {
  const row = await countFeedTimeout(ctx.db, id, ctx.now, MOST_TIMEOUTS)
  const owner = row.paused_at && !paused_at ? await ownerOf(ctx, provider_id) : undefined
  if (owner)
    await notify(ctx, sender, {
      kind: 'feed.paused',
      to: { email: owner.email, name: owner.name, accountId: owner.id, country: owner.country_code },
      path: '/dashboard/calendar',
      fact: `feed.paused ${id} ${ctx.now.toISOString()}`,
      values: { name: row.name || new URL(row.url).hostname },
    })
  return row
}

async function ownerOf(ctx: Context, providerId: string) {
  const provider = await providerById(ctx.db, providerId)
  return provider?.account_id ? findAccount(ctx.db, provider.account_id) : undefined
}

/** Replaces the busy times of a feed by those just read, and ends its pause. In the caller's transaction. */
export async function saveFeed(
  ctx: Context,
  row: FeedRow,
  provider: { id: string; tz: string },
  read: Awaited<ReturnType<typeof readCalendar>>,
): Promise<FeedRow> {
  const readable = { checked_at: ctx.now, error: '', timeouts: 0, paused_at: null }
  if (read === 'unchanged') return updateFeed(ctx.db, row.id, readable)
  await lockDiary(ctx.db, provider.id)
  // The night before 5 AM belongs to the day before, here as everywhere.
  await replaceFeed(
    ctx.db,
    provider.id,
    row.id,
    read.times.map(({ from, to }) => ({
      from,
      to,
      eventDate: zonedDay(new Date(from - 5 * 3_600_000).toISOString(), provider.tz),
    })),
  )
  return updateFeed(ctx.db, row.id, { ...readable, etag: read.etag, events: read.times.length })
}
