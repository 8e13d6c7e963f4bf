import { setImmediate } from 'node:timers/promises'
import { limits } from '#contract/constants.ts'
import type { Database } from '#db/database.ts'
import type { BusyCell } from './busy-cell.ts'
import { CellBuilder, type CellSnapshot } from './cell-snapshot.ts'
import { listCellsAround } from './cells.ts'
import type { Day } from '#server/platform/event-day.ts'
import type { Aim } from '#server/search/planning/planner.ts'
import { readBusyTimes, readSquares, readVersions, SLICE_PROVIDERS, type Versions } from './square-queries.ts'
import { VersionedCache } from './versioned-cache.ts'

export type NearbyCells = readonly { cell: CellSnapshot; busy: readonly BusyCell[] }[]

type Caches = { cells: VersionedCache<CellSnapshot>; busy: VersionedCache<BusyCell> }

/** Cache limit per process, in providers of about 300 bytes each. */
export const MOST_CACHED_PROVIDERS = 1_200_000
/** Cache limit per process, in busy times of about 12 bytes each. */
const MOST_CACHED_BUSY_TIMES = 8_000_000
const held = new WeakMap<Database, Caches>()

const dayMs = 86_400_000
const longestBufferMs = 240 * 60_000
/** Few providers start earlier; for those, one extra day may be read. */
const usualOpening = 6 * 60
const cellsInWorld = 10_000_000

type Place = { lat: number; lng: number }
type DayAsked = { day: Day; aim: Aim | null }

/** Reads the current squares and busy times for a search. Without an aim, reads the whole day. */
export async function readAround(database: Database, place: Place, day: Day, aim: Aim | null): Promise<NearbyCells> {
  const [around] = await readDaysAround(database, place, [{ day, aim }])
  return around as NearbyCells
}

/** Reads several days at one place with the same number of queries as one day. */
export const readDaysAround = async (
  database: Database,
  place: Place,
  asked: readonly DayAsked[],
): Promise<NearbyCells[]> => (await readPlacesAround(database, [place], asked))[0] as NearbyCells[]

export async function readPlacesAround(
  database: Database,
  places: readonly Place[],
  asked: readonly DayAsked[],
): Promise<NearbyCells[][]> {
  const caches = cachesOf(database)
  const circles = places.map(({ lat, lng }) => listCellsAround(lat, lng, limits.candidateRadiusMetres))
  const mayTouch = new Set(asked.flatMap(({ day, aim }) => daysTouched(day, aim, 0)))
  const versions = await readVersions(
    database,
    circles.length === 1 ? (circles[0] as number[]) : [...new Set(circles.flat())],
    Array.from(mayTouch, isoDay),
  )
  const touchedFrom = (opens: number) => asked.map(({ day, aim }) => daysTouched(day, aim, opens))
  const busyOn = (days: readonly number[]) =>
    caches.busy.at(busyVersions(versions, days), (keys) => loadBusy(database, keys))
  const early = caches.cells.has(versions.cells) ? [] : [...new Set(touchedFrom(usualOpening).flat())]
  const [cells] = await Promise.all([
    caches.cells.at(versions.cells, (keys) => loadCells(database, keys)),
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

export async function loadSquaresAround(
  database: Database,
  { lat, lng }: Place,
  metres: number = limits.candidateRadiusMetres,
): Promise<readonly CellSnapshot[]> {
  const versions = await readVersions(database, listCellsAround(lat, lng, metres), [])
  return cachesOf(database).cells.at(versions.cells, (keys) => loadCells(database, keys))
}

/** Squares that never had a provider are missing. */
export async function loadSquares(
  database: Database,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, CellSnapshot>> {
  const versions = await readVersions(database, numbers, [])
  const squares = await cachesOf(database).cells.at(versions.cells, (keys) => loadCells(database, keys))
  return new Map([...versions.cells.keys()].map((cell, i) => [cell, squares[i] as CellSnapshot]))
}

function cachesOf(database: Database): Caches {
  const caches = held.get(database) ?? {
    cells: new VersionedCache<CellSnapshot>(MOST_CACHED_PROVIDERS, (cell) => cell.count + 1),
    busy: new VersionedCache<BusyCell>(MOST_CACHED_BUSY_TIMES, (times) => times.nos.length + 4),
  }
  held.set(database, caches)
  return caches
}

const isoDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
const busyKey = (day: number, cell: number) => day * cellsInWorld + cell

// Skips times before the first opening and after the longest buffer.
function daysTouched(day: Day, aim: Aim | null, opensFrom: number): number[] {
  const opens = day.at(opensFrom)
  const from = aim?.constraint === 'start' ? Math.max(opens, aim.at) : opens
  const until = (aim?.constraint === 'finish' ? aim.at : day.at(2880)) + longestBufferMs
  const days: number[] = []
  for (let at = Math.floor(from / dayMs); at * dayMs < until; at++) days.push(at)
  return days
}

function busyVersions({ cells, busy }: Versions, days: readonly number[]): Map<number, number> {
  const wanted = new Map<number, number>()
  for (const day of days) {
    const changed = busy.get(isoDay(day))
    for (const cell of cells.keys()) wanted.set(busyKey(day, cell), changed?.get(cell) ?? 0)
  }
  return wanted
}

/** Decoding a large city takes most of a second, so this yields between slices. */
async function loadCells(database: Database, keys: readonly number[]): Promise<ReadonlyMap<number, CellSnapshot>> {
  const cells = new Map<number, CellSnapshot>()
  let decoded = 0
  for (const [cell, slices] of Map.groupBy(await readSquares(database, keys), (slice) => slice.cell)) {
    const builder = new CellBuilder(slices[0]?.version ?? 0, sum(slices.map(({ count }) => count)))
    for (const slice of slices) {
      if (decoded + slice.count > SLICE_PROVIDERS) {
        decoded = 0
        await setImmediate()
      }
      if (slice.count > 0) builder.add(slice.columns())
      decoded += slice.count
    }
    cells.set(cell, builder.build())
  }
  return cells
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

async function loadBusy(database: Database, keys: number[]): Promise<Map<number, BusyCell>> {
  const days = keys.map((key) => Math.floor(key / cellsInWorld))
  const read = await readBusyTimes(
    database,
    days.map(isoDay),
    keys.map((key) => key % cellsInWorld),
  )
  return new Map(read.map((times) => [busyKey(Date.parse(times.day) / dayMs, times.cell), times]))
}
