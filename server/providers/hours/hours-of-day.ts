import type { HoursDay, HoursWindow } from '#contract/providers/hours.ts'
import type { BlockRow, ExceptionRow, SeasonRow } from './hours-queries.ts'
import {
  blocksAround,
  dayNumber,
  type OwnHours,
  sourceOn,
  type Windows,
  windowsOn,
} from '#server/providers/open-days/door.ts'

// An event's day ends with its night.
const [dayBegins, dayEnds] = [300, 1740]

/** Packed hours, and beside them the rows they were packed from, in the same order: there are the words. */
export type HoursSaid = {
  packed: OwnHours
  seasons: readonly SeasonRow[]
  exceptions: readonly ExceptionRow[]
  blocks: readonly BlockRow[]
}

/** A minute of a day as its clock shows it. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Windows as they go over the wire. */
export const presentWindows = (windows: Windows): HoursWindow[] =>
  windows.flatMap((from, i) =>
    i % 2 === 0 ? [{ opens: clockOf(from), closes: clockOf(windows[i + 1] as number) }] : [],
  )

/** What a date is like, with the words for it. */
export function hoursOfDay({ packed, seasons, exceptions, blocks }: HoursSaid, date: string): HoursDay {
  const day = dayNumber(date)
  const { kind, at, windows: usual } = sourceOn(packed, day)
  const label =
    kind === 'exception' ? (exceptions[at]?.label ?? null) : kind === 'season' ? (seasons[at]?.name ?? null) : null
  const kept = blocksAround(packed.blocks, day).flatMap(({ at, from, to }) =>
    meet(usual, from, to).map((part) => ({ ...part, label: blocks[at]?.label ?? null })),
  )
  const shut = gapsOf(usual).map((part) => ({ ...part, label: kind === 'exception' ? label : null }))
  return {
    date,
    windows: presentWindows(windowsOn(packed, day)),
    from: kind,
    label,
    closed: [...shut, ...kept]
      .toSorted((a, b) => a.from - b.from)
      .map(({ from, to, label }) => ({ opens: clockOf(from), closes: clockOf(to), label })),
  }
}

/** The parts of windows that lie within a stretch. */
const meet = (windows: Windows, from: number, to: number): { from: number; to: number }[] =>
  windows.flatMap((opens, i) => {
    const part = { from: Math.max(opens, from), to: Math.min(windows[i + 1] ?? 0, to) }
    return i % 2 === 0 && part.from < part.to ? [part] : []
  })

/** What of an event's day lies in no window. */
function gapsOf(windows: Windows): { from: number; to: number }[] {
  const edges = [dayBegins, ...windows.map((minute) => Math.max(minute, dayBegins)), dayEnds]
  return edges.flatMap((from, i) => {
    const to = edges[i + 1]
    return i % 2 === 0 && to !== undefined && from < to ? [{ from, to }] : []
  })
}
