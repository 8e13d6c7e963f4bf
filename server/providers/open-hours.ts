import type { Day } from '#server/platform/event-day.ts'
import type { HoursDay, HoursWindow } from '#contract/providers/hours.ts'
import type { BlockRow, ExceptionRow, SeasonRow } from './hours.queries.ts'

/**
 * Minutes of an event's day, `[from, to, from, to]`, ascending and disjoint. Minutes beyond 1440 are the night after.
 */
export type Windows = readonly number[]
type Week = readonly Windows[]
type Season = readonly [yearly: boolean, first: number, last: number, week: Week]
type Exception = readonly [first: number, last: number, windows: Windows]
type Block = readonly [weekdays: number, from: number, to: number, first: number | null, last: number | null]
type Lead = readonly [service: number, noticeHours: number | null, horizonDays: number | null]

/**
 * Packed hours of an artist with varying days or services, as computed by the database. Days count from 1970-01-01.
 * Days of yearly seasons are month and day (1201 is 1 December). Single-year seasons come first.
 */
export type PackedHours = {
  readonly opens: number
  readonly closes: number
  readonly week: Week
  readonly seasons: readonly Season[]
  readonly exceptions: readonly Exception[]
  readonly blocks: readonly Block[]
  readonly leads: readonly Lead[]
}

const dayMs = 86_400_000
const dayMinutes = 1440

export const toDayNumber = (date: string): number => Math.round(Date.parse(date) / dayMs)

const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

const monthDay = (day: number): number => Number(new Date(day * dayMs).toISOString().slice(5, 10).replace('-', ''))

/** Returns when an artist takes jobs on a day: exception, else season, else week, minus weekly blocks. */
export function getWindows(hours: PackedHours, day: number): Windows {
  const open = sourceOn(hours, day).windows
  return open.length === 0 || hours.blocks.length === 0 ? open : without(open, blocksAround(hours.blocks, day))
}

function sourceOn(
  { exceptions, seasons, week }: PackedHours,
  day: number,
): { kind: 'exception' | 'season' | 'week'; at: number; windows: Windows } {
  for (const [at, [first, last, windows]] of exceptions.entries())
    if (first <= day && day <= last) return { kind: 'exception', at, windows }
  const weekday = weekdayOf(day)
  for (const [at, [yearly, first, last, of]] of seasons.entries())
    if (isIn(day, yearly, first, last)) return { kind: 'season', at, windows: of[weekday] as Windows }
  return { kind: 'week', at: weekday, windows: week[weekday] as Windows }
}

function isIn(day: number, yearly: boolean, first: number, last: number): boolean {
  const at = yearly ? monthDay(day) : day
  return first <= last ? first <= at && at <= last : at >= first || at <= last
}

type Stretch = { at: number; from: number; to: number }

function blocksAround(blocks: readonly Block[], day: number): Stretch[] {
  const around: Stretch[] = []
  for (let off = -1; off <= 1; off++) {
    const on = day + off
    for (const [at, [weekdays, from, to, first, last]] of blocks.entries())
      if ((weekdays >> weekdayOf(on)) & 1 && (first ?? on) <= on && on <= (last ?? on))
        around.push({ at, from: from + off * dayMinutes, to: to + off * dayMinutes })
  }
  return around
}

function without(open: Windows, taken: readonly Stretch[]): Windows {
  let left = open
  for (const { from, to } of taken) {
    const next: number[] = []
    for (let i = 0; i < left.length; i += 2) {
      const [begins, ends] = [left[i] as number, left[i + 1] as number]
      if (begins < Math.min(ends, from)) next.push(begins, Math.min(ends, from))
      if (Math.max(begins, to) < ends) next.push(Math.max(begins, to), ends)
    }
    left = next
  }
  return left
}

/** Converts windows to instants in milliseconds, correct on clock-change days. */
export function getWindowInstants(windows: Windows, day: Day): readonly number[] {
  const instants: number[] = []
  for (let i = 0; i < windows.length; i += 2) {
    const [from, to] = [edgeOf(day, windows[i] as number), edgeOf(day, windows[i + 1] as number)]
    if (from >= to) continue
    // The gap may be the hour skipped by the clock change.
    if (instants.at(-1) === from) instants[instants.length - 1] = to
    else instants.push(from, to)
  }
  return instants
}

