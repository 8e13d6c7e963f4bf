import { randomBytes } from 'node:crypto'
import { clock, date, money, time, zonedDay, zonedTime } from '#contract/format.ts'
import { holdTimers } from '#contract/bookings/lifecycle-hold.ts'
import type { Card } from '#contract/search/quotes.ts'
import type { Look } from '#contract/search/search.ts'
import type { Mode } from '#contract/values.ts'
import { type Country, counted, ofYou } from '#contract/words.ts'
import { accountByEmail } from '#server/accounts/door.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lookedAt, markTold, takeTurn, waitingAlerts } from './alert-queries.ts'
import { findSearch } from '#server/search/queries.ts'
import { quotesOf } from '#server/search/quotes/read-quotes.ts'

const AT_ONCE = 50
const DAY_MS = 86_400_000

export type FreedTime = { searchId: string; profileId: string; mode: Mode }
/**
 * What takes a freed time out of everybody else's reach for the length of a turn: looks first whether it still is to be had, and answers what keeps it within the transaction of the turn
 * (until when; null where somebody was quicker), or that it is gone (`taken`), or that such a time cannot be kept and is open to all (`open`). Not inside a transaction.
 */
export type HoldFreedTime = (
  ctx: Context,
  of: FreedTime,
) => Promise<'taken' | 'open' | ((tx: Context, turnEnds: Date) => Promise<Date | null>)>

/** Looks at searches that somebody wants to be told about, and writes once where more artists fit than before; of those who wait for one artist's day one is told at a time, whoever has waited longest first, and has it kept for them meanwhile. */
export async function tellFreed(ctx: Context, keep: HoldFreedTime): Promise<void> {
  // A day that has passed in one zone may still run in another.
  const today = new Date(ctx.now.getTime() - DAY_MS).toISOString().slice(0, 10)
  const sender = await senderOf(ctx)
  const waiting = await waitingAlerts(ctx.db, today, AT_ONCE)
  for (const alert of waiting.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())) {
    try {
      await lookAgain(ctx, sender, alert, keep)
    } catch (fault) {
      // One search that cannot be read any more must not keep the others waiting.
      ctx.log.error(faultFields(fault), 'alert')
      await lookedAt(ctx.db, alert.id, alert.fits_then, ctx.now)
    }
  }
}

type Waiting = Awaited<ReturnType<typeof waitingAlerts>>[number]

async function lookAgain(ctx: Context, sender: Sender, alert: Waiting, keep: HoldFreedTime): Promise<void> {
  const search = await findSearch(ctx.database, alert.search_id)
  if (!search) return
  const page = await quotesOf(ctx, search, { filterBy: 'all', sortBy: 'recommended', rescue: false })
  const fits = page.counts.people.fits
  const cards = (['mobile', 'studio'] as const)
    .flatMap((mode) => page.offers[mode].map(({ provider }) => ({ card: provider, mode })))
    .concat((['mobile', 'studio'] as const).flatMap((mode) => page.profiles[mode].map((card) => ({ card, mode }))))
  const free = cards.filter(({ card }) => card.reason === 'fits' && card.price !== null)
  if (fits <= alert.fits_then || free.length === 0)
    return void (await lookedAt(ctx.db, alert.id, Math.min(fits, alert.fits_then), ctx.now))
  const account = await accountByEmail(ctx.db, alert.email)
  const to = {
    email: alert.email,
    name: account?.name ?? null,
    accountId: account?.id ?? null,
    country: alert.country_code,
  }
  for (const { card, mode } of free) {
    // Whoever has asked this artist already waits for the answer; their card goes on saying so.
    const kept =
      card.status === 'requested' ? 'open' : await keep(ctx, { searchId: alert.search_id, profileId: card._id, mode })
    if (kept !== 'taken' && (await giveTurn(ctx, sender, { alert, card, to, kept }))) return
  }
  // Somebody else has their turn: this one waits for the end of it.
  await lookedAt(ctx.db, alert.id, alert.fits_then, ctx.now)
}

type Turn = {
  alert: Waiting
  card: Card
  to: { email: string; name: string | null; accountId: string | null; country: string }
  kept: Exclude<Awaited<ReturnType<HoldFreedTime>>, 'taken'>
}
class NotTheirs extends Error {}

/** Begins somebody's turn at a freed time, keeps it for them and writes to them: all of it, or nothing where another one was first. */
async function giveTurn(ctx: Context, sender: Sender, { alert, card, to, kept }: Turn): Promise<boolean> {
  const endsAt = new Date(ctx.now.getTime() + holdTimers.turnMinutes * 60_000)
  try {
    await ctx.transaction(async (tx) => {
      const offKey = randomBytes(16).toString('hex')
      if (!(await markTold(tx.db, alert.id, tx.now, offKey))) throw new NotTheirs()
      if (
        !(await takeTurn(tx.db, {
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
      await notify(tx, sender, {
        kind: alert.finish_time ? 'alert.freed' : 'alert.freed.day',
        to,
        values: valuesOf(tx, { ...alert, offKey }, card, until),
        path: `/quotes/${alert.search_id}`,
      })
    })
    return true
  } catch (fault) {
    if (fault instanceof NotTheirs || (fault instanceof Refusal && fault.code === 'slot_taken')) return false
    throw fault
  }
}

function valuesOf({ env, now }: Context, alert: Waiting & { offKey: string }, card: Card, until: Date | null) {
  const country = alert.country_code as Country
  const people = (alert.people as unknown as Look[]).reduce((sum, look) => sum + look.count, 0)
  return {
    place: alert.area,
    date: date(alert.event_date, country),
    name: card.name,
    total: money(card.price ?? 0, card.currency),
    people: counted(people, 'person', 'people'),
    ofYou: ofYou(people),
    time: alert.finish_time ? time(alert.finish_time) : null,
    dateTime:
      until &&
      `${date(zonedDay(until.toISOString(), alert.tz), country, now.getUTCFullYear())}, ${clock(zonedTime(until.toISOString(), alert.tz))}`,
    alertOffLink: `${env.publicUrl}/alerts/off/${alert.offKey}`,
  }
}
