import type { Day } from '#server/platform/event-day.ts'
import type { HoursDay, HoursWindow } from '#contract/providers/hours.ts'
import type { BlockRow, ExceptionRow, SeasonRow } from './hours.queries.ts'

/** Minutes of an event's day, `[from, to, from, to]`, ascending and apart; past 1440 is the night after. */
export type Windows = readonly number[]
/** Seven days, Monday first. */
type Week = readonly Windows[]
type Season = readonly [yearly: boolean, first: number, last: number, week: Week]
type Exception = readonly [first: number, last: number, windows: Windows]
type Block = readonly [weekdays: number, from: number, to: number, first: number | null, last: number | null]
type Lead = readonly [service: number, noticeHours: number | null, horizonDays: number | null]

/**
 * The hours of an artist whose days or services are not all alike, as the database packs them. Days are counted from 1970; those
 * of a season of every year are a month and a day (1201). Seasons of one year stand before those of every year.
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

/** A date as the number that hours know it by. */
export const toDayNumber = (date: string): number => Math.round(Date.parse(date) / dayMs)

// The first of January 1970 was a Thursday.
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

// A month and a day as one number: 1201.
const monthDay = (day: number): number => Number(new Date(day * dayMs).toISOString().slice(5, 10).replace('-', ''))

/** When an artist takes jobs on a day: an exception before a season before the week, less what comes back every week. */
export function getWindows(hours: PackedHours, day: number): Windows {
  const open = sourceOn(hours, day).windows
  return open.length === 0 || hours.blocks.length === 0 ? open : without(open, blocksAround(hours.blocks, day))
}

/** What says when a day is open, which of its kind it is, and the windows it names. */
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

/** What comes back that day, which of the blocks it is, and what of the days beside it: a night reaches into the next morning. */
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

/** Stretches less others, which may come in any order and overlap. */
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

/** The same as instants on a day's clock, in milliseconds: on days when clocks change too. */
export function getWindowInstants(windows: Windows, day: Day): readonly number[] {
  const instants: number[] = []
  for (let i = 0; i < windows.length; i += 2) {
    const [from, to] = [edgeOf(day, windows[i] as number), edgeOf(day, windows[i + 1] as number)]
    if (from >= to) continue
    // What lay between them may be the hour that the clocks skip.
    if (instants.at(-1) === from) instants[instants.length - 1] = to
    else instants.push(from, to)
  }
  return instants
}

/** When the clocks there come to a minute of the day, or go past it. */
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

/** What is asked of an artist whose services differ: of those wanted, the longest notice and the shortest horizon. */
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

/** When an artist takes jobs on a day, as instants; remembered for the days asked for last. */
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

/** Packed hours, and beside them the rows they were packed from, in the same order: there are the words. */
export type HoursSaid = {
  packed: PackedHours
  seasons: readonly SeasonRow[]
  exceptions: readonly ExceptionRow[]
  blocks: readonly BlockRow[]
}

/** A minute of a day as its clock shows it. */
export const formatMinute = (minute: number): string =>
  `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Windows as they go over the wire. */
export const presentWindows = (windows: Windows): HoursWindow[] =>
  windows.flatMap((from, i) =>
    i % 2 === 0 ? [{ opens: formatMinute(from), closes: formatMinute(windows[i + 1] as number) }] : [],
  )

/** What a date is like, with the words for it. */
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
