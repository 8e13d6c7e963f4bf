import { computeTravelCost, computeUnitsWithFee } from '#contract/price.ts'
import type { Context } from '#server/platform/context.ts'
import { yieldToEventLoop } from '#server/platform/work/turns.ts'
import { readAround } from '#server/search/matching/around.ts'
import { BusyWalk } from '#server/search/matching/busy-cell.ts'
import { getDayEnd, field, readCellNumber, isInstantBookOn } from '#server/search/matching/cell-snapshot.ts'
import type { Candidate } from '#server/search/matching/found.ts'
import { fits, computeRoom } from '#server/search/matching/match.ts'
import { getCandidate, getCandidateHours, matchIn, getProviderNo } from '#server/search/matching/match-providers.ts'
import { matchQueryOf, getPricing } from '#server/search/matching/match-search.ts'
import type { Member } from '#server/search/planning/member.ts'
import { touchUpMinutes } from '#server/search/planning/planner.ts'
import { createParty } from '#server/search/planning/party.ts'
import { getMinimum, getTeamReader, getPriceTerms } from '#server/search/pricing/pricing.ts'
import { narrowToPeople } from './rescue.ts'
import type { ResolvedSearch } from './saved-search.ts'
import { shownTeams, type TeamSort, type TeamUp } from '#contract/search/team-up.ts'

export type PoolMember = { no: number; candidate: Candidate; member: Member }

// Limits per service in large towns: the cheapest, and the most available.
const cheapestKept = 90
const roomiestKept = 40

type Among = { without: ReadonlySet<number>; kept: ReadonlySet<number>; early: boolean; instant: boolean }

/**
 * Returns the artists who reach the place, offer a wanted service and are free for at least one person, cheapest first,
 * within limits.
 */
export async function buildPool(
  ctx: Context,
  asked: ResolvedSearch,
  { without, kept, early, instant }: Among,
): Promise<PoolMember[]> {
  const query = matchQueryOf(asked, ctx.now)
  const around = await readAround(ctx.database, query, asked.day, asked.aim)
  const offered = new Map<number, { candidate: Candidate; wants: Set<number>; good: boolean }>()
  for (const [want, service] of asked.party.wanted.entries()) {
    await yieldToEventLoop()
    const match = matchIn(around, narrowToPeople(query, asked, [{ count: 1, services: [service] }]))
    const places: number[] = []
    for (let i = 0; i < match.found.count; i++)
      if (match.found.fitOf(i, 'mobile') === fits && (!instant || isInstant(match, i))) places.push(i)
    const good = goodOf(match, places)
    for (const i of places) {
      const no = getProviderNo(match, i)
      if (without.has(no)) continue
      const known = offered.get(no)
      const isGood = good.has(i) || kept.has(no)
      if (known) {
        known.wants.add(want)
        known.good ||= isGood
      } else offered.set(no, { candidate: getCandidate(match, i), wants: new Set([want]), good: isGood })
    }
    match.found.recycle()
  }
  return [...offered]
    .filter(([, { good }]) => good)
    .map(([no, { candidate, wants }]) => ({ no, candidate, member: memberOf(asked, ctx.now, candidate, wants, early) }))
    .sort((a, b) => a.no - b.no)
}

function isInstant({ found, around, query }: ReturnType<typeof matchIn>, i: number): boolean {
  const { cell } = around[found.cell[i] as number] as (typeof around)[number]
  return isInstantBookOn(cell, found.row[i] as number, getDayEnd(query.ask.day))
}

function goodOf({ found }: ReturnType<typeof matchIn>, places: readonly number[]): ReadonlySet<number> {
  const of = (column: Int32Array, i: number) => column[i] as number
  const cheapest = places.toSorted((a, b) => of(found.units, a) - of(found.units, b)).slice(0, cheapestKept)
  const quickest = places.toSorted((a, b) => of(found.minutes, a) - of(found.minutes, b)).slice(0, roomiestKept)
  return new Set([...cheapest, ...quickest])
}

