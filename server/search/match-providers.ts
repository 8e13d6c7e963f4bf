import { limits } from '#contract/constants.ts'
import type { ReasonCounts } from '#contract/quotes.ts'
import type { Database } from '#db/database.ts'
import { BusyIndex } from './busy-index.ts'
import { cellCacheOf } from './cell-cache.ts'
import { type CellSnapshot, countries, countryShift, field, flag, serviceDoers, serviceMinutes, serviceNo, stride } from './cell-snapshot.ts'
import { cellsAround } from './cells.ts'
import type { Day } from './day.ts'
import { type Ask, booked, fitNames, fitOfPerson, fits, otherHours, timeFit, tooFar } from './match.ts'
import type { Party, Team } from './party.ts'
import { type Aim, windowOf } from './planner.ts'
import { versionsAndBusy } from './queries.ts'
import { TeamClock } from './team-clock.ts'

/** What one search asks of the market. */
export type MatchQuery = {
  lat: number
  lng: number
  countryCode: string
  party: Party
  /** The catalogue's numbers of the party's wanted services, in their order. */
  serviceNos: readonly number[]
  setupMinutes: number
  ask: Ask
}

/** A live provider of the country who offers everything wanted within 50 km. */
export type Candidate = {
  cell: CellSnapshot
  /** Where the provider's numbers begin in the cell. */
  at: number
  row: number
  no: number
  metres: number
  /** Null where the provider does not work that way. */
  mobile: number | null
  studio: number | null
  minutes: number
  /** When the job would begin, in milliseconds; null without a time. */
  from: number | null
}

export type Match = { candidates: Candidate[]; counts: { mobile: ReasonCounts; studio: ReasonCounts; people: ReasonCounts; candidates: number; reach: number } }

const earthMetres = 6_371_008.8
const dayMs = 86_400_000
const longestBufferMs = 240 * 60_000

/** The squares around a point and everyone's busy times there. */
export type Around = { cells: CellSnapshot[]; busy: BusyIndex }

/** Every candidate of a search with the one reason why or why not, exact as of the call. */
export async function matchProviders(database: Database, query: MatchQuery): Promise<Match> {
  return matchIn(await readAround(database, query, query.ask.day, query.ask.aim), query)
}

/** Reads what a search of that place and day needs; without an aim, what any time of the day needs. */
export async function readAround(database: Database, { lat, lng }: { lat: number; lng: number }, day: Day, aim: Aim | null): Promise<Around> {
  const opens = day.at(0)
  const from = aim?.constraint === 'start' ? Math.max(opens, aim.at) : opens
  const until = (aim?.constraint === 'finish' ? aim.at : day.at(2880)) + longestBufferMs
  const { versions, busy } = await versionsAndBusy(database, cellsAround(lat, lng, limits.candidateRadiusMetres), utcDays(from, until), from / 1000, until / 1000)
  return { cells: await cellCacheOf(database).at(database, versions), busy: new BusyIndex(busy) }
}

function utcDays(from: number, until: number): string[] {
  const days: string[] = []
  for (let day = Math.floor(from / dayMs); day * dayMs < until; day++) days.push(new Date(day * dayMs).toISOString().slice(0, 10))
  return days
}

const noReasons = (): ReasonCounts => ({ fits: 0, booked: 0, tooFar: 0, otherHours: 0, tooManyPeople: 0, shortNotice: 0 })
const countOf = (counts: number[]): ReasonCounts => {
  const named = noReasons()
  for (const [code, name] of fitNames.entries()) named[name] = counts[code] as number
  return named
}

