import type { RoundedSpot } from '#server/places/index.ts'
import { limits } from '#contract/constants.ts'
import type { Fees } from '#contract/fees.ts'
import type { ReasonCounts } from '#contract/search/quotes.ts'
import type { Database } from '#db/database.ts'
import { type NearbyCells, readAround } from './around.ts'
import { BusyWalk } from './busy-cell.ts'
import { type CellSnapshot, field, getHoursAt, readCellNumber } from './cell-snapshot.ts'
import { countries, countryShift, flag } from './square-queries.ts'
import { type Candidate, getCandidateAt, CandidateColumns, notThatWay } from './found.ts'
import { type Ask, booked, fitNames, combineFits, fits, type Hours, otherHours, checkTimeFit, tooFar } from './match.ts'
import type { Day } from '#server/platform/event-day.ts'
import type { Party } from '#server/search/planning/party.ts'
import { getLeadTimes, openOnDay } from '#server/providers/index.ts'
import { computeJobWindow } from '#server/search/planning/planner.ts'
import { TeamClock } from '#server/search/planning/team-clock.ts'
import { earthMetres, toSpherePoint } from './sphere.ts'
import { findLowerPriceFor, listPackagesFor, TeamReader } from './team-reader.ts'

export type MatchQuery = RoundedSpot & {
  countryCode: string
  party: Party
  /** Catalogue numbers of the wanted services, in order. */
  serviceNos: readonly number[]
  setupMinutes: number
  fees: Fees
  ask: Ask
  /** Artists who have a block with the customer; they appear booked. */
  blocked?: ReadonlySet<number>
}

/** All candidates for a search, with the reason why each is or is not available, and the count per reason. */
export type Match = {
  query: MatchQuery
  around: NearbyCells
  found: CandidateColumns
  counts: {
    mobile: ReasonCounts
    studio: ReasonCounts
    people: ReasonCounts
    candidates: number
    reach: number
  }
}

/**
 * Returns all candidates of a search with their reasons. Reads the current squares and busy times, so the result is
 * exact at call time.
 */
export async function matchProviders(database: Database, query: MatchQuery): Promise<Match> {
  return matchIn(await readAround(database, query, query.ask.day, query.ask.aim), query)
}

const countOf = (counts: number[]): ReasonCounts => {
  const named: ReasonCounts = { fits: 0, booked: 0, tooFar: 0, otherHours: 0, tooManyPeople: 0, shortNotice: 0 }
  for (const [code, name] of fitNames.entries()) named[name] = counts[code] as number
  return named
}

/** Pure function over loaded squares. Loops over all providers, so it allocates nothing per provider. */
export function matchIn(around: NearbyCells, query: MatchQuery): Match {
  const found = CandidateColumns.borrow(around.reduce((sum, { cell }) => sum + cell.count, 0))
  const counts = { mobile: eight(), studio: eight(), people: eight(), reach: 0 }
  const centre = toSpherePoint(query.lat, query.lng)
  const words = offeredWords(query.serviceNos)
  const country = countries.indexOf(query.countryCode)
  const team = new TeamReader(query)
  const clock = new TeamClock(query.party, query.serviceNos, query.setupMinutes)
  for (let c = 0; c < around.length; c++) {
    const square = around[c] as NearbyCells[number]
    const first = found.count
    gather(square.cell, c, centre, words, country, found)
    if (found.count === first) continue
    weigh(square, query, team, clock, found, first, counts)
  }
  return {
    query,
    around,
    found,
    counts: {
      mobile: countOf(counts.mobile),
      studio: countOf(counts.studio),
      people: countOf(counts.people),
      candidates: found.count,
      reach: counts.reach,
    },
  }
}

type Counts = { mobile: number[]; studio: number[]; people: number[]; reach: number }
const eight = () => [0, 0, 0, 0, 0, 0, 0, 0]

