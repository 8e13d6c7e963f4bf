import { zonedDay } from '#contract/format.ts'
import { CalendarUnreadable, readCalendar } from '#server/gateways/calendars/calendars.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { lockDiary, providerById } from '#server/providers/door.ts'

import { replaceFeed } from '#server/providers/diary/door.ts'
import { type FeedRow, updateFeed } from './feed-queries.ts'

const DAY_MS = 86_400_000

/** The days that a calendar is read for. */
export const span = (ctx: Context) => ({ from: ctx.now.getTime() - DAY_MS, until: ctx.now.getTime() + 730 * DAY_MS })

/** What was known stays where it cannot be read: half a diary would be worse than an old one. */
export async function readFeedAgain(ctx: Context, row: FeedRow): Promise<FeedRow> {
  try {
    const provider = await providerById(ctx.db, row.provider_id)
    if (!provider) return row
    const times = await readCalendar(ctx.env, row.url, { ...span(ctx), etag: row.etag, zone: provider.tz })
    return await ctx.transaction((tx) => saveFeed(tx, row, provider, times))
  } catch (fault) {
    if (!(fault instanceof CalendarUnreadable))
      ctx.log.info({ ...faultFields(fault), feed: row.id }, 'a calendar was not read')
    return updateFeed(ctx.db, row.id, { checked_at: ctx.now, error: 'It could not be read.' })
  }
}

/** Keeps what a calendar said in the place of what it said before. In the caller's transaction. */
export async function saveFeed(
  ctx: Context,
  row: FeedRow,
  provider: { id: string; tz: string },
  read: Awaited<ReturnType<typeof readCalendar>>,
): Promise<FeedRow> {
  if (read === 'unchanged') return updateFeed(ctx.db, row.id, { checked_at: ctx.now, error: '' })
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
  return updateFeed(ctx.db, row.id, { checked_at: ctx.now, error: '', etag: read.etag, events: read.times.length })
}