function edgeOf(day: Day, minute: number): number {
  if (!day.clocksChange) return day.at(minute)
  const skipped = (at: number) => minuteOnClock(day, day.at(at)) !== at % dayMinutes
  let last = minute
  while (skipped(last)) last--
  return day.at(last) + (last === minute ? 0 : 60_000)
}

function minuteOnClock(day: Day, ms: number): number {
  const clock = day.iso(ms)
  return Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16))
}

export function getLeadTimes(
  { leads }: Pick<PackedHours, 'leads'>,
  services: readonly number[],
  usual: { noticeHours: number; horizonDays: number },
): { noticeHours: number; horizonDays: number } {
  if (leads.length === 0) return usual
  let [noticeHours, horizonDays] = [0, Number.POSITIVE_INFINITY]
  for (const service of services) {
    const own = leads.find(([no]) => no === service)
    noticeHours = Math.max(noticeHours, own?.[1] ?? usual.noticeHours)
    horizonDays = Math.min(horizonDays, own?.[2] ?? usual.horizonDays)
  }
  return services.length === 0 ? usual : { noticeHours, horizonDays }
}

const mostDays = 32
const held = new WeakMap<PackedHours, Map<Day, readonly number[]>>()

/** Cached for recent days. */
export function openOnDay(hours: PackedHours, day: Day): readonly number[] {
  const known = held.get(hours) ?? new Map<Day, readonly number[]>()
  held.set(hours, known)
  const kept = known.get(day)
  if (kept) return kept
  const made = getWindowInstants(getWindows(hours, toDayNumber(day.date)), day)
  if (known.size >= mostDays) known.delete(known.keys().next().value as Day)
  known.set(day, made)
  return made
}

// An event's day ends with its night.
const [dayBegins, dayEnds] = [300, 1740]

export type HoursSaid = {
  packed: PackedHours
  seasons: readonly SeasonRow[]
  exceptions: readonly ExceptionRow[]
  blocks: readonly BlockRow[]
}

export const formatMinute = (minute: number): string =>
  `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export const presentWindows = (windows: Windows): HoursWindow[] =>
  windows.flatMap((from, i) =>
    i % 2 === 0 ? [{ opens: formatMinute(from), closes: formatMinute(windows[i + 1] as number) }] : [],
  )

export function getHoursOfDay({ packed, seasons, exceptions, blocks }: HoursSaid, date: string): HoursDay {
  const day = toDayNumber(date)
  const { kind, at, windows: usual } = sourceOn(packed, day)
  const label =
    kind === 'exception' ? (exceptions[at]?.label ?? null) : kind === 'season' ? (seasons[at]?.name ?? null) : null
  const kept = blocksAround(packed.blocks, day).flatMap(({ at, from, to }) =>
    meet(usual, from, to).map((part) => ({ ...part, label: blocks[at]?.label ?? null })),
  )
  const shut = gapsOf(usual).map((part) => ({ ...part, label: kind === 'exception' ? label : null }))
  return {
    date,
    windows: presentWindows(getWindows(packed, day)),
    from: kind,
    label,
    closed: [...shut, ...kept]
      .toSorted((a, b) => a.from - b.from)
      .map(({ from, to, label }) => ({ opens: formatMinute(from), closes: formatMinute(to), label })),
  }
}

const meet = (windows: Windows, from: number, to: number): { from: number; to: number }[] =>
  windows.flatMap((opens, i) => {
    const part = { from: Math.max(opens, from), to: Math.min(windows[i + 1] ?? 0, to) }
    return i % 2 === 0 && part.from < part.to ? [part] : []
  })

function gapsOf(windows: Windows): { from: number; to: number }[] {
  const edges = [dayBegins, ...windows.map((minute) => Math.max(minute, dayBegins)), dayEnds]
  return edges.flatMap((from, i) => {
    const to = edges[i + 1]
    return i % 2 === 0 && to !== undefined && from < to ? [{ from, to }] : []
  })
}
