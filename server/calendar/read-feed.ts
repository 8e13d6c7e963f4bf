import { formatDate, zonedDay } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { findAccount } from '#server/accounts/index.ts'
import { type CalendarReading, CalendarUnreadable, readCalendar } from '#server/gateways/calendars/calendars.ts'
import { notify, getSenderInTransaction } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { lockDiary, findProviderById, replaceFeed } from '#server/providers/index.ts'
import {
  FEED_PAUSED,
  type FeedRow,
  findForeignTimes,
  hasBusyTimesAhead,
  isDelayed,
  updateFailedFeed,
  updateFeed,
} from './feeds.queries.ts'

const DAY_MS = 86_400_000
const MAX_RETRY_AFTER_MS = DAY_MS
/** How long a feed may fail before its owner is notified. */
export const FAILING_MS = DAY_MS

type Feed = Pick<FeedRow, 'etag' | 'read_at'> | null
type Provider = { id: string; tz: string }

/**
 * Returns the request for a feed: two years of busy times. `If-None-Match` is omitted at least once a day, so that an
 * unchanged calendar is still read for days that have newly entered the two years.
 */
export const getFeedQuery = (ctx: Context, provider: Provider, feed: Feed) => ({
  from: ctx.now.getTime() - DAY_MS,
  until: ctx.now.getTime() + 730 * DAY_MS,
  etag: feed?.read_at && ctx.now.getTime() - feed.read_at.getTime() < DAY_MS ? feed.etag : null,
  zone: provider.tz,
  owner: provider.id,
})

/**
 * Reads a feed and stores its busy times. If that fails, keeps the last times and saves the reason. Does nothing if the
 * server asked us to wait, or if we are overloaded. `waitMs` is the download timeout, by default 5,000. Must not run
 * inside a transaction.
 */
export async function readFeed(
  ctx: Context,
  row: FeedRow,
  waitMs?: number,
): Promise<{ row: FeedRow; timedOut: boolean }> {
  if (isDelayed(row, ctx.now)) return { row, timedOut: false }
  try {
    const provider = await findProviderById(ctx.db, row.provider_id)
    if (!provider) return { row, timedOut: false }
    const reading = await readCalendar(ctx.env, row.url, getFeedQuery(ctx, provider, row), waitMs)
    return { row: await ctx.transaction((tx) => saveReading(tx, row, provider, reading)), timedOut: false }
  } catch (fault) {
    const unreadable = fault instanceof CalendarUnreadable ? fault : null
    if (unreadable?.kind === 'busy') return { row, timedOut: false }
    if (!unreadable) ctx.log.info({ ...toFaultFields(fault), feed: row.id }, 'calendar import failed')
    return { row: await saveFailure(ctx, row, unreadable), timedOut: unreadable?.kind === 'timeout' }
  }
}

/** Saves a failure. Sends a mail to the owner on the first failure after 24 hours without success. */
async function saveFailure(ctx: Context, row: FeedRow, fault: CalendarUnreadable | null): Promise<FeedRow> {
  const now = ctx.now.getTime()
  const error = row.paused_at ? FEED_PAUSED : (fault?.reason ?? 'We could not read it.')
  const delayMs = fault?.retryAfter ? fault.retryAfter - Date.now() : 0
  const nextReadAt = delayMs > 0 ? new Date(now + Math.min(delayMs, MAX_RETRY_AFTER_MS)) : null
  return ctx.transaction(async (tx) => {
    const failed = await updateFailedFeed(tx.db, row.id, { now: tx.now, error, nextReadAt })
    const since = failed.failing_since as Date
    const due = since.getTime() + FAILING_MS
    if (now >= due && (row.checked_at?.getTime() ?? 0) < due)
      await notifyFeedOwner(tx, failed, 'failing', { spell: since.toISOString(), since })
    return failed
  })
}

/**
 * Replaces the busy times of a feed, in the caller's transaction. If a calendar with upcoming events is suddenly empty,
 * its times stay until the owner confirms.
 */
export async function saveReading(
  ctx: Context,
  row: FeedRow,
  provider: Provider,
  reading: CalendarReading | 'unchanged',
): Promise<FeedRow> {
  const readable = {
    checked_at: ctx.now,
    error: '',
    timeouts: 0,
    paused_at: null,
    failing_since: null,
    next_read_at: null,
  }
  if (reading === 'unchanged') return updateFeed(ctx.db, row.id, { ...readable, empty_since: null })
  await lockDiary(ctx.db, provider.id)
  if (reading.events === 0 && row.events > 0 && (await hasBusyTimesAhead(ctx.db, row.id, ctx.now))) {
    // Keeps the old ETag, so that the server compares the next request with the version that had events.
    const empty = await updateFeed(ctx.db, row.id, { ...readable, empty_since: row.empty_since ?? ctx.now })
    if (!row.empty_since)
      await notifyFeedOwner(ctx, empty, 'empty', { spell: ctx.now.toISOString().slice(0, 10), since: ctx.now })
    return empty
  }
  await saveTimes(ctx, row, provider, [
    ...reading.times,
    ...(await findForeignTimes(ctx.db, provider.id, reading.ownEvents)),
  ])
  const completeUntil = reading.completeUntil === null ? null : new Date(reading.completeUntil)
  const saved = await updateFeed(ctx.db, row.id, {
    ...readable,
    read_at: ctx.now,
    etag: reading.etag,
    events: reading.events,
    empty_since: null,
    complete_until: completeUntil,
    skipped: JSON.stringify(reading.skipped),
    assumed_zones: JSON.stringify(reading.assumedZones),
  })
  if (completeUntil && !row.complete_until)
    await notifyFeedOwner(ctx, saved, 'incomplete', { spell: ctx.now.toISOString().slice(0, 7), since: completeUntil })
  return saved
}

/** Requires `lockDiary`. */
export const saveTimes = (
  ctx: Context,
  row: FeedRow,
  provider: Provider,
  times: readonly { from: number; to: number }[],
) =>
  replaceFeed(
    ctx,
    provider.id,
    row.id,
    times.map(({ from, to }) => ({
      from,
      to,
      // The hours before 5 AM belong to the day before, as in all calendars of the site.
      eventDate: zonedDay(new Date(from - 5 * 3_600_000).toISOString(), provider.tz),
    })),
  )

type FeedProblem = 'failing' | 'empty' | 'incomplete'

/** Notifies the owner of a feed, in the caller's transaction. `spell` is the idempotency key of the mail. */
async function notifyFeedOwner(
  ctx: Context,
  row: FeedRow,
  problem: FeedProblem,
  { spell, since }: { spell: string; since: Date },
): Promise<void> {
  const provider = await findProviderById(ctx.db, row.provider_id)
  const owner = provider?.account_id ? await findAccount(ctx.db, provider.account_id) : undefined
  if (!provider || !owner) return
  await notify(ctx, await getSenderInTransaction(ctx), {
    kind: `feed.${problem}`,
    to: { email: owner.email, name: owner.name, accountId: owner.id, country: owner.country_code },
    path: '/dashboard/calendar',
    fact: `feed.${problem} ${row.id} ${spell}`,
    values: {
      name: row.name || new URL(row.url).hostname,
      reason: row.error,
      date: formatDate(
        zonedDay(since.toISOString(), provider.tz),
        provider.country_code as Country,
        ctx.now.getUTCFullYear(),
      ),
    },
  })
}
