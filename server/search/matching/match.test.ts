import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { getEventDay, toEventMinute } from '#server/platform/event-day.ts'
import {
  type Ask,
  booked,
  createDiary,
  fits,
  type Hours,
  otherHours,
  computeRoom,
  shortNotice,
  checkTimeFit as fitOfDiary,
  tooManyPeople,
} from './match.ts'

const timeFit = (ask: Ask, hours: Hours, minutes: number, least: number, busy: readonly number[]) =>
  fitOfDiary(ask, hours, minutes, () => least, createDiary(busy))
if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env.PROVE ? 20_000 : 300 }
const day = getEventDay('2027-06-12', 'Europe/London')
const hours: Hours = {
  opensMinute: 300,
  closesMinute: 1320,
  open: null,
  noticeHours: 12,
  horizonDays: 365,
  bufferMinutes: 30,
}
const ask = (time: string | null, more: Partial<Ask> = {}): Ask => ({
  day,
  aim: time ? { constraint: 'finish', at: day.at(toEventMinute(time)) } : null,
  now: Date.parse('2027-01-01T00:00Z'),
  daysAhead: 162,
  ...more,
})
const busy = (from: string, to: string) => [day.at(toEventMinute(from)) / 1000, day.at(toEventMinute(to)) / 1000]

describe('Jobs with a ready-by time', () => {
  test('a job fits into free hours', () => expect(timeFit(ask('13:30'), hours, 240, 60, [])).toBe(fits))
  test('the reason is the working hours if not even one person can be ready in time', () => {
    expect(timeFit(ask('05:30'), hours, 240, 60, [])).toBe(otherHours)
    expect(timeFit(ask('22:30'), hours, 60, 60, [])).toBe(otherHours)
    expect(timeFit(ask('01:00'), hours, 60, 60, [])).toBe(otherHours)
  })
  test('the reason is the party size if one person alone could be ready in time', () =>
    expect(timeFit(ask('08:00'), hours, 240, 60, [])).toBe(tooManyPeople))
  test('a job next to another one, with its buffer, is refused', () => {
    expect(timeFit(ask('13:30'), hours, 240, 60, busy('08:00', '10:00'))).toBe(tooManyPeople)
    expect(timeFit(ask('13:30'), hours, 240, 240, busy('08:00', '10:00'))).toBe(booked)
    expect(timeFit(ask('13:30'), hours, 240, 60, busy('08:00', '09:30'))).toBe(fits)
    expect(timeFit(ask('13:30'), hours, 240, 60, busy('13:45', '15:00'))).toBe(booked)
    expect(timeFit(ask('13:30'), hours, 240, 60, busy('14:00', '15:00'))).toBe(fits)
  })
  test('a job with a ready-by time respects the artist’s notice', () => {
    const soon = { now: day.at(0), daysAhead: 0 }
    expect(timeFit(ask('13:30', soon), hours, 120, 60, [])).toBe(shortNotice)
    expect(timeFit(ask('14:00', soon), hours, 120, 60, [])).toBe(fits)
  })
  test('a job beyond the horizon is refused', () =>
    expect(timeFit(ask('13:30', { daysAhead: 366 }), hours, 60, 60, [])).toBe(otherHours))
  test('a job may end at night if the hours allow it', () =>
    expect(timeFit(ask('01:00'), { ...hours, closesMinute: 1560 }, 60, 60, [])).toBe(fits))
  test('a job may have a start time instead', () => {
    const start: Ask = { ...ask(null), aim: { constraint: 'start', at: day.at(600) } }
    expect(timeFit(start, hours, 240, 60, [])).toBe(fits)
    expect(timeFit(start, hours, 740, 60, [])).toBe(tooManyPeople)
    expect(timeFit(start, hours, 240, 60, busy('10:30', '15:00'))).toBe(booked)
  })
})

describe('Jobs without a time', () => {
  test('a job fits if one gap is long enough for it and its buffer', () => {
    expect(timeFit(ask(null), hours, 240, 60, [...busy('05:00', '12:00'), ...busy('16:30', '22:00')])).toBe(fits)
    expect(timeFit(ask(null), hours, 241, 60, [...busy('05:00', '12:00'), ...busy('16:30', '22:00')])).toBe(
      tooManyPeople,
    )
    expect(timeFit(ask(null), hours, 241, 241, [...busy('05:00', '12:00'), ...busy('16:30', '22:00')])).toBe(booked)
  })
  test('a job is too big for the day, or even one person is too much', () => {
    expect(timeFit(ask(null), hours, 1021, 60, [])).toBe(tooManyPeople)
    expect(timeFit(ask(null), hours, 1100, 1030, [])).toBe(otherHours)
  })
  test('a job without a time fits only into a gap that begins after the notice', () => {
    const today = { now: day.at(300), daysAhead: 0 }
    expect(timeFit(ask(null, today), hours, 240, 60, [])).toBe(fits)
    expect(timeFit(ask(null, today), hours, 240, 60, busy('17:30', '18:30'))).toBe(shortNotice)
  })
})