function memberOf(
  asked: ResolvedSearch,
  now: Date,
  candidate: Candidate,
  wants: ReadonlySet<number>,
  early: boolean,
): Member {
  const { party } = asked
  const own = party.wanted.filter((_, want) => wants.has(want))
  const pricing = {
    ...getPricing(asked),
    party: createParty([{ count: 1, services: own }]),
    serviceNos: own.map((id) => asked.services[party.wanted.indexOf(id)]?.no as number),
  }
  const team = getTeamReader(candidate, pricing)
  const { percent } = getPriceTerms(candidate, pricing)
  const of = (column: number) => readCellNumber(candidate.cell, candidate.row, column)
  const travelMinor = computeTravelCost({
    metres: candidate.metres,
    freeMetres: of(field.free),
    metresPerUnit: pricing.metresPerUnit,
    costPerUnitMinor: of(field.perUnit),
  })
  const along = <T>(value: (at: number) => T, none: T): T[] =>
    party.wanted.map((id) => (own.includes(id) ? value(own.indexOf(id)) : none))
  return {
    artists: team.artists,
    minutes: along((at) => team.minutes[at] as number, 0),
    doers: along((at) => team.doers[at] as number, 0),
    units: along((at) => computeUnitsWithFee(team.costs[at] as number, percent), 0),
    comeUnits: computeUnitsWithFee(travelMinor, percent),
    leastUnits: computeUnitsWithFee(getMinimum(candidate), percent),
    room: roomFor(asked, now, candidate, pricing.serviceNos, early),
  }
}

function roomFor(
  asked: ResolvedSearch,
  now: Date,
  candidate: Candidate,
  serviceNos: readonly number[],
  early: boolean,
): number {
  const { ask } = matchQueryOf(asked, now)
  const before = readCellNumber(candidate.cell, candidate.row, field.earlyBefore)
  // Early starts cost extra and are tried only as a fallback.
  const notBefore = early || before < 0 ? null : ask.day.at(before)
  const diary = new BusyWalk(candidate.busy).turnTo(candidate.no)
  return Math.max(0, computeRoom(ask, getCandidateHours(ask, serviceNos, candidate), diary, notBefore))
}

/** Teams of colleagues rank first up to 15 % above the cheapest (in twentieths). */
const mostTwentieths = 23

/**
 * Share of the price per star, per day worked together (at most `days`), per missing minute of spare time and per hour
 * that people wait (at most `hours`).
 */
const worth = { star: 0.01, day: 0.01, days: 5, spareMinute: 0.005, waitingHour: 0.01, hours: 5 } as const

export type RankedTeam = Pick<TeamUp, 'total' | 'colleagues' | 'daysTogether' | 'spareMinutes' | 'waitingMinutes'> & {
  parts: readonly { artist: Pick<TeamUp['parts'][number]['artist'], 'rating'> }[]
}

const scoreOf = ({ parts }: RankedTeam): number =>
  parts.reduce((all, { artist }) => all + (artist.rating ?? 0), 0) / parts.length

/** Lowest first: the price, lower for stars and days together, higher for a tight plan and for waiting. */
const weightOf = (team: RankedTeam): number =>
  team.total *
  (1 -
    worth.star * scoreOf(team) -
    worth.day * Math.min(worth.days, team.daysTogether) +
    worth.spareMinute * Math.max(0, touchUpMinutes - team.spareMinutes) +
    worth.waitingHour * Math.min(worth.hours, team.waitingMinutes / 60))

/** In the recommended order, colleagues with a small price difference come first, then by `weightOf` and waiting. */
export function sortTeams<T extends RankedTeam>(found: readonly T[], sortBy: TeamSort): T[] {
  const cheapest = Math.min(...found.map(({ total }) => total))
  const first = (team: RankedTeam) => (team.colleagues && team.total * 20 <= cheapest * mostTwentieths ? 1 : 0)
  const by: Record<TeamSort, (a: T, b: T) => number> = {
    recommended: (a, b) => first(b) - first(a) || weightOf(a) - weightOf(b),
    price: () => 0,
    rating: (a, b) => scoreOf(b) - scoreOf(a),
    together: (a, b) => b.daysTogether - a.daysTogether || Number(b.colleagues) - Number(a.colleagues),
  }
  return found
    .toSorted((a, b) => by[sortBy](a, b) || a.total - b.total || a.waitingMinutes - b.waitingMinutes)
    .slice(0, shownTeams)
}
