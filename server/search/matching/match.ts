import type { Fit } from '#contract/search/quotes.ts'
import type { Day } from '#server/platform/event-day.ts'
import { type Aim, computeJobWindow } from '#server/search/planning/planner.ts'

/** Reasons are numbers, so that they can be counted quickly. */
export const fits = 0
export const booked = 1
export const tooFar = 2
export const otherHours = 3
export const tooManyPeople = 4
export const shortNotice = 5
export const fitNames: readonly Fit[] = ['fits', 'booked', 'tooFar', 'otherHours', 'tooManyPeople', 'shortNotice']

export type Ask = { day: Day; aim: Aim | null; now: number; daysAhead: number }

export type Hours = {
  opensMinute: number
  closesMinute: number
  /** Opening times on the searched day as `[from, to, from, to, …]` in milliseconds. Replaces the minutes if set. */
  open: readonly number[] | null
  noticeHours: number
  horizonDays: number
  bufferMinutes: number
}

export type Diary = {
  readonly isEmpty: boolean
  clashes(from: number, until: number): boolean
  /** `[from, to, from, to, …]` in any order. */
  times(): readonly number[]
}

export const createDiary = (times: readonly number[]): Diary => ({
  isEmpty: times.length === 0,
  clashes: (from, until) => times.some((at, i) => i % 2 === 0 && at < until && (times[i + 1] as number) > from),
  times: () => times,
})

const minuteMs = 60_000
const hourMs = 3_600_000

/**
 * Returns whether a job of this many minutes fits a provider's day, or the reason against it, in the order hours, other
 * jobs, party size, notice. `booked` means that other jobs leave no room for even one person, so the share of booked
 * artists does not depend on the party's size. `leastMinutes` is the duration for the quickest single person.
 */
export function checkTimeFit(
  ask: Ask,
  hours: Hours,
  minutes: number,
  leastMinutes: () => number,
  diary: Diary,
): number {
  const fit = checkWholeParty(ask, hours, minutes, leastMinutes, diary)
  if (fit !== booked && fit !== tooManyPeople) return fit
  return isBookedOut(ask, hours, leastMinutes, diary) ? booked : tooManyPeople
}

function checkWholeParty(ask: Ask, hours: Hours, minutes: number, leastMinutes: () => number, diary: Diary): number {
  if (ask.daysAhead > hours.horizonDays) return otherHours
  if (hours.open) return fitWithin(hours.open, ask, hours, minutes, leastMinutes, diary)
  const opens = ask.day.at(hours.opensMinute)
  const closes = ask.day.at(hours.closesMinute)
  const noticeEnds = ask.now + hours.noticeHours * hourMs
  const buffer = hours.bufferMinutes * minuteMs

  if (!ask.aim) {
    if (minutes * minuteMs > closes - opens)
      return leastMinutes() * minuteMs > closes - opens ? otherHours : tooManyPeople
    if (!hasGap(opens, closes, minutes * minuteMs, buffer, diary.times())) return booked
    return hasGap(Math.max(opens, noticeEnds), closes, minutes * minuteMs, buffer, diary.times()) ? fits : shortNotice
  }

  const { from, until } = computeJobWindow(ask.aim, minutes)
  if (from < opens || until > closes) {
    const least = computeJobWindow(ask.aim, leastMinutes())
    return least.from >= opens && least.until <= closes ? tooManyPeople : otherHours
  }
  if (diary.clashes(from / 1000, (until + buffer) / 1000)) return booked
  return from < noticeEnds ? shortNotice : fits
}

/** Checks a day with special opening hours, or none. */
function fitWithin(
  open: readonly number[],
  ask: Ask,
  { noticeHours, bufferMinutes }: Hours,
  minutes: number,
  leastMinutes: () => number,
  diary: Diary,
): number {
  const noticeEnds = ask.now + noticeHours * hourMs
  const buffer = bufferMinutes * minuteMs
  if (!ask.aim) {
    const length = minutes * minuteMs
    if (!holds(open, length)) return holds(open, leastMinutes() * minuteMs) ? tooManyPeople : otherHours
    if (!hasGapWithin(open, 0, length, buffer, diary)) return booked
    return hasGapWithin(open, noticeEnds, length, buffer, diary) ? fits : shortNotice
  }
  const { from, until } = computeJobWindow(ask.aim, minutes)
  if (!isWithin(open, from, until)) {
    const least = computeJobWindow(ask.aim, leastMinutes())
    return isWithin(open, least.from, least.until) ? tooManyPeople : otherHours
  }
  if (diary.clashes(from / 1000, (until + buffer) / 1000)) return booked
  return from < noticeEnds ? shortNotice : fits
}