/** The same over squares and busy times at hand: a pure function. */
export function matchIn({ cells, busy }: Around, query: MatchQuery): Match {
  const { ask, serviceNos } = query
  const country = countries.indexOf(query.countryCode)
  const radians = Math.PI / 180
  const x = Math.cos(query.lat * radians) * Math.cos(query.lng * radians)
  const y = Math.cos(query.lat * radians) * Math.sin(query.lng * radians)
  const z = Math.sin(query.lat * radians)
  const mostMetres = limits.candidateRadiusMetres
  const chord = 2 * Math.sin((mostMetres + 1) / earthMetres / 2)
  const mostSquared = chord * chord
  const words = offeredWords(serviceNos)
  const clock = new TeamClock(query.party, serviceNos, query.setupMinutes)
  const team: Team & { minutes: Int32Array; doers: Int32Array } = { artists: 1, minutes: new Int32Array(serviceNos.length), doers: new Int32Array(serviceNos.length) }

  const candidates: Candidate[] = []
  const mobile = [0, 0, 0, 0, 0, 0]
  const studio = [0, 0, 0, 0, 0, 0]
  const people = [0, 0, 0, 0, 0, 0]
  let reach = 0

  for (const cell of cells) {
    const { rows, points } = cell
    for (let row = 0; row < cell.count; row++) {
      const at = row * stride
      const flags = rows[at + field.flags] as number
      if (flags >> countryShift !== country || !offersAll(rows, at, words)) continue
      const dx = (points[row * 4] as number) - x
      const dy = (points[row * 4 + 1] as number) - y
      const dz = (points[row * 4 + 2] as number) - z
      const squared = dx * dx + dy * dy + dz * dz
      if (squared > mostSquared) continue
      const metres = Math.round(2 * earthMetres * Math.asin(Math.sqrt(squared) / 2))
      if (metres > mostMetres) continue

      const hasStudio = (flags & flag.studio) !== 0
      const near = (flags & flag.mobile) !== 0 && metres <= (rows[at + field.radius] as number)
      const candidate: Candidate = { cell, at, row, no: rows[at + field.no] as number, metres, mobile: null, studio: null, minutes: 0, from: null }
      let time = otherHours
      if (near || hasStudio) {
        readTeam(cell, at, serviceNos, team)
        const { minutes, least } = clock.timeOf(team)
        candidate.minutes = minutes
        candidate.from = ask.aim ? windowOf(ask.aim, minutes).from : null
        time = timeFit(ask, hoursOf(rows, at), minutes, least, busy.of(candidate.no))
        reach++
      }
      if ((flags & flag.mobile) !== 0) {
        candidate.mobile = near ? time : tooFar
        mobile[candidate.mobile] = (mobile[candidate.mobile] as number) + 1
      }
      if (hasStudio) {
        candidate.studio = time
        studio[time] = (studio[time] as number) + 1
      }
      const person = fitOfPerson(hasStudio, candidate.mobile ?? tooFar, time)
      people[person] = (people[person] as number) + 1
      candidates.push(candidate)
    }
  }
  return { candidates, counts: { mobile: countOf(mobile), studio: countOf(studio), people: countOf(people), candidates: candidates.length, reach } }
}

/** The better of a candidate's two ways of working. */
export const fitsAnyhow = (c: Candidate): boolean => c.mobile === fits || c.studio === fits
export const bookedOut = (c: Candidate): boolean => !fitsAnyhow(c) && (c.mobile === booked || c.studio === booked)

/** Pairs of a word's place in a row and the bits wanted in it. */
function offeredWords(serviceNos: readonly number[]): Int32Array {
  const masks = new Map<number, number>()
  for (const no of serviceNos) masks.set(no >> 5, (masks.get(no >> 5) ?? 0) | (1 << (no & 31)))
  return Int32Array.from([...masks].flatMap(([word, mask]) => [field.offers + word, mask]))
}

function offersAll(rows: Int32Array, at: number, words: Int32Array): boolean {
  for (let i = 0; i < words.length; i += 2) {
    const mask = words[i + 1] as number
    if (((rows[at + (words[i] as number)] as number) & mask) !== mask) return false
  }
  return true
}

const hoursOf = (rows: Int32Array, at: number) => ({
  opensMinute: rows[at + field.opens] as number, closesMinute: rows[at + field.closes] as number, noticeHours: rows[at + field.notice] as number,
  horizonDays: rows[at + field.horizon] as number, bufferMinutes: rows[at + field.buffer] as number,
})

/** A provider's team as the party sees it, written into `team`. */
export function readTeam(cell: CellSnapshot, at: number, serviceNos: readonly number[], team: { artists: number; minutes: Int32Array; doers: Int32Array }): void {
  team.artists = cell.rows[at + field.artists] as number
  for (let w = 0; w < serviceNos.length; w++) {
    const packed = cell.services[serviceAt(cell, at, serviceNos[w] as number)] as number
    team.minutes[w] = serviceMinutes(packed)
    team.doers[w] = serviceDoers(packed)
  }
}

/** Where a service that the provider offers stands among the cell's services; its cost is the next number. */
export function serviceAt(cell: CellSnapshot, at: number, no: number): number {
  const to = cell.rows[at + field.servicesTo] as number
  let i = cell.rows[at + field.servicesFrom] as number
  while (i < to && serviceNo(cell.services[i] as number) !== no) i += 2
  return i
}
