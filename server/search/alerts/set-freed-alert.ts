import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/search/quotes.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { askAddressFirst, senderOf } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { setAlert } from './alert-queries.ts'
import { matchSearch } from '#server/search/matching/match-search.ts'
import { findSearch } from '#server/search/queries.ts'
import { resolveSearch, owns } from '#server/search/saved-search.ts'

/** Remembers, or forgets, whom to tell when a time frees up for this search; an address that has never said that it wants such mails is asked first. */
export async function setFreedAlert(
  ctx: Context,
  { quoteId, email, on }: InputOf<typeof quotes.alert>,
): Promise<OutputOf<typeof quotes.alert>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  const asked = resolveSearch(row, await catalogOf(ctx.database), ctx.now)
  if (on && asked.daysAhead < 0) throw new Refusal('date_past')
  const { counts, found } = await matchSearch(ctx.database, asked, ctx.now)
  found.recycle()
  const sender = await senderOf(ctx)
  return ctx.transaction(async (tx) => {
    await setAlert(tx.db, { searchId: row.id, email, fits: counts.people.fits, now: tx.now }, on)
    const confirm = on && (await askAddressFirst(tx, sender, { topic: 'alert', email, country: row.country_code }))
    return { on, confirm }
  })
}
