import { setImmediate } from 'node:timers/promises'
import { limits } from '#contract/constants.ts'
import type { Database } from '#db/database.ts'
import { type BusyCell, readBusyCell } from './busy-cell.ts'
import { type CellSnapshot, readCell } from './cell-snapshot.ts'
import { cellsAround } from './cells.ts'
import type { Day } from '#server/platform/event-day.ts'
import type { KeptSquares } from './kept-squares.ts'
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
const cellsInWorld = 10_000_000

/** Reads what a search of that place and day needs, exact as of the call; without an aim, what any time of the day needs. */
export async function readAround(
  database: Database,
  { lat, lng }: { lat: number; lng: number },
  day: Day,
  aim: Aim | null,
): Promise<Around> {
  const caches = cachesOf(database)
  const versions = await versionsNow(
    database,
    cellsAround(lat, lng, limits.candidateRadiusMetres),
    daysTouched(day, aim, 0).map(isoDay),
  )
  const cells = await caches.cells.at(versions.cells, (keys) => loadCells(database, keys, versions.cells))
  const days = daysTouched(
    day,
    aim,
    cells.reduce((first, cell) => Math.min(first, cell.opensFrom), 1440),
  )
  const busy = await Promise.all(
    days.map((day) => caches.busy.at(busyVersions(versions, day), (keys) => loadBusy(database, keys))),
  )
  return cells.map((cell, c) => ({ cell, busy: busy.map((ofDay) => ofDay[c] as BusyCell) }))
}

/** The squares around a point without anybody's diary, exact as of the call. */
export async function squaresAround(
  database: Database,
  { lat, lng }: { lat: number; lng: number },
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

function busyVersions({ cells, busy }: Awaited<ReturnType<typeof versionsNow>>, day: number): Map<number, number> {
  const wanted = new Map<number, number>()
  const iso = isoDay(day)
  for (const cell of cells.keys())
    wanted.set(busyKey(day, cell), busy.size === 0 ? 0 : (busy.get(`${iso}/${cell}`) ?? 0))
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

async function decodedCells(database: Database, keys: number[]): Promise<Map<number, CellSnapshot>> {
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
