import { zonedDay } from '#contract/format.ts'
import { findAccount } from '#server/accounts/door.ts'
import { CalendarUnreadable, readCalendar } from '#server/gateways/calendars/calendars.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { lockDiary, providerById } from '#server/providers/door.ts'

import { replaceFeed } from '#server/providers/diary/door.ts'
import { countFeedTimeout, FEED_PAUSED, type FeedRow, updateFeed } from './feed-queries.ts'

const DAY_MS = 86_400_000
/** The days that a calendar is read for. */
export const span = (ctx: Context) => ({ from: ctx.now.getTime() - DAY_MS, until: ctx.now.getTime() + 730 * DAY_MS })

/**
 * Reads a feed and stores its busy times. When it cannot be read, the times of the last successful read stay and the
 * row says why; when we are too busy to read it, nothing changes. `waitMs` limits the download, five seconds unless
 * given. Not inside a transaction.
 */
export async function readFeedAgain(
  ctx: Context,
  row: FeedRow,
  waitMs?: number,
): Promise<{ row: FeedRow; timedOut: boolean }> {
  try {
    const provider = await providerById(ctx.db, row.provider_id)
    if (!provider) return { row, timedOut: false }
    const asked = { ...span(ctx), etag: row.etag, zone: provider.tz, owner: provider.id }
    const reading = await readCalendar(ctx.env, row.url, asked, waitMs)
    return { row: await ctx.transaction((tx) => saveFeed(tx, row, provider, reading)), timedOut: false }
  } catch (fault) {
    const kind = fault instanceof CalendarUnreadable ? fault.kind : undefined
    if (kind === 'busy') return { row, timedOut: false }
    if (!kind) ctx.log.info({ ...faultFields(fault), feed: row.id }, 'a calendar was not read')
    const timedOut = kind === 'timeout'
    const error = row.paused_at ? FEED_PAUSED : timedOut ? 'It took too long to read.' : 'It could not be read.'
    return { row: await updateFeed(ctx.db, row.id, { checked_at: ctx.now, error }), timedOut }
  }
}

/** Counts a timeout of a scheduled read. The third one in a row pauses the feed and notifies its owner. */
export async function countTimeout(ctx: Context, { id, provider_id }: FeedRow): Promise<void> {
  const sender = await senderOf(ctx)
  await ctx.transaction(async (tx) => {
    const paused = await countFeedTimeout(tx.db, id, tx.now)
    const owner = paused && (await ownerOf(tx, provider_id))
    if (!paused || !owner) return
    await notify(tx, sender, {
      kind: 'feed.paused',
      to: { email: owner.email, name: owner.name, accountId: owner.id, country: owner.country_code },
      path: '/dashboard/calendar',
      fact: `feed.paused ${id} ${tx.now.toISOString()}`,
      values: { name: paused.name || new URL(paused.url).hostname },
    })
  })
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
    ctx,
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
