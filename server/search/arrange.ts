import { toMinor, type Minor } from '#contract/money.ts'
import type { SortBy } from '#contract/search/filter-by.ts'
import type { Fit, ReasonCounts } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import type { NearbyCells } from '#server/search/matching/around.ts'
import {
  type CellSnapshot,
  getDayEnd,
  field,
  hasFlag,
  hasSkill,
  readCellNumber,
  getReviewSum,
  findSkillBit,
  isInstantBookOn,
} from '#server/search/matching/cell-snapshot.ts'
import { flag } from '#server/search/matching/square-queries.ts'
import type { Filters } from '#server/search/matching/filters.ts'
import { type Candidate, notThatWay } from '#server/search/matching/found.ts'
import { type Ask, fitNames, fits, tooFar } from '#server/search/matching/match.ts'
import { getCandidate, fitsAnyMode, type Match, getProviderNo } from '#server/search/matching/match-providers.ts'
import type { Prices } from '#server/search/pricing/prices.ts'
import { computePrices, type Pricing } from '#server/search/pricing/pricing.ts'
import { mostSearchPoints, searchPoints } from '#server/search/matching/ranking.ts'
import { isAreaInDemand, type ActSummary, getDoneForMode, doesOfferFit, groupOf, getCardStatus } from './cards.ts'
import { isPlaceBefore, type Place, TopPlaces } from '#server/search/matching/top-places.ts'

export type Entry = Place & {
  candidate: Candidate
  mode: Mode
  fit: number
  done: ActSummary | null
  totalMinor: Minor | null
}

export type ArrangedList = {
  entries: Entry[]
  /** All artists of the list that pass the filters, by reason. */
  shown: ReasonCounts
  /** Median price of all who fit, in minor units; 0 if none. */
  middleMinor: Minor
  rangeMinor: [number, number] | null
  more: boolean
}

type Arrangement = {
  pricing: Pricing
  prices?: Record<Mode, Prices>
  acts: ReadonlyMap<number, ActSummary>
  filters: Filters
  /** Artists with proof for the requested hair type; null if none is requested. */
  proven?: ReadonlySet<number> | null
  sortBy: SortBy
  after: Place | null
  pageSize: number
}

type Spot = {
  cell: CellSnapshot
  row: number
  no: number
  metres: number
  fit: number
  done: ActSummary | null
  totalMinor: Minor | null
}

/** Returns one filtered and sorted page of a list, with exact counts. */
export function arrangeList(match: Match, mode: Mode, how: Arrangement): ArrangedList {
  const { found } = match
  const prices = (how.prices ?? computePrices(match, how.pricing))[mode]
  const middleMinor = toMinor(prices.middle)
  const arranged = {
    middleMinor,
    rangeMinor: prices.range && ([toMinor(prices.range[0]), toMinor(prices.range[1])] as [number, number]),
  }
  const shown = countNobody()
  if (how.filters.mode && how.filters.mode !== mode) return { ...arranged, entries: [], shown, more: false }

  const passes = filterFor(match, how)
  const top = new TopPlaces<Entry>(how.pageSize, how.after)
  const spotAt = spotsOf(match, prices, how.acts, mode)
  const weigh = (i: number, fit: number) => {
    const spot = spotAt(i, fit)
    if (!passes(spot)) return
    shown[fitNames[fit] as Fit]++
    const group = groupIn(how.sortBy, spot, match.query.ask)
    if (top.isClosedTo(group)) return
    const key = keyAt(spot, how.sortBy, middleMinor)
    const { no, done, totalMinor } = spot
    if (top.takes(group, key, no))
      top.add({ candidate: getCandidate(match, i), mode, fit, done, totalMinor, no, group, key })
  }

  const isTurnedAway = turningAway(match, how, top)
  for (let nth = 0; nth < prices.count; nth++) {
    const i = prices.placeAt(nth)
    if (isTurnedAway?.(i)) shown.fits++
    else weigh(i, fits)
  }
  const isNarrowed = narrows(how.filters)
  for (let i = 0; i < found.count; i++) {
    const fit = found.fitOf(i, mode)
    if (fit === fits || fit === notThatWay) continue
    weigh(i, fit)
    // Once the page is full and a next one exists, later groups matter only if the customer has acted on them.
    if (!isNarrowed && how.acts.size === 0 && top.more && top.isClosedTo(groups.last)) break
  }
  return { ...arranged, entries: top.list, shown: isNarrowed ? shown : match.counts[mode], more: top.more }
}

const countNobody = (): ReasonCounts => ({
  fits: 0,
  booked: 0,
  tooFar: 0,
  otherHours: 0,
  tooManyPeople: 0,
  shortNotice: 0,
})