function gather(
  { columns, points, count }: CellSnapshot,
  c: number,
  [x, y, z]: readonly [number, number, number],
  words: Int32Array,
  country: number,
  found: CandidateColumns,
): void {
  const mostMetres = limits.candidateRadiusMetres
  const mostSquared = (2 * Math.sin((mostMetres + 1) / earthMetres / 2)) ** 2
  const firstWord = (words[0] as number) * count
  const firstMask = words[1] as number
  const flags = field.flags * count
  const { cell, row: rows, metres: distances } = found
  let i = found.count
  for (let row = 0; row < count; row++) {
    if (((columns[firstWord + row] as number) & firstMask) !== firstMask) continue
    if (words.length > 2 && !offersRest(columns, count, row, words)) continue
    if ((columns[flags + row] as number) >> countryShift !== country) continue
    const dx = (points[row] as number) - x
    const dy = (points[count + row] as number) - y
    const dz = (points[2 * count + row] as number) - z
    const squared = dx * dx + dy * dy + dz * dz
    if (squared > mostSquared) continue
    // Series of the arcsine, accurate to a thousandth of a millimetre at this size.
    const half = Math.sqrt(squared) / 2
    const metres = Math.round(2 * earthMetres * (half + (half * half * half) / 6))
    if (metres > mostMetres) continue
    cell[i] = c
    rows[i] = row
    distances[i++] = metres
  }
  found.count = i
}
function weigh(
  { cell, busy }: NearbyCells[number],
  query: MatchQuery,
  team: TeamReader,
  clock: TeamClock,
  found: CandidateColumns,
  first: number,
  counts: Counts,
): void {
  const { ask, serviceNos, blocked } = query
  const { columns, count } = cell
  const { mobile, studio, people } = counts
  const some = cell.selling.size > 0
  const walk = new BusyWalk(busy)
  const least = () => clock.leastOf(team)
  const hours: Hours = { opensMinute: 0, closesMinute: 0, open: null, noticeHours: 0, horizonDays: 0, bufferMinutes: 0 }
  team.turnTo(cell)
  for (let i = first; i < found.count; i++) {
    const row = found.row[i] as number
    const flags = columns[field.flags * count + row] as number
    const hasStudio = (flags & flag.studio) !== 0
    const isMobile = (flags & flag.mobile) !== 0
    const near = isMobile && (found.metres[i] as number) <= (columns[field.radius * count + row] as number)
    let time = otherHours
    let minutes = 0
    if (near || hasStudio) {
      team.readRow(row)
      minutes = clock.minutesOf(team)
      if (some && cell.selling.has(row)) {
        const rule = findLowerPriceFor(cell, row, ask, startOf(query, minutes))
        team.lower(rule)
        team.pack(listPackagesFor(cell, row, rule))
      }
      found.cost[i] = team.costMinor
      found.units[i] = team.units
      hours.opensMinute = columns[field.opens * count + row] as number
      hours.closesMinute = columns[field.closes * count + row] as number
      hours.noticeHours = columns[field.notice * count + row] as number
      hours.horizonDays = columns[field.horizon * count + row] as number
      hours.bufferMinutes = columns[field.buffer * count + row] as number
      hours.open = null
      if ((flags & flag.ownHours) !== 0) readOwn(hours, cell, row, ask.day, serviceNos)
      const diary = walk.turnTo(columns[field.no * count + row] as number)
      time = checkTimeFit(ask, hours, minutes, least, diary)
      if (time === fits && blocked?.has(columns[field.no * count + row] as number)) time = booked
      counts.reach++
    }
    found.minutes[i] = minutes
    const mobileFit = isMobile ? (near ? time : tooFar) : notThatWay
    const studioFit = hasStudio ? time : notThatWay
    found.fit[i] = mobileFit | (studioFit << 3)
    mobile[mobileFit] = (mobile[mobileFit] as number) + 1
    studio[studioFit] = (studio[studioFit] as number) + 1
    const person = combineFits(hasStudio, mobileFit, time)
    people[person] = (people[person] as number) + 1
  }
}

function readOwn(hours: Hours, cell: CellSnapshot, row: number, day: Day, serviceNos: readonly number[]): void {
  const own = getHoursAt(cell, row)
  if (!own) return
  hours.open = openOnDay(own, day)
  const lead = getLeadTimes(own, serviceNos, hours)
  hours.noticeHours = lead.noticeHours
  hours.horizonDays = lead.horizonDays
}

/** Returns a candidate's hours on the day of a search. */
export function getCandidateHours(ask: Ask, serviceNos: readonly number[], { cell, row }: Candidate): Hours {
  const of = (column: number) => readCellNumber(cell, row, column)
  const hours: Hours = {
    opensMinute: of(field.opens),
    open: null,
    closesMinute: of(field.closes),
    noticeHours: of(field.notice),
    horizonDays: of(field.horizon),
    bufferMinutes: of(field.buffer),
  }
  readOwn(hours, cell, row, ask.day, serviceNos)
  return hours
}

export const startOf = ({ ask }: MatchQuery, minutes: number): number | null =>
  ask.aim ? computeJobWindow(ask.aim, minutes).from : null

export const getCandidate = ({ found, around, query }: Match, i: number): Candidate =>
  getCandidateAt(found, around, i, (minutes) => startOf(query, minutes))

/** Keeps the order of `nos` and skips missing candidates. */
export function listCandidates(match: Match, nos: readonly number[]): Candidate[] {
  const places = new Map<number, number>()
  for (let i = 0; i < match.found.count; i++) {
    const no = getProviderNo(match, i)
    if (nos.includes(no)) places.set(no, i)
  }
  return nos.flatMap((no) => {
    const i = places.get(no)
    return i === undefined ? [] : [getCandidate(match, i)]
  })
}

export function getProviderNo({ found, around }: Match, i: number): number {
  const { cell } = around[found.cell[i] as number] as NearbyCells[number]
  return readCellNumber(cell, found.row[i] as number, field.no)
}

export const fitsAnyMode = ({ found }: Match, i: number): boolean =>
  ((found.fit[i] as number) & 7) === fits || (found.fit[i] as number) >> 3 === fits

function offeredWords(serviceNos: readonly number[]): Int32Array {
  const masks = new Map<number, number>()
  for (const no of serviceNos) masks.set(no >> 5, (masks.get(no >> 5) ?? 0) | (1 << (no & 31)))
  return Int32Array.from([...masks].flatMap(([word, mask]) => [field.offers + word, mask]))
}

/** Checks the services beyond the first word of bits. */
function offersRest(columns: Int32Array, count: number, row: number, words: Int32Array): boolean {
  for (let i = 2; i < words.length; i += 2) {
    const mask = words[i + 1] as number
    if (((columns[(words[i] as number) * count + row] as number) & mask) !== mask) return false
  }
  return true
}
