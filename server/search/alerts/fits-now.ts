import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { tally } from '#server/search/quotes/tally.ts'
import { actsOf, matchSearch } from '#server/search/matching/match-search.ts'
import { findSearch } from '#server/search/queries.ts'
import { resolveSearch } from '#server/search/saved-search.ts'

/** How many fit a search now, and how many of them can be booked at once. Not inside a transaction. */
export async function fitsNow(ctx: Context, searchId: string): Promise<{ fits: number; instant: number } | null> {
  const row = await findSearch(ctx.database, searchId)
  if (!row) return null
  const asked = resolveSearch(row, await catalogOf(ctx.database), ctx.now)
  if (asked.daysAhead < 0) return null
  const match = await matchSearch(ctx.database, asked, ctx.now)
  const { offers } = tally(match, actsOf(asked))
  match.found.recycle()
  return { fits: match.counts.people.fits, instant: offers }
}
