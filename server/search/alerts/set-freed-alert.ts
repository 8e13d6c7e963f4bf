import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/search/quotes.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { setAlert } from './alert-queries.ts'
import { matchSearch } from '#server/search/matching/match-search.ts'
import { findSearch } from '#server/search/queries.ts'
import { resolveSearch, owns } from '#server/search/saved-search.ts'

/** Remembers, or forgets, whom to tell when a time frees up for this search. */
export async function setFreedAlert(
  ctx: Context,
  { quoteId, email, on }: InputOf<typeof quotes.alert>,
): Promise<OutputOf<typeof quotes.alert>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  const { counts, found } = await matchSearch(
    ctx.database,
    resolveSearch(row, await catalogOf(ctx.database), ctx.now),
    ctx.now,
  )
  found.recycle()
  await setAlert(ctx.db, { searchId: row.id, email, fits: counts.people.fits, now: ctx.now }, on)
  return { on }
}
