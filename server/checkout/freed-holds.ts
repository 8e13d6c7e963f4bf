import { getCatalog } from '#server/catalog/index.ts'
import {
  getBookableQuote,
  findSearch,
  type FreedTime,
  type HoldFreedTime,
  findQuoteById,
  resolveSearch,
  releaseReservedTime,
} from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isFree, lockDiary, getSpeeds } from '#server/providers/index.ts'
import { findBookingOnSearch, getWorkSpot } from '#server/appointments/index.ts'
import { recheckFeeds } from '#server/calendar/index.ts'
import { reserveHold } from './holds.ts'

/**
 * Holds a freed time for a search on the waiting list until its turn ends. Returns 'open' if the artist must be asked
 * first, and 'taken' if the time is not free.
 */
export const holdFreedTime: HoldFreedTime = async (ctx, { searchId, profileId, mode }: FreedTime) => {
  const search = await findSearch(ctx.database, searchId)
  if (!search) return 'taken'
  const { why, locked, providerId } = await getBookableQuote(
    ctx,
    resolveSearch(search, await getCatalog(ctx.database), ctx.now),
    profileId,
    mode,
  )
  if (why === 'askFirst' || why === 'timeMissing') return 'open'
  await recheckFeeds(ctx, providerId)
  const row = locked && why === null ? await findQuoteById(ctx.db, search.id, locked.id) : undefined
  if (!row || !locked?.plan) return 'taken'
  if (!row.payouts_ready || !(row.offer_id || row.instant_booking)) return 'open'
  const speeds = await getSpeeds(ctx)
  const job = {
    ...getWorkSpot(row, search),
    from: Date.parse(locked.plan.arriveAt),
    to: Date.parse(locked.plan.doneAt),
  }
  return async (tx: Context, turnEnds: Date) => {
    const until = new Date(Math.min(turnEnds.getTime(), job.from))
    if (until <= tx.now) return null
    await lockDiary(tx.db, providerId)
    await releaseReservedTime(tx.db, providerId, search.event_date)
    if (
      (await findBookingOnSearch(tx.db, search.id, providerId)) ||
      !(await isFree(tx, providerId, job, row.buffer_minutes, speeds))
    )
      return null
    await reserveHold(tx, {
      row,
      search: { id: search.id, event_date: search.event_date },
      job,
      accountId: search.account_id,
      until,
      freed: true,
    })
    return until
  }
}
