import { randomBytes } from 'node:crypto'
import { clock, date, money, time, zonedDay, zonedTime } from '#contract/format.ts'
import type { Card } from '#contract/search/quotes.ts'
import type { Look } from '#contract/search/search.ts'
import type { Mode } from '#contract/values.ts'
import { type Country, counted, ofYou } from '#contract/words.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { markTold, takeTurn } from './alert-queries.ts'

export type FreedTime = { searchId: string; profileId: string; mode: Mode }
/**
 * What takes a freed time out of everybody else's reach for the length of a turn: looks first whether it still is to be had, and answers what keeps it within the transaction of the turn
 * (until when; null where somebody was quicker), or that it is gone (`taken`), or that such a time cannot be kept and is open to all (`open`). Not inside a transaction.
 */
export type HoldFreedTime = (
  ctx: Context,
  of: FreedTime,
) => Promise<'taken' | 'open' | ((tx: Context, turnEnds: Date) => Promise<Date | null>)>

/** What of an alert and its search a mail tells. */
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
  /** How long the turn lasts. */
  minutes: number
  kind: 'alert.freed' | 'alert.freed.day' | 'waiting.offered' | 'waiting.offered.day'
  /** Where the mail leads. */
  path: string
}
class NotTheirs extends Error {}

/** Begins somebody's turn at a freed time, keeps it for them and writes to them: all of it, or nothing where another one was first. */
export async function giveTurn(
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
