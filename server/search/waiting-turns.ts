import { countOf } from '#contract/i18n/counts.ts'
import { waitingTimers } from '#contract/search/waiting-timers.ts'
import type { Mode } from '#contract/values.ts'
import { findAccountByEmail, type ArtistEnd, describeUnavailable } from '#server/accounts/index.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { countDaysBetween, getToday } from '#server/platform/event-day.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { getBookableQuote } from './bookable-quote.ts'
import { findSearch } from './search.queries.ts'
import { resolveSearch } from './saved-search.ts'
import {
  countWaiting,
  deleteLists,
  deleteListsOfEmail,
  listDueWaitingLists,
  listWaitingOfProvider,
  markListChecked,
  openReserved,
  moveToFrontOfList,
  listReservedDays,
  endTurns,
  hasRunningTurn,
  listWaiting,
} from './waiting-list.queries.ts'
import { formatClock, formatDate, formatMoney, formatTime, zonedDay, zonedTime } from '#contract/format.ts'
import { type Country, formatYou } from '#contract/words.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { waiting } from '#contract/search/waiting.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getCallerProvider } from '#server/providers/index.ts'
import { listOfDay } from './waiting-list.ts'
import { randomBytes } from 'node:crypto'
import type { Card } from '#contract/search/quotes.ts'
import type { Look } from '#contract/search/search.ts'
import { markTold, claimTurn } from './alerts.queries.ts'

const LISTS_AT_ONCE = 25
const OF_LIST = 50

/**
 * Offers freed times to the next entry of each list that fits, one at a time. Lists for one artist come before general
 * alerts.
 */
export async function processWaitingLists(
  ctx: Context,
  sender: Sender,
  today: string,
  keep: HoldFreedTime,
): Promise<void> {
  for (const { provider_id, event_date } of await listDueWaitingLists(ctx.db, today, LISTS_AT_ONCE)) {
    if (!provider_id) continue
    try {
      await offerList(ctx, sender, { providerId: provider_id, eventDate: event_date }, keep)
    } catch (fault) {
      // A failing list must not block the others.
      ctx.log.error(toFaultFields(fault), 'offering a freed time to a waiting list failed')
    }
    await markListChecked(ctx.db, provider_id, event_date, ctx.now)
  }
}

/**
 * Offers each reserved freed time to its list and releases it if no entry fits. Runs after each change that frees time,
 * and as a job.
 */
