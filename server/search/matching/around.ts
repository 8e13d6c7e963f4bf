import { setImmediate } from 'node:timers/promises'
import { limits } from '#contract/constants.ts'
import type { Database } from '#db/database.ts'
import { type BusyCell, readBusyCell } from './busy-cell.ts'
import { type CellSnapshot, readCell } from './cell-snapshot.ts'
import { cellsAround } from './cells.ts'
import type { Day } from '#server/platform/event-day.ts'
import type { KeptSquares } from '#server/search/squares/kept-squares.ts'
import type { Aim } from '#server/search/planning/planner.ts'
import { packedBusy, packedCells, versionsNow } from '#server/search/queries.ts'
import { VersionedCache } from './versioned-cache.ts'

/** The squares around a point, each with its busy times of the days that a search touches. */
export type Around = readonly { cell: CellSnapshot; busy: readonly BusyCell[] }[]

type Caches = { cells: VersionedCache<CellSnapshot>; busy: VersionedCache<BusyCell>; kept: KeptSquares | null }

// About 300 bytes a provider and 12 a busy time: room for a million artists and their busiest days, and a bound all the same.
const most = { providers: 1_200_000, busyTimes: 8_000_000 }
const held = new WeakMap<Database, Caches>()

const dayMs = 86_400_000
const longestBufferMs = 240 * 60_000
/** Hardly anybody begins before; where somebody does, one more day may have to be read after all. */
const usualOpening = 6 * 60
const cellsInWorld = 10_000_000

type Place = { lat: number; lng: number }
/** A day that is searched, and what for; without an aim, any time of it. */
type DayAsked = { day: Day; aim: Aim | null }

/** Reads what a search of that place and day needs, exact as of the call; without an aim, what any time of the day needs. */
export async function readAround(database: Database, place: Place, day: Day, aim: Aim | null): Promise<Around> {
  const [around] = await readDaysAround(database, place, [{ day, aim }])
  return around as Around
}

/** The same for several days at one place, in as many statements as for one. */
export const readDaysAround = async (database: Database, place: Place, asked: readonly DayAsked[]): Promise<Around[]> =>
  (await readPlacesAround(database, [place], asked))[0] as Around[]

/** The same for several places, each with these days. */
export async function readPlacesAround(
  database: Database,
  places: readonly Place[],
  asked: readonly DayAsked[],
): Promise<Around[][]> {
  const caches = cachesOf(database)
  const circles = places.map(({ lat, lng }) => cellsAround(lat, lng, limits.candidateRadiusMetres))
  const mayTouch = new Set(asked.flatMap(({ day, aim }) => daysTouched(day, aim, 0)))
  const versions = await versionsNow(
    database,
    circles.length === 1 ? (circles[0] as number[]) : [...new Set(circles.flat())],
    Array.from(mayTouch, isoDay),
  )
  const touchedFrom = (opens: number) => asked.map(({ day, aim }) => daysTouched(day, aim, opens))
  const busyOn = (days: readonly number[]) =>
    caches.busy.at(busyVersions(versions, days), (keys) => loadBusy(database, keys))
  // Squares come from files or are decoded here; meanwhile the database can read the diaries.
  const early = caches.cells.has(versions.cells) ? [] : [...new Set(touchedFrom(usualOpening).flat())]
  const [cells] = await Promise.all([
    caches.cells.at(versions.cells, (keys) => loadCells(database, keys, versions.cells)),
    busyOn(early),
  ])
  const touched = touchedFrom(cells.reduce((first, cell) => Math.min(first, cell.opensFrom), 1440))
  const days = [...new Set(touched.flat())]
  const busy = await busyOn(days)
  const numbers = [...versions.cells.keys()]
  return circles.map((circle) => {
    const rows = indexesOf(numbers, new Set(circle))
    return touched.map((daysOf) => {
      const at = daysOf.map((day) => days.indexOf(day) * cells.length)
      return rows.map((c) => ({ cell: cells[c] as CellSnapshot, busy: at.map((first) => busy[first + c] as BusyCell) }))
    })
  })
}

const indexesOf = (numbers: readonly number[], among: ReadonlySet<number>): number[] =>
  numbers.flatMap((number, i) => (among.has(number) ? i : []))