/** Returns whether filters leave artists out of a list. The mode alone does not: it hides the other list. */
const narrows = ({ skills, mode: _, ...narrowed }: Filters): boolean =>
  skills.length > 0 || Object.keys(narrowed).length > 0

/** Returns a predicate for the available artists that the list of a mode shows, or either list without one. */
export function createShownCheck(match: Match, mode: Mode | undefined, how: Arrangement): (i: number) => boolean {
  const modes = (mode ? [mode] : (['mobile', 'studio'] as const)).filter(
    (one) => !how.filters.mode || how.filters.mode === one,
  )
  const prices = how.prices ?? computePrices(match, how.pricing)
  const passes = narrows(how.filters) ? filterFor(match, how) : () => true
  const spots = modes.map((one) => [one, spotsOf(match, prices[one], how.acts, one)] as const)
  return (i) => spots.some(([one, spotAt]) => match.found.fitOf(i, one) === fits && passes(spotAt(i, fits)))
}

/** Returns a cheap predicate that skips candidates ranked after a full page. Null if acts or filters apply. */
function turningAway(match: Match, how: Arrangement, top: TopPlaces<Entry>): ((i: number) => boolean) | null {
  const { found, around } = match
  if (how.acts.size > 0 || narrows(how.filters)) return null
  const hasTime = match.query.ask.aim !== null
  const dayEnd = getDayEnd(match.query.ask.day)
  if (how.sortBy !== 'recommended') return null
  return (i) => {
    const { cell } = around[found.cell[i] as number] as NearbyCells[number]
    const row = found.row[i] as number
    const flags = readCellNumber(cell, row, field.flags)
    const others = (flags & flag.featured) !== 0 ? groups.featured : groups.more
    const group = hasTime && isInstantBookOn(cell, row, dayEnd) ? groups.offered : others
    return (
      top.isClosedTo(group) || top.isClosedTo(group, -(cell.points[3 * cell.count + row] as number) - mostSearchPoints)
    )
  }
}

/** Returns the nearest artists whose travel radius is too small. They have no price until requested. */
export function listNearestTooFar(match: Match, most: number): Entry[] {
  const { found } = match
  const near: number[] = []
  for (let i = 0; i < found.count; i++) if (found.fitOf(i, 'mobile') === tooFar) near.push(i)
  return near
    .sort((a, b) => (found.metres[a] as number) - (found.metres[b] as number))
    .slice(0, most)
    .map((i) => {
      const candidate = getCandidate(match, i)
      const place = { no: candidate.no, group: groups.last, key: candidate.metres }
      return { ...place, candidate, mode: 'mobile', fit: tooFar, done: null, totalMinor: null }
    })
}

/** Returns a candidate's position in the recommended order and the number of fits before it. Null in the wrong mode. */
export function findPositionInList(
  match: Match,
  mode: Mode,
  pricing: Pricing,
  no: number,
): { entry: Entry; before: number; fitting: number; middleMinor: Minor } | null {
  const { found } = match
  const prices = computePrices(match, pricing)[mode]
  const middleMinor = toMinor(prices.middle)
  const spotAt = spotsOf(match, prices, new Map(), mode)
  const placeAt = (i: number): Place => {
    const spot = spotAt(i, found.fitOf(i, mode))
    return { group: groupAt(spot, match.query.ask), key: keyAt(spot, 'recommended', middleMinor), no: spot.no }
  }
  let own = 0
  while (own < found.count && getProviderNo(match, own) !== no) own++
  if (own === found.count || found.fitOf(own, mode) === notThatWay) return null
  const place = placeAt(own)
  const fit = found.fitOf(own, mode)
  let [before, fitting] = [0, 0]
  for (let i = 0; i < found.count; i++) {
    if (found.fitOf(i, mode) !== fits) continue
    fitting++
    if (i !== own && isPlaceBefore(placeAt(i), place)) before++
  }
  const totalMinor = fit === fits ? toMinor(prices.at(own)) : null
  return {
    entry: { ...place, candidate: getCandidate(match, own), mode, fit, done: null, totalMinor },
    before,
    fitting,
    middleMinor,
  }
}

