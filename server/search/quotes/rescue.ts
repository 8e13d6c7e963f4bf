import type { Rescue } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { distanceIn } from '#server/places/door.ts'
import { type Around, readAround } from '#server/search/matching/around.ts'
import { fitsAnyhow, type Match, matchIn, noOf } from '#server/search/matching/match-providers.ts'
import { matchQueryOf } from '#server/search/matching/match-search.ts'
import { nextTurn } from '#server/platform/work/turns.ts'
import { areasNear, changesOf, type Change, queriesAfter, rings } from './rescue-changes.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'

type Option = Rescue['options'][number]

const keptOptions = 6
const keptAreas = 3
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
  const around = new Map<string, Promise<Around>>()
  for (const change of changesOf(ctx, asked)) {
    // Each change is a match of its own: a hundred of them at one go would hold everybody up.
    await nextTurn()
    const count = await countAfter(ctx, asked, change, around)
    if (count > (change.kind === 'split' ? 0 : people.fits)) helpful.push({ change, count })
  }
  for (const [kind, changes] of Map.groupBy(helpful, ({ change }) => change.kind)) {
    // The nearest change that brings at least half of what the best one would: few want to be ready ten hours later for one artist more.
    const most = Math.max(...changes.map(({ count }) => count))
    const near = changes.find(({ count }) => count * 2 >= most)
    if (near) found.push({ kind, count: near.count, change: near.change.said })
  }
  const options = found.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)).slice(0, keptOptions)
  return { counts: people, options: [...options, ...(await areasAfter(ctx, asked, people.fits, around))] }
}

/** Where more artists fit, the nearest first: three places where nobody fits here, else one; rings further out are looked at only while nobody has been found. */
async function areasAfter(
  ctx: Context,
  asked: ResolvedSearch,
  fitsHere: number,
  around: Map<string, Promise<Around>>,
): Promise<Option[]> {
  const areas: Option[] = []
  const wanted = fitsHere === 0 ? keptAreas : 1
  for (const ring of fitsHere === 0 ? rings : rings.slice(0, 1)) {
    for (const { change, metres } of await areasNear(ctx, asked, ring)) {
      if (areas.length === wanted) return areas
      await nextTurn()
      const count = await countAfter(ctx, asked, change, around)
      if (count > fitsHere)
        areas.push({
          kind: 'area',
          count,
          change: change.said,
          distance: distanceIn(metres, asked.market.distanceUnit),
        })
    }
  }
  return areas
}

async function countAfter(
  ctx: Context,
  asked: ResolvedSearch,
  change: Change,
  around: Map<string, Promise<Around>>,
): Promise<number> {
  const matches: Match[] = []
  for (const query of queriesAfter(matchQueryOf(asked, ctx.now), asked, change, ctx.now)) {
    // Many changes ask about one place and day; it is read once, for all its times.
    const key = `${query.lat},${query.lng},${query.ask.day.date}`
    const read = around.get(key) ?? readAround(ctx.database, query, query.ask.day, null)
    around.set(key, read)
    matches.push(matchIn(await read, query))
  }
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