/** The squares around a point without anybody's diary, exact as of the call. */
export async function squaresAround(
  database: Database,
  { lat, lng }: Place,
  metres: number = limits.candidateRadiusMetres,
): Promise<readonly CellSnapshot[]> {
  const versions = await versionsNow(database, cellsAround(lat, lng, metres), [])
  return cachesOf(database).cells.at(versions.cells, (keys) => loadCells(database, keys, versions.cells))
}

/** These squares by their number, exact as of the call; one where nobody ever was is left out. */
export async function squaresOf(
  database: Database,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, CellSnapshot>> {
  const versions = await versionsNow(database, numbers, [])
  const squares = await cachesOf(database).cells.at(versions.cells, (keys) => loadCells(database, keys, versions.cells))
  return new Map([...versions.cells.keys()].map((cell, i) => [cell, squares[i] as CellSnapshot]))
}

/** Lets the squares of that database lie elsewhere too. */
export function alsoKeep(database: Database, kept: KeptSquares): void {
  cachesOf(database).kept = kept
}

function cachesOf(database: Database): Caches {
  const caches = held.get(database) ?? {
    cells: new VersionedCache<CellSnapshot>(most.providers, (cell) => cell.count + 1),
    busy: new VersionedCache<BusyCell>(most.busyTimes, (times) => times.rows.length / 3 + 4),
    kept: null,
  }
  held.set(database, caches)
  return caches
}

const isoDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
const busyKey = (day: number, cell: number) => day * cellsInWorld + cell

// Nothing matters before anyone opens, nor later than the longest buffer after the last job.
function daysTouched(day: Day, aim: Aim | null, opensFrom: number): number[] {
  const opens = day.at(opensFrom)
  const from = aim?.constraint === 'start' ? Math.max(opens, aim.at) : opens
  const until = (aim?.constraint === 'finish' ? aim.at : day.at(2880)) + longestBufferMs
  const days: number[] = []
  for (let at = Math.floor(from / dayMs); at * dayMs < until; at++) days.push(at)
  return days
}

/** The versions of these days, each in all squares, one day after the other. */
function busyVersions(
  { cells, busy }: Awaited<ReturnType<typeof versionsNow>>,
  days: readonly number[],
): Map<number, number> {
  const wanted = new Map<number, number>()
  for (const day of days) {
    const iso = isoDay(day)
    for (const cell of cells.keys())
      wanted.set(busyKey(day, cell), busy.size === 0 ? 0 : (busy.get(`${iso}/${cell}`) ?? 0))
  }
  return wanted
}

// Decoding a big city takes a good part of a second: others get their turn in between.
const decodedAtOnce = 3_000

async function loadCells(
  database: Database,
  keys: number[],
  versions: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, CellSnapshot>> {
  const { kept } = cachesOf(database)
  const cells = kept
    ? await kept.read(new Map(keys.map((key) => [key, versions.get(key) as number])))
    : new Map<number, CellSnapshot>()
  const missing = keys.filter((key) => !cells.has(key))
  const read = missing.length > 0 ? await decodedCells(database, missing) : new Map<number, CellSnapshot>()
  kept?.keep(read)
  for (const [key, cell] of read) cells.set(key, cell)
  return cells
}

/** These squares as the database has them now. */
export async function decodedCells(database: Database, keys: readonly number[]): Promise<Map<number, CellSnapshot>> {
  const cells = new Map<number, CellSnapshot>()
  let decoded = 0
  for (const { cell, version, count, packed } of await packedCells(database, keys)) {
    cells.set(cell, readCell(version, count, packed))
    decoded += count
    if (decoded > decodedAtOnce) {
      decoded = 0
      await setImmediate()
    }
  }
  return cells
}

async function loadBusy(database: Database, keys: number[]): Promise<Map<number, BusyCell>> {
  const days = keys.map((key) => Math.floor(key / cellsInWorld))
  const read = await packedBusy(
    database,
    days.map(isoDay),
    keys.map((key) => key % cellsInWorld),
  )
  return new Map(
    read.map(({ day, cell, version, packed }) => [
      busyKey(Date.parse(day) / dayMs, cell),
      readBusyCell(version, packed),
    ]),
  )
}
