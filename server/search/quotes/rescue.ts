import type { Rescue } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { distanceIn } from '#server/places/index.ts'
import { type Around, readDaysAround, readPlacesAround } from '#server/search/matching/around.ts'
import { fitsAnyhow, type Match, matchIn, type MatchQuery, noOf } from '#server/search/matching/match-providers.ts'
import { matchQueryOf } from '#server/search/matching/match-search.ts'
import { nextTurn } from '#server/platform/work/turns.ts'
import { areasNear, changesOf, type Change, queriesAfter, rings } from './rescue-changes.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'

type Option = Rescue['options'][number]

const keptOptions = 6
const keptAreas = 3
/** Neighbours have most of their squares in common. */
const areasAtOnce = 4
/** What asks least of a wedding comes first; another city asks most. */
const order: readonly Option['kind'][] = ['time', 'date', 'mobile', 'studio', 'split', 'service', 'area']

/** The reasons counted, and the single changes after which more artists fit, each with the count it brings. */
export async function rescueFor(
  ctx: Context,
  asked: ResolvedSearch,
  counts: Match['counts'],
): Promise<Omit<Rescue, 'mightTravel'>> {
  const found: Option[] = []
  const { mobile, studio, people } = counts
  if (asked.party.people > 0 && studio.fits > mobile.fits)
    found.push({ kind: 'studio', count: studio.fits, change: { type: 'studio' } })
  if (mobile.fits > studio.fits && studio.fits === 0)
    found.push({ kind: 'mobile', count: mobile.fits, change: { type: 'mobile' } })

  const helpful: { change: Change; count: number }[] = []
  const changes = changesOf(ctx, asked).map((change) => ({ change, queries: queriesOf(ctx, asked, change) }))
  const around = await readAll(
    ctx,
    changes.flatMap(({ queries }) => queries),
  )
  for (const { change, queries } of changes) {
    // Each change is a match of its own: a hundred of them at one go would hold everybody up.
    await nextTurn()
    const count = countAfter(queries, (query) => around.get(query.ask.day.date) as Around)
    if (count > (change.kind === 'split' ? 0 : people.fits)) helpful.push({ change, count })
  }
  for (const [kind, changes] of Map.groupBy(helpful, ({ change }) => change.kind)) {
    // The nearest change that brings at least half of what the best one would: few want to be ready ten hours later for one artist more.
    const most = Math.max(...changes.map(({ count }) => count))
    const near = changes.find(({ count }) => count * 2 >= most)
    if (near) found.push({ kind, count: near.count, change: near.change.said })
  }
  const options = found.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)).slice(0, keptOptions)
  return { counts: people, options: [...options, ...(await areasAfter(ctx, asked, people.fits))] }
}

/** Where more artists fit, the nearest first: three places where nobody fits here, else one; rings further out are looked at only while nobody has been found. */
async function areasAfter(ctx: Context, asked: ResolvedSearch, fitsHere: number): Promise<Option[]> {
  const areas: Option[] = []
  const wanted = fitsHere === 0 ? keptAreas : 1
  for (const ring of fitsHere === 0 ? rings : rings.slice(0, 1)) {
    const near = (await areasNear(ctx, asked, ring)).flatMap(({ change, metres }) =>
      queriesOf(ctx, asked, change).map((query) => ({ change, metres, query })),
    )
    for (let at = 0; at < near.length; at += areasAtOnce) {
      const some = near.slice(at, at + areasAtOnce)
      const around = await readPlacesAround(
        ctx.database,
        some.map(({ query }) => query),
        [{ day: asked.day, aim: null }],
      )
      for (const [i, { change, metres, query }] of some.entries()) {
        if (areas.length === wanted) return areas
        await nextTurn()
        const count = countAfter([query], () => around[i]?.[0] as Around)
        const distance = distanceIn(metres, asked.market.distanceUnit)
        if (count > fitsHere) areas.push({ kind: 'area', count, change: change.said, distance })
      }
    }
  }
  return areas
}

const queriesOf = (ctx: Context, asked: ResolvedSearch, change: Change): MatchQuery[] =>
  queriesAfter(matchQueryOf(asked, ctx.now), asked, change, ctx.now)

/** What these queries of one place ask about, by its day: many changes ask about one, and all are read at once, for any time of it. */
async function readAll(ctx: Context, queries: readonly MatchQuery[]): Promise<Map<string, Around>> {
  const days = [...new Map(queries.map(({ ask }) => [ask.day.date, ask.day])).values()]
  const [place] = queries
  if (!place) return new Map()
  const read = await readDaysAround(
    ctx.database,
    place,
    days.map((day) => ({ day, aim: null })),
  )
  return new Map(days.map((day, i) => [day.date, read[i] as Around]))
}

function countAfter(queries: readonly MatchQuery[], aroundOf: (query: MatchQuery) => Around): number {
  const matches = queries.map((query) => matchIn(aroundOf(query), query))
  const [one, other] = matches
  const count = one && other ? pairs(one, other) : (one?.counts.people.fits ?? 0)
  for (const match of matches) match.found.recycle()
  return count
}

/** Pairs of two different artists, one for each half, each pair once. */
function pairs(one: Match, other: Match): number {
  const who = (match: Match) =>
    new Set(
      Array.from({ length: match.found.count }, (_, i) => i)
        .filter((i) => fitsAnyhow(match, i))
        .map((i) => noOf(match, i)),
    )
  const [a, b] = [who(one), who(other)]
  const both = a.intersection(b).size
  return a.size * b.size - both - (both * (both - 1)) / 2
}
