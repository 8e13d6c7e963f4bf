import { waitingTimers } from '#contract/search/waiting-timers.ts'
import type { Mode } from '#contract/values.ts'
import { accountByEmail } from '#server/accounts/index.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { type Sender, senderOf } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { daysBetween, todayIn } from '#server/platform/event-day.ts'
import { faultFields } from '#server/platform/log.ts'
import { giveTurn, type HoldFreedTime } from '#server/search/alerts/give-turn.ts'
import { bookableQuote } from '#server/search/bookable/door.ts'
import { findSearch } from '#server/search/queries.ts'
import { resolveSearch } from '#server/search/saved-search.ts'
import { dueLists, lookedAtList, openReserved, reservedDays, turnRuns, waitersOn } from './waiting-queries.ts'

const LISTS_AT_ONCE = 25
const OF_LIST = 50

/** Gives the next on each list a freed time of its artist: one at a time, those whom it fits in their order, whoever waits for this artist before whoever waits for any. */
export async function offerLists(ctx: Context, sender: Sender, today: string, keep: HoldFreedTime): Promise<void> {
  for (const { provider_id, event_date } of await dueLists(ctx.db, today, LISTS_AT_ONCE)) {
    if (!provider_id) continue
    try {
      await offerList(ctx, sender, { providerId: provider_id, eventDate: event_date }, keep)
    } catch (fault) {
      // One list that cannot be read any more must not keep the others waiting.
      ctx.log.error(faultFields(fault), 'waiting list')
    }
    await lookedAtList(ctx.db, provider_id, event_date, ctx.now)
  }
}

/**
 * Looks for the next on the list of each freed time that was reserved for its day, and opens to everyone what nobody on the
 * list can use. Runs after each act that frees time, and by the clock.
 */
export async function offerReserved(ctx: Context, keep: HoldFreedTime): Promise<void> {
  const reserved = await reservedDays(ctx.db)
  if (reserved.length === 0) return
  const sender = await senderOf(ctx)
  for (const { ids, provider_id: providerId, event_date: eventDate } of reserved) {
    try {
      await offerList(ctx, sender, { providerId, eventDate }, keep)
    } catch (fault) {
      ctx.log.error(faultFields(fault), 'waiting list')
    }
    await openReserved(ctx.db, ids)
  }
}

async function offerList(
  ctx: Context,
  sender: Sender,
  { providerId, eventDate }: { providerId: string; eventDate: string },
  keep: HoldFreedTime,
): Promise<void> {
  if (await turnRuns(ctx.db, providerId, eventDate, ctx.now)) return
  const catalog = await catalogOf(ctx.database)
  for (const one of await waitersOn(ctx.db, providerId, eventDate, OF_LIST)) {
    const search = await findSearch(ctx.database, one.search_id)
    if (!search) continue
    const mode = one.mode as Mode
    const { quoted } = await bookableQuote(ctx, resolveSearch(search, catalog, ctx.now), providerId, mode)
    const { card } = quoted
    if (card.reason !== 'fits' || card.price === null) continue
    const kept =
      card.status === 'requested' ? 'open' : await keep(ctx, { searchId: one.search_id, profileId: providerId, mode })
    if (kept === 'taken') continue
    const account = await accountByEmail(ctx.db, one.email)
    const to = {
      email: one.email,
      name: account?.name ?? null,
      accountId: account?.id ?? null,
      country: one.country_code,
    }
    const minutes = 60 * hoursFor(daysBetween(todayIn(one.tz, ctx.now), eventDate))
    const kind = kept === 'open' || !one.finish_time ? 'waiting.offered.day' : 'waiting.offered'
    const path = `/quotes/${one.search_id}/@/${card.slug}?type=${mode}`
    if (await giveTurn(ctx, sender, { alert: one, card, to, kept, minutes, kind, path })) return
  }
}

/** How long a time is kept for whoever is next, by how far away the day is. */
const hoursFor = (days: number): number =>
  days <= waitingTimers.closeDays ? waitingTimers.hoursClose : waitingTimers.hours
