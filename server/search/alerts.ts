import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/search/quotes.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { requestAddressConfirmation, type Sender, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { endAlert, markAlertChecked, setAlert, listWaitingAlerts } from './alerts.queries.ts'
import { getActs, matchSearch } from '#server/search/matching/match-search.ts'
import { findSearch } from './search.queries.ts'
import { isOwner, resolveSearch } from './saved-search.ts'
import { getQuotesOfSearch, tallyMatch } from './read-quotes.ts'
import { holdTimers } from '#contract/checkout/lifecycle-hold.ts'
import { findAccountByEmail } from '#server/accounts/index.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { startTurn, type HoldFreedTime, processWaitingLists } from './waiting-turns.ts'

/** Subscribes to or unsubscribes from freed times of a search. An unknown address must confirm first. */
export async function setFreedAlert(
  ctx: Context,
  { quoteId, email, on }: InputOf<typeof quotes.alert>,
): Promise<OutputOf<typeof quotes.alert>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, row)) throw new Refusal('not_yours')
  const asked = resolveSearch(row, await getCatalog(ctx.database), ctx.now)
  if (on && asked.daysAhead < 0) throw new Refusal('date_past')
  const { counts, found } = await matchSearch(ctx.database, asked, ctx.now)
  found.recycle()
  const sender = await getSender(ctx)
  return ctx.transaction(async (tx) => {
    await setAlert(tx.db, { searchId: row.id, email, fits: counts.people.fits, now: tx.now }, on)
    const confirm =
      on && (await requestAddressConfirmation(tx, sender, { topic: 'alert', email, country: row.country_code }))
    return { on, confirm }
  })
}

export async function endFreedAlert(
  ctx: Context,
  { key }: InputOf<typeof quotes.endAlert>,
): Promise<OutputOf<typeof quotes.endAlert>> {
  if (!(await endAlert(ctx.db, key))) throw new Refusal('not_found')
  return { on: false }
}

/** Counts the artists who fit a search, and those of them with Instant Book. Must not run inside a transaction. */
export async function countFits(ctx: Context, searchId: string): Promise<{ fits: number; instant: number } | null> {
  const row = await findSearch(ctx.database, searchId)
  if (!row) return null
  const asked = resolveSearch(row, await getCatalog(ctx.database), ctx.now)
  if (asked.daysAhead < 0) return null
  const match = await matchSearch(ctx.database, asked, ctx.now)
  const { offers } = tallyMatch(match, getActs(asked))
  match.found.recycle()
  return { fits: match.counts.people.fits, instant: offers }
}

const AT_ONCE = 50
const DAY_MS = 86_400_000

/**
 * Notifies each alert once if more artists fit than before. Alerts for one artist's day get a turn with a hold, one at
 * a time, longest waiting first.
 */
export async function notifyWaitingList(ctx: Context, keep: HoldFreedTime): Promise<void> {
  // A day may have passed in one time zone and not in another.
  const today = new Date(ctx.now.getTime() - DAY_MS).toISOString().slice(0, 10)
  const sender = await getSender(ctx)
  await processWaitingLists(ctx, sender, today, keep)
  const waiting = await listWaitingAlerts(ctx.db, today, AT_ONCE)
  for (const alert of waiting.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())) {
    try {
      await checkAlert(ctx, sender, alert, keep)
    } catch (fault) {
      // A failing search must not block the others.
      ctx.log.error(toFaultFields(fault), 'checking an alert failed')
      await markAlertChecked(ctx.db, alert.id, alert.fits_then, ctx.now)
    }
  }
}

type Waiting = Awaited<ReturnType<typeof listWaitingAlerts>>[number]

async function checkAlert(ctx: Context, sender: Sender, alert: Waiting, keep: HoldFreedTime): Promise<void> {
  const search = await findSearch(ctx.database, alert.search_id)
  if (!search) return
  const page = await getQuotesOfSearch(ctx, search, { filterBy: 'all', sortBy: 'recommended', rescue: false })
  const fits = page.counts.people.fits
  const cards = (['mobile', 'studio'] as const)
    .flatMap((mode) => page.offers[mode].map(({ provider }) => ({ card: provider, mode })))
    .concat((['mobile', 'studio'] as const).flatMap((mode) => page.profiles[mode].map((card) => ({ card, mode }))))
  const free = cards.filter(({ card }) => card.reason === 'fits' && card.price !== null)
  if (fits <= alert.fits_then || free.length === 0)
    return void (await markAlertChecked(ctx.db, alert.id, Math.min(fits, alert.fits_then), ctx.now))
  const account = await findAccountByEmail(ctx.db, alert.email)
  const to = {
    email: alert.email,
    name: account?.name ?? null,
    accountId: account?.id ?? null,
    country: alert.country_code,
  }
  const kind = alert.finish_time ? ('alert.freed' as const) : ('alert.freed.day' as const)
  const path = `/quotes/${alert.search_id}`
  const minutes = holdTimers.turnMinutes
  for (const { card, mode } of free) {
    // A customer with a pending request to this artist gets no hold.
    const kept =
      card.status === 'requested' ? 'open' : await keep(ctx, { searchId: alert.search_id, profileId: card._id, mode })
    if (kept !== 'taken' && (await startTurn(ctx, sender, { alert, card, to, kept, minutes, kind, path }))) return
  }
  await markAlertChecked(ctx.db, alert.id, alert.fits_then, ctx.now)
}