function holds(open: readonly number[], length: number): boolean {
  for (let i = 0; i < open.length; i += 2) if ((open[i + 1] as number) - (open[i] as number) >= length) return true
  return false
}

function isWithin(open: readonly number[], from: number, until: number): boolean {
  for (let i = 0; i < open.length; i += 2)
    if ((open[i] as number) <= from && until <= (open[i + 1] as number)) return true
  return false
}

function hasGapWithin(
  open: readonly number[],
  notBefore: number,
  length: number,
  buffer: number,
  diary: Diary,
): boolean {
  const times = diary.times()
  for (let i = 0; i < open.length; i += 2)
    if (hasGap(Math.max(open[i] as number, notBefore), open[i + 1] as number, length, buffer, times)) return true
  return false
}

/** Returns whether other jobs leave no room for even one person of the party, in hours that would have room. */
function isBookedOut(ask: Ask, hours: Hours, leastMinutes: () => number, diary: Diary): boolean {
  const buffer = hours.bufferMinutes * minuteMs
  if (diary.isEmpty) return false
  const opens = ask.day.at(hours.opensMinute)
  const closes = ask.day.at(hours.closesMinute)
  if (!ask.aim) {
    const least = leastMinutes() * minuteMs
    if (hours.open) return holds(hours.open, least) && !hasGapWithin(hours.open, 0, least, buffer, diary)
    return least <= closes - opens && !hasGap(opens, closes, least, buffer, diary.times())
  }
  const { from, until } = computeJobWindow(ask.aim, leastMinutes())
  const isOpen = hours.open ? isWithin(hours.open, from, until) : from >= opens && until <= closes
  return isOpen && diary.clashes(from / 1000, (until + buffer) / 1000)
}

/** Minutes kept free next to another job, because the travel time is not known yet. */
const wayMinutes = 60

/**
 * Returns the maximum minutes of a job on a provider's day, back from the ready-by time or on from the start. Respects
 * hours, notice and other jobs, and does not begin before `notBefore`, where an early-start fee would apply.
 */
export function computeRoom({ day, aim, now }: Ask, hours: Hours, diary: Diary, notBefore: number | null): number {
  if (!aim) return 0
  const buffer = hours.bufferMinutes * minuteMs
  const way = wayMinutes * minuteMs
  const times = diary.times()
  if (aim.constraint === 'start') {
    let until = hours.open ? endOf(hours.open, aim.at) : day.at(hours.closesMinute)
    for (let i = 0; i < times.length; i += 2)
      if ((times[i + 1] as number) * 1000 > aim.at) until = Math.min(until, (times[i] as number) * 1000 - buffer - way)
    return Math.floor((until - aim.at) / minuteMs)
  }
  const opens = hours.open ? beginOf(hours.open, aim.at) : day.at(hours.opensMinute)
  let from = Math.max(opens, now + hours.noticeHours * hourMs, notBefore ?? 0)
  for (let i = 0; i < times.length; i += 2)
    if ((times[i] as number) * 1000 < aim.at + buffer) from = Math.max(from, (times[i + 1] as number) * 1000 + way)
  return Math.floor((aim.at - from) / minuteMs)
}

/** Returns the end of the stretch containing an instant, or the instant itself as a fallback. */
function endOf(open: readonly number[], at: number): number {
  for (let i = 0; i < open.length; i += 2)
    if ((open[i] as number) <= at && at < (open[i + 1] as number)) return open[i + 1] as number
  return at
}
function beginOf(open: readonly number[], at: number): number {
  for (let i = 0; i < open.length; i += 2)
    if ((open[i] as number) < at && at <= (open[i + 1] as number)) return open[i] as number
  return at
}

/** Returns whether a job with its buffer fits between busy times. */
function hasGap(opens: number, closes: number, length: number, buffer: number, busy: readonly number[]): boolean {
  let start = opens
  for (let moved = true; moved; ) {
    moved = false
    if (start + length > closes) return false
    for (let i = 0; i < busy.length; i += 2) {
      const to = (busy[i + 1] as number) * 1000
      if ((busy[i] as number) * 1000 < start + length + buffer && to > start) {
        start = to
        moved = true
      }
    }
  }
  return true
}

/** A provider in both modes counts once, by the better fit. */
export const combineFits = (studio: boolean, mobileFit: number, time: number): number => (studio ? time : mobileFit)
