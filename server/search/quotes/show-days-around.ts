import { major } from '#contract/money.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, dayOf, daysBetween, todayIn } from '#server/platform/event-day.ts'
import { nextTurn } from '#server/platform/work/turns.ts'
import { type Around, readDaysAround } from '#server/search/matching/around.ts'
import { matchIn } from '#server/search/matching/match-providers.ts'
import { matchQueryOf, pricingOf } from '#server/search/matching/match-search.ts'
import { resolveSearch, searchAsSeen } from '#server/search/saved-search.ts'
import { arrange } from './arrange.ts'
import { queriesAfter } from './rescue-changes.ts'

const daysEitherWay = 3
const modes: readonly Mode[] = ['mobile', 'studio']

/** The same search on the days around its own: how many fit on each and from what whole price, as a search for that day would say. */
export async function showDaysAround(
  ctx: Context,
  { quoteId }: InputOf<typeof quotes.days>,
): Promise<OutputOf<typeof quotes.days>> {
  const asked = resolveSearch(await searchAsSeen(ctx, quoteId), await catalogOf(ctx.database), ctx.now)
  const today = todayIn(asked.row.tz, ctx.now)
  const wanted = []
  for (let by = -daysEitherWay; by <= daysEitherWay; by++) {
    const eventDate = dateAfter(asked.row.event_date, by)
    if (eventDate <= today || daysBetween(today, eventDate) > 730) continue
    // A day whose clocks skip the time to be ready by cannot be asked for.
    const { finish_time: readyBy } = asked.row
    if (readyBy && dayOf(eventDate, asked.row.tz).skips(readyBy)) continue
    const [query] = queriesAfter(matchQueryOf(asked, ctx.now), asked, { kind: 'date', said: { eventDate } }, ctx.now)
    if (query) wanted.push({ eventDate, query })
  }
  const read = await readDaysAround(
    ctx.database,
    asked.row,
    wanted.map(({ query }) => query.ask),
  )
  const days = []
  for (const [i, { eventDate, query }] of wanted.entries()) {
    await nextTurn()
    const match = matchIn(read[i] as Around, query)
    const pricing = { ...pricingOf(asked), day: query.ask.day, daysAhead: query.ask.daysAhead }
    const lowest = modes.flatMap((mode) => {
      const how = { pricing, acts: new Map(), filters: { skills: [] }, after: null, pageSize: 1 }
      return arrange(match, mode, { ...how, sortBy: 'price' }).rangeMinor?.[0] ?? []
    })
    days.push({ eventDate, fits: match.counts.people.fits, from: lowest.length ? major(Math.min(...lowest)) : null })
    match.found.recycle()
  }
  return { days }
}
