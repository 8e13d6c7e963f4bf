import { date, money, time } from '#contract/format.ts'
import type { Card } from '#contract/quotes.ts'
import type { Look } from '#contract/search.ts'
import { type Country, counted, ofYou } from '#contract/words.ts'
import { accountByEmail } from '#server/accounts/door.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { lookedAt, markTold, takeTurn, waitingAlerts } from './alert-queries.ts'
import { readQuotes } from './read-quotes.ts'

const AT_ONCE = 50
const DAY_MS = 86_400_000
/** How long a freed time is one person's to take before the next who waits is told. */
const TURN_MS = 30 * 60_000

/** Looks at searches that somebody wants to be told about, and writes once where more artists fit than before; of those who wait for one artist's day one is told at a time, whoever has waited longest first. */
export async function tellFreed(ctx: Context): Promise<void> {
  // A day that has passed in one zone may still run in another.
  const today = new Date(ctx.now.getTime() - DAY_MS).toISOString().slice(0, 10)
  const sender = await senderOf(ctx)
  const waiting = await waitingAlerts(ctx.db, today, AT_ONCE)
  for (const alert of waiting.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())) {
    try {
      await lookAgain(ctx, sender, alert)
    } catch (fault) {
      // One search that cannot be read any more must not keep the others waiting.
      ctx.log.error(faultFields(fault), 'alert')
      await lookedAt(ctx.db, alert.id, alert.fits_then, ctx.now)
    }
  }
}

type Waiting = Awaited<ReturnType<typeof waitingAlerts>>[number]

async function lookAgain(ctx: Context, sender: Sender, alert: Waiting): Promise<void> {
  const page = await readQuotes(ctx, { quoteId: alert.search_id, filterBy: 'all', sortBy: 'recommended', rescue: false })
  const fits = page.counts.people.fits
  const cards = [...page.offers.mobile, ...page.offers.studio].map(({ provider }) => provider).concat(page.profiles.mobile, page.profiles.studio)
  const free = cards.filter(({ reason, price }) => reason === 'fits' && price !== null)
  if (fits <= alert.fits_then || free.length === 0) return void (await lookedAt(ctx.db, alert.id, Math.min(fits, alert.fits_then), ctx.now))
  const account = await accountByEmail(ctx.db, alert.email)
  await ctx.transaction(async (inner) => {
    const card = await firstFree(inner, alert, free)
    // Somebody else has their turn: this one waits for the end of it.
    if (!card || !(await markTold(inner.db, alert.id, inner.now))) return
    const to = { email: alert.email, name: account?.name ?? null, accountId: account?.id ?? null, country: alert.country_code }
    await notify(inner, sender, { kind: alert.finish_time ? 'alert.freed' : 'alert.freed.day', to, values: valuesOf(ctx, alert, card), path: `/quotes/${alert.search_id}` })
  })
}

async function firstFree(ctx: Context, alert: Waiting, free: readonly Card[]): Promise<Card | null> {
  for (const card of free) {
    if (await takeTurn(ctx.db, { alertId: alert.id, providerId: card._id, eventDate: alert.event_date, now: ctx.now, endsAt: new Date(ctx.now.getTime() + TURN_MS) })) return card
  }
  return null
}

function valuesOf({ env }: Context, alert: Waiting, card: Card) {
  const country = alert.country_code as Country
  const people = (alert.people as unknown as Look[]).reduce((sum, look) => sum + look.count, 0)
  return {
    place: alert.place_name.split(',')[0] ?? '', date: date(alert.event_date, country), name: card.name, total: money(card.price ?? 0, card.currency), people: counted(people, 'person', 'people'),
    ofYou: ofYou(people), time: alert.finish_time ? time(alert.finish_time) : null, alertOffLink: `${env.publicUrl}/alerts/off/${alert.off_key}`,
  }
}