const times = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 1700 }), fc.integer({ min: 15, max: 400 })), { maxLength: 6 })
  .map((list) => list.flatMap(([from, length]) => [day.at(from) / 1000, day.at(from + length) / 1000]))
const anyHours: fc.Arbitrary<Hours> = fc.record({
  opensMinute: fc.integer({ min: 0, max: 700 }),
  closesMinute: fc.integer({ min: 701, max: 2000 }),
  open: fc.constant(null),
  noticeHours: fc.constantFrom(0, 12, 5000),
  horizonDays: fc.constantFrom(100, 365),
  bufferMinutes: fc.constantFrom(0, 15, 30, 60),
})
const minutes = fc.integer({ min: 1, max: 100 }).map((n) => n * 5)

test('a job without a time fits exactly if it fits at some start time of the day', () => {
  fc.assert(
    fc.property(anyHours, minutes, times, (hours, minutes, busy) => {
      let anywhere = false
      for (let at = hours.opensMinute; at <= hours.closesMinute && !anywhere; at++) {
        anywhere =
          timeFit({ ...ask(null), aim: { constraint: 'start', at: day.at(at) } }, hours, minutes, minutes, busy) ===
          fits
      }
      expect(timeFit(ask(null), hours, minutes, minutes, busy) === fits).toBe(anywhere)
    }),
    { numRuns: process.env.PROVE ? 2_000 : 60 },
  )
})

const stretches = fc.uniqueArray(fc.integer({ min: 60, max: 348 }), { maxLength: 6 }).map((edges) =>
  edges
    .toSorted((a, b) => a - b)
    .slice(0, edges.length - (edges.length % 2))
    .map((edge) => edge * 5),
)
const anyTime = fc.constantFrom(null, '08:00', '13:30', '18:00', '00:30')

test('a job fits into a day with several windows if it fits into one, and ‘booked’ is the reason only if a window is long enough', () => {
  fc.assert(
    fc.property(anyHours, stretches, minutes, times, anyTime, (hours, edges, minutes, busy, time) => {
      const open = edges.map((minute) => day.at(minute))
      const asked = ask(time)
      const whole = edges.flatMap((from, i) =>
        i % 2 === 0
          ? [timeFit(asked, { ...hours, opensMinute: from, closesMinute: edges[i + 1] as number }, minutes, 30, busy)]
          : [],
      )
      const fit = timeFit(asked, { ...hours, open }, minutes, 30, busy)
      const best = [fits, shortNotice, tooManyPeople, booked].find((reason) => whole.includes(reason)) ?? otherHours
      expect(fit).toBe(best)
    }),
    runs,
  )
})

test('a single window per day gives the same result as daily hours', () => {
  fc.assert(
    fc.property(anyHours, minutes, times, anyTime, (hours, minutes, busy, time) => {
      const open = [day.at(hours.opensMinute), day.at(hours.closesMinute)]
      const diary = createDiary(busy)
      expect(timeFit(ask(time), { ...hours, open }, minutes, 30, busy)).toBe(
        timeFit(ask(time), hours, minutes, 30, busy),
      )
      for (const constraint of ['finish', 'start'] as const) {
        const asked = { ...ask(null), aim: { constraint, at: day.at(810) } }
        if (fitOfDiary(asked, hours, minutes, () => 30, diary) !== fits) continue
        expect(computeRoom(asked, { ...hours, open }, diary, null)).toBe(computeRoom(asked, hours, diary, null))
      }
    }),
    runs,
  )
})

test('a day off never counts as booked', () => {
  const off = { ...hours, open: [] }
  expect(timeFit(ask('13:30'), off, 60, 60, busy('08:00', '13:00'))).toBe(otherHours)
  expect(timeFit(ask(null), off, 60, 60, [])).toBe(otherHours)
  expect(timeFit(ask(null), off, 60, 60, busy('08:00', '12:00'))).toBe(otherHours)
})

test('an artist is booked only if not even one person fits, and cannot take the group if one does', () => {
  fc.assert(
    fc.property(anyHours, minutes, times, anyTime, (hours, more, busy, time) => {
      const minutes = 30 + more
      const fit = timeFit(ask(time), hours, minutes, 30, busy)
      const alone = timeFit(ask(time), hours, 30, 30, busy)
      if (fit === booked) expect(alone).toBe(booked)
      if (fit === tooManyPeople) expect([fits, shortNotice]).toContain(alone)
      if (alone === booked) expect([booked, otherHours]).toContain(fit)
      // Without other jobs nobody is booked.
      expect(timeFit(ask(time), hours, minutes, 30, [])).not.toBe(booked)
    }),
    runs,
  )
})

test('more busy time never makes an artist available', () => {
  fc.assert(
    fc.property(
      anyHours,
      minutes,
      times,
      times,
      fc.constantFrom(null, '08:00', '13:30', '18:00', '00:30'),
      (hours, minutes, busy, more, time) => {
        if (timeFit(ask(time), hours, minutes, 30, [...busy, ...more]) === fits)
          expect(timeFit(ask(time), hours, minutes, 30, busy)).toBe(fits)
      },
    ),
    runs,
  )
})
