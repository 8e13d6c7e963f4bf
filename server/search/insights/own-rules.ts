import type { OwnHours } from '#server/providers/open-days/door.ts'
import type { BusyCell } from '#server/search/matching/busy-cell.ts'
import {
  type CellSnapshot,
  field,
  fieldCount,
  flag,
  hasFlag,
  numberOf,
  serviceNo,
} from '#server/search/matching/cell-snapshot.ts'
import { matchIn, type MatchQuery } from '#server/search/matching/match-providers.ts'

/** One rule of an artist changed, the others as they are. */
export type Change =
  | { kind: 'opens'; minute: number }
  | { kind: 'closes'; minute: number }
  | { kind: 'radius'; metres: number }
  | { kind: 'notice'; hours: number }
  | { kind: 'horizon'; days: number }
  | { kind: 'service'; no: number; minutes: number }

/** One provider of a square in a square of their own: what search reads of them, and of nobody else. */
export function rowAlone(cell: CellSnapshot, row: number): CellSnapshot {
  const columns = Int32Array.from({ length: fieldCount }, (_, column) => numberOf(cell, row, column))
  const services = cell.services.slice(columns[field.servicesFrom], columns[field.servicesTo])
  columns[field.servicesFrom] = 0
  columns[field.servicesTo] = services.length
  const alone = (said: string | undefined) => new Map(said === undefined ? [] : [[0, said]])
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

/** The same provider with one rule changed. */
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
    if (own !== undefined) changed.hours = new Map([[0, JSON.stringify(widened(JSON.parse(own), change))]])
    changed.opensFrom = columns[field.opens] as number
  }
  return changed
}

// Days off stay off, and a day that somebody has set by itself stays as it was set.
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

// The whole team does it, in the time that the catalogue has for it.
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

/** A search as it asked the market when it was made, with what of the artist's diary touches its day. */
export type Asked = { query: MatchQuery; busy: BusyCell }

/** Whether this one provider fits that search: the match of every search, over a market of one. */
export function fitsAlone(alone: CellSnapshot, { query, busy }: Asked): boolean {
  const { counts, found } = matchIn([{ cell: alone, busy: [busy] }], query)
  found.recycle()
  return counts.people.fits === 1
}

/** What of a diary, `[no, from, to, …]` in seconds, touches a day and the night after it. */
export function busyOn(rows: Int32Array, from: number, until: number): BusyCell {
  const near: number[] = []
  for (let i = 0; i < rows.length; i += 3)
    if ((rows[i + 1] as number) < until && (rows[i + 2] as number) > from)
      near.push(rows[i] as number, rows[i + 1] as number, rows[i + 2] as number)
  return { version: 0, rows: Int32Array.from(near) }
}

/** Whether they travel at all. */
export const travels = (alone: CellSnapshot): boolean => hasFlag(alone, 0, flag.mobile)
