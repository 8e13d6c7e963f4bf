import type { OwnHours } from '#server/providers/index.ts'
import type { BusyCell } from '#server/search/matching/busy-cell.ts'
import {
  type CellSnapshot,
  field,
  fieldCount,
  hasFlag,
  numberOf,
  serviceNo,
} from '#server/search/matching/cell-snapshot.ts'
import { flag } from '#server/search/matching/square-queries.ts'
import { matchIn, type MatchQuery } from '#server/search/matching/match-providers.ts'
import type { BusyTime } from './seen-queries.ts'

/** A change of one rule of an artist. */
export type Change =
  | { kind: 'opens'; minute: number }
  | { kind: 'closes'; minute: number }
  | { kind: 'radius'; metres: number }
  | { kind: 'notice'; hours: number }
  | { kind: 'horizon'; days: number }
  | { kind: 'service'; no: number; minutes: number }

/** Returns a square that contains one provider of another square. */
export function rowAlone(cell: CellSnapshot, row: number): CellSnapshot {
  const columns = Int32Array.from({ length: fieldCount }, (_, column) => numberOf(cell, row, column))
  const services = cell.services.slice(columns[field.servicesFrom], columns[field.servicesTo])
  columns[field.servicesFrom] = 0
  columns[field.servicesTo] = services.length
  const alone = <T>(own: T | undefined) => new Map(own === undefined ? [] : [[0, own]])
  return {
    version: cell.version,
    count: 1,
    opensFrom: columns[field.opens] as number,
    columns,
    services,
    points: Float64Array.from({ length: 4 }, (_, axis) => cell.points[axis * cell.count + row] as number),
    hours: alone(cell.hours.get(row)),
    selling: alone(cell.selling.get(row)),
  }
}

/** Returns a copy of a square of one provider with one rule changed. */
export function withChange(alone: CellSnapshot, change: Change): CellSnapshot {
  const changed = { ...alone, columns: alone.columns.slice() }
  const { columns } = changed
  if (change.kind === 'radius') columns[field.radius] = change.metres
  else if (change.kind === 'notice') columns[field.notice] = change.hours
  else if (change.kind === 'horizon') columns[field.horizon] = change.days
  else if (change.kind === 'service') return withService(changed, change)
  else {
    columns[change.kind === 'opens' ? field.opens : field.closes] = change.minute
    const own = changed.hours.get(0)
    if (own !== undefined) changed.hours = new Map([[0, widened(own, change)]])
    changed.opensFrom = columns[field.opens] as number
  }
  return changed
}

// Days off stay off, and exceptions keep their hours.
function widened(own: OwnHours, { kind, minute }: { kind: 'opens' | 'closes'; minute: number }): OwnHours {
  const wider = (windows: readonly number[]) => {
    if (windows.length === 0) return windows
    return kind === 'opens'
      ? [Math.min(windows[0] as number, minute), ...windows.slice(1)]
      : [...windows.slice(0, -1), Math.max(windows.at(-1) as number, minute)]
  }
  return {
    ...own,
    opens: kind === 'opens' ? Math.min(own.opens, minute) : own.opens,
    closes: kind === 'closes' ? Math.max(own.closes, minute) : own.closes,
    week: own.week.map(wider),
    seasons: own.seasons.map(([yearly, first, last, week]) => [yearly, first, last, week.map(wider)] as const),
  }
}

// The whole team offers the service, in the minutes of the catalogue.
function withService(alone: CellSnapshot, { no, minutes }: { no: number; minutes: number }): CellSnapshot {
  const { columns } = alone
  const doers = (1 << (columns[field.artists] as number)) - 1
  const services = [...alone.services]
  let at = 0
  while (at < services.length && serviceNo(services[at] as number) < no) at += 2
  services.splice(at, 0, no | (minutes << 8) | (doers << 18), 0)
  columns[field.servicesTo] = services.length
  const word = field.offers + (no >> 5)
  columns[word] = (columns[word] as number) | (1 << (no & 31))
  return { ...alone, services: Int32Array.from(services) }
}

/** The query of an earlier search, with the artist's busy times around its day. */
export type Asked = { query: MatchQuery; busy: BusyCell }

/** Returns whether the provider fits an earlier search, by the same match as every search. */
export function fitsAlone(alone: CellSnapshot, { query, busy }: Asked): boolean {
  const { counts, found } = matchIn([{ cell: alone, busy: [busy] }], query)
  found.recycle()
  return counts.people.fits === 1
}

/** Returns the busy times that touch this span, in seconds. */
export function selectBusy(times: readonly BusyTime[], start: number, end: number): BusyCell {
  const near = times.filter(({ from, until }) => from < end && until > start)
  return {
    version: 0,
    nos: Int32Array.from(near, ({ no }) => no),
    from: Int32Array.from(near, ({ from }) => from),
    until: Int32Array.from(near, ({ until }) => until),
  }
}

/** Returns whether the provider travels. */
export const travels = (alone: CellSnapshot): boolean => hasFlag(alone, 0, flag.mobile)