export async function processReservedTime(ctx: Context, keep: HoldFreedTime): Promise<void> {
  const reserved = await listReservedDays(ctx.db)
  if (reserved.length === 0) return
  const sender = await getSender(ctx)
  for (const { ids, provider_id: providerId, event_date: eventDate } of reserved) {
    try {
      await offerList(ctx, sender, { providerId, eventDate }, keep)
    } catch (fault) {
      ctx.log.error(toFaultFields(fault), 'offering a freed time to a waiting list failed')
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
  if (await hasRunningTurn(ctx.db, providerId, eventDate, ctx.now)) return
  const catalog = await getCatalog(ctx.database)
  for (const one of await listWaiting(ctx.db, providerId, eventDate, OF_LIST)) {
    const search = await findSearch(ctx.database, one.search_id)
    if (!search) continue
    const mode = one.mode as Mode
    const { quoted } = await getBookableQuote(ctx, resolveSearch(search, catalog, ctx.now), providerId, mode)
    const { card } = quoted
    if (card.reason !== 'fits' || card.price === null) continue
    const kept =
      card.status === 'requested' ? 'open' : await keep(ctx, { searchId: one.search_id, profileId: providerId, mode })
    if (kept === 'taken') continue
    const account = await findAccountByEmail(ctx.db, one.email)
    const to = {
      email: one.email,
      name: account?.name ?? null,
      accountId: account?.id ?? null,
      country: one.country_code,
    }
    const minutes = 60 * hoursFor(countDaysBetween(getToday(one.tz, ctx.now), eventDate))
    const kind = kept === 'open' || !one.finish_time ? 'waiting.offered.day' : 'waiting.offered'
    const path = `/quotes/${one.search_id}/@/${card.slug}?type=${mode}`
    if (await startTurn(ctx, sender, { alert: one, card, to, kept, minutes, kind, path })) return
  }
}

const hoursFor = (days: number): number =>
  days <= waitingTimers.closeDays ? waitingTimers.hoursClose : waitingTimers.hours

const DAY_MS = 86_400_000
// A day may have passed in one time zone and not in another.
const todayOf = (ctx: Context): string => new Date(ctx.now.getTime() - DAY_MS).toISOString().slice(0, 10)

/**
 * Ends the waiting lists of an artist who stops taking bookings, in the caller's transaction. A pause only ends the
 * turns. Returns the number of entries or turns ended.
 */
export async function endWaitingOfArtist(
  ctx: Context,
  sender: Sender,
  { providerId, reason }: { providerId: string; reason: ArtistEnd },
): Promise<number> {
  const listed = await listWaitingOfProvider(ctx.db, providerId, { today: todayOf(ctx), now: ctx.now })
  const ended = reason === 'paused' ? listed.filter(({ turn }) => turn) : listed
  if (reason === 'paused')
    await endTurns(
      ctx.db,
      ended.map(({ id }) => id),
    )
  else await deleteLists(ctx.db, providerId)
  for (const { id, email, name, search_id, event_date, country_code, confirmed } of ended) {
    if (!confirmed) continue
    const account = await findAccountByEmail(ctx.db, email)
    await notify(ctx, sender, {
      kind: reason === 'paused' ? 'waiting.turnEnded' : 'waiting.ended',
      to: { email, name: account?.name ?? null, accountId: account?.id ?? null, country: country_code },
      path: `/quotes/${search_id}`,
      fact: `waiting.ended ${id} ${ctx.now.toISOString()}`,
      values: { name, why: describeUnavailable(name, reason), date: formatDate(event_date, country_code as Country) },
    })
  }
  return ended.length
}

/** Removes a customer from all waiting lists, in the caller's transaction. Returns the count. */
export const endWaitingOfCustomer = (ctx: Context, email: string): Promise<number> =>
  deleteListsOfEmail(ctx.db, email, todayOf(ctx))

export const countWaitingPeople = (ctx: Context, of: { providerId?: string; email?: string }): Promise<number> =>
  countWaiting(ctx.db, todayOf(ctx), of)

export async function prioritiseWaitingCustomer(
  ctx: Context,
  { eventDate, id }: InputOf<typeof waiting.prioritise>,
): Promise<OutputOf<typeof waiting.prioritise>> {
  const { id: providerId } = await getCallerProvider(ctx)
  if (!(await moveToFrontOfList(ctx.db, { id, providerId, eventDate, now: ctx.now }))) throw new Refusal('not_found')
  return listOfDay(ctx, providerId, eventDate)
}

export type FreedTime = { searchId: string; profileId: string; mode: Mode }
/**
 * Holds a freed time during a turn. Must not run inside a transaction. Returns `taken` if the time is gone, `open` if
 * it cannot be held, or a function that reserves it in the turn's transaction. That function returns the end of the
 * turn, or null if another request was faster.
 */
export type HoldFreedTime = (
  ctx: Context,
  of: FreedTime,
) => Promise<'taken' | 'open' | ((tx: Context, turnEnds: Date) => Promise<Date | null>)>

type Told = {
  id: number
  search_id: string
  area: string
  event_date: string
  tz: string
  finish_time: string | null
  country_code: string
  people: unknown
}

type Turn = {
  alert: Told
  card: Card
  to: { email: string; name: string | null; accountId: string | null; country: string }
  kept: Exclude<Awaited<ReturnType<HoldFreedTime>>, 'taken'>
  minutes: number
  kind: 'alert.freed' | 'alert.freed.day' | 'waiting.offered' | 'waiting.offered.day'
  path: string
}
class NotTheirs extends Error {}

/** Holds a freed time and notifies the customer, atomically. Does nothing if another turn was first. */
export async function startTurn(
  ctx: Context,
  sender: Sender,
  { alert, card, to, kept, minutes, kind, path }: Turn,
): Promise<boolean> {
  const endsAt = new Date(ctx.now.getTime() + minutes * 60_000)
  try {
    await ctx.transaction(async (tx) => {
      const offKey = randomBytes(16).toString('hex')
      if (!(await markTold(tx.db, alert.id, tx.now, offKey))) throw new NotTheirs()
      if (
        !(await claimTurn(tx.db, {
          alertId: alert.id,
          providerId: card._id,
          eventDate: alert.event_date,
          now: tx.now,
          endsAt,
        }))
      )
        throw new NotTheirs()
      const until = kept === 'open' ? null : await kept(tx, endsAt)
      if (kept !== 'open' && !until) throw new NotTheirs()
      await notify(tx, sender, { kind, to, values: valuesOf(tx, { ...alert, offKey }, card, until), path })
    })
    return true
  } catch (fault) {
    if (fault instanceof NotTheirs || (fault instanceof Refusal && fault.code === 'slot_taken')) return false
    throw fault
  }
}

function valuesOf({ env, now }: Context, alert: Told & { offKey: string }, card: Card, until: Date | null) {
  const country = alert.country_code as Country
  const people = (alert.people as unknown as Look[]).reduce((sum, look) => sum + look.count, 0)
  return {
    place: alert.area,
    date: formatDate(alert.event_date, country),
    name: card.name,
    total: formatMoney(card.price ?? 0, card.currency),
    people: countOf('people', people),
    ofYou: formatYou(people),
    time: alert.finish_time ? formatTime(alert.finish_time) : null,
    dateTime:
      until &&
      `${formatDate(zonedDay(until.toISOString(), alert.tz), country, now.getUTCFullYear())}, ${formatClock(zonedTime(until.toISOString(), alert.tz))}`,
    alertOffLink: `${env.publicUrl}/alerts/off/${alert.offKey}`,
  }
}