function spotsOf(
  { found, around }: Match,
  prices: Prices,
  acts: ReadonlyMap<number, ActSummary>,
  mode: Mode,
): (i: number, fit: number) => Spot {
  const spot: Spot = {
    cell: around[0]?.cell as CellSnapshot,
    row: 0,
    no: 0,
    metres: 0,
    fit: 0,
    done: null,
    totalMinor: null,
  }
  return (i, fit) => {
    spot.fit = fit
    spot.cell = (around[found.cell[i] as number] as NearbyCells[number]).cell
    spot.row = found.row[i] as number
    spot.metres = found.metres[i] as number
    spot.no = readCellNumber(spot.cell, spot.row, field.no)
    spot.done = acts.size === 0 ? null : getDoneForMode(acts.get(spot.no), mode)
    spot.totalMinor = spot.done?.total_minor ?? (fit === fits ? toMinor(prices.at(i)) : null)
    return spot
  }
}

function filterFor(match: Match, { filters, proven, pricing }: Arrangement): (spot: Spot) => boolean {
  const skills = filters.skills.map(findSkillBit)
  const hasTime = match.query.ask.aim !== null
  const dayEnd = getDayEnd(match.query.ask.day)
  return ({ cell, row, no, metres, totalMinor, done }) => {
    if (filters.hair && proven && !proven.has(no)) return false
    if (
      filters.instant &&
      (totalMinor === null || !hasTime || (!isInstantBookOn(cell, row, dayEnd) && done?.state !== 'offered'))
    )
      return false
    if (filters.featured && !hasFlag(cell, row, flag.featured)) return false
    if (
      filters.price &&
      (totalMinor === null || totalMinor < toMinor(filters.price.from) || totalMinor > toMinor(filters.price.to))
    )
      return false
    if (filters.rating !== undefined && averageOf(cell, row) < filters.rating) return false
    if (filters.distance !== undefined && metres > filters.distance * pricing.metresPerUnit) return false
    for (const bit of skills) if (bit === undefined || !hasSkill(cell, row, bit)) return false
    return true
  }
}

const groups = {
  offered: groupOf('offered', false),
  featured: groupOf(null, true),
  more: groupOf(null, false),
  last: groupOf('unavailable', false),
}

/** The recommended order has groups by status; other orders have one group of available artists. */
function groupIn(sortBy: SortBy, spot: Spot, ask: Ask): number {
  const group = groupAt(spot, ask)
  return sortBy === 'recommended' || group === groups.last ? group : groups.more
}

function groupAt({ cell, row, fit, done }: Spot, { aim, day }: Ask): number {
  const hasTime = aim !== null
  const isInstant = isInstantBookOn(cell, row, getDayEnd(day))
  if (done !== null) {
    const standing = {
      act: done.state,
      fits: fit === fits || doesOfferFit(done, fit),
      instant: isInstant,
      hasTime,
      inDemand: false,
      covidTrained: false,
    }
    return groupOf(getCardStatus(standing), hasFlag(cell, row, flag.featured))
  }
  if (fit !== fits) return groups.last
  if (hasTime && isInstant) return groups.offered
  return hasFlag(cell, row, flag.featured) ? groups.featured : groups.more
}

function keyAt({ cell, row, metres, totalMinor }: Spot, sortBy: SortBy, middleMinor: Minor): number {
  if (sortBy === 'price') return totalMinor ?? metres
  if (sortBy === 'nearest') return metres
  if (sortBy === 'mostBooked') return -readCellNumber(cell, row, field.bookings)
  if (sortBy === 'rating') return -averageOf(cell, row) - readCellNumber(cell, row, field.reviews) / 1e7
  return -((cell.points[3 * cell.count + row] as number) + searchPoints(metres, totalMinor, middleMinor))
}

function averageOf(cell: CellSnapshot, row: number): number {
  const reviews = readCellNumber(cell, row, field.reviews)
  return reviews === 0 ? 0 : getReviewSum(cell, row) / reviews
}

// Ties between equal booking counts go to the older profile.
const bookedKey = (cell: CellSnapshot, row: number): number =>
  readCellNumber(cell, row, field.bookings) * 2 ** 31 - readCellNumber(cell, row, field.no)

/**
 * Returns a predicate for In Demand: true for the quarter of fitting artists with the most bookings, if the
 * area is in demand on the date (`isAreaInDemand`).
 */
export function createInDemandCheck(match: Match): (candidate: Pick<Candidate, 'cell' | 'row'>) => boolean {
  const { found, around, counts } = match
  if (!isAreaInDemand(counts.people.booked, counts.reach)) return () => false
  const keys: number[] = []
  for (let i = 0; i < found.count; i++)
    if (fitsAnyMode(match, i))
      keys.push(bookedKey((around[found.cell[i] as number] as NearbyCells[number]).cell, found.row[i] as number))
  const least = keys.sort((a, b) => b - a)[Math.ceil(keys.length / 4) - 1] ?? Number.POSITIVE_INFINITY
  return ({ cell, row }) => bookedKey(cell, row) >= least
}
