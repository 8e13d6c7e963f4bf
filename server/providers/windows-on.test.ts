import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { addDays, getEventDay } from '#server/platform/event-day.ts'
import { toDayNumber, getWindowInstants, getLeadTimes, type PackedHours, getWindows } from './open-hours.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 900_000 })
const numRuns = process.env.PROVE ? 4_000 : 150

const nineToFive = Array.from({ length: 7 }, () => [540, 1020])
const off = Array.from({ length: 7 }, (): number[] => [])
const hours = (more: Partial<PackedHours> = {}): PackedHours => ({
  opens: 540,
  closes: 1020,
  week: nineToFive,
  seasons: [],
  exceptions: [],
  blocks: [],
  leads: [],
  ...more,
})
const on = (of: PackedHours, date: string) => getWindows(of, toDayNumber(date))

describe('Working windows of a day', () => {
  // 14 June 2027 is a Monday.
  const week = [[600, 840, 900, 1200], [], ...nineToFive.slice(2)]
  test('a day has the windows of its weekday, several or none', () => {
    expect(on(hours({ week }), '2027-06-14')).toEqual([600, 840, 900, 1200])
    expect(on(hours({ week }), '2027-06-15')).toEqual([])
    expect(on(hours({ week }), '2027-06-20')).toEqual([540, 1020])
  })
  test('a season replaces the week, a one-time season a yearly one, also across New Year', () => {
    const long = Array.from({ length: 7 }, () => [300, 1260])
    const winter = hours({
      seasons: [
        [false, toDayNumber('2027-12-24'), toDayNumber('2027-12-26'), off],
        [true, 1201, 106, long],
      ],
    })
    expect(on(winter, '2027-11-30')).toEqual([540, 1020])
    expect(on(winter, '2027-12-01')).toEqual([300, 1260])
    expect(on(winter, '2027-12-25')).toEqual([])
    expect(on(winter, '2028-01-06')).toEqual([300, 1260])
    expect(on(winter, '2028-01-07')).toEqual([540, 1020])
  })
  test('an exception replaces week and season', () => {
    const away = hours({
      seasons: [[true, 601, 630, nineToFive]],
      exceptions: [
        [toDayNumber('2027-06-14'), toDayNumber('2027-06-18'), []],
        [toDayNumber('2027-06-19'), toDayNumber('2027-06-19'), [1080, 1560]],
      ],
    })
    expect(on(away, '2027-06-13')).toEqual([540, 1020])
    expect(on(away, '2027-06-16')).toEqual([])
    expect(on(away, '2027-06-19')).toEqual([1080, 1560])
  })
  test('recurring blocks are cut out, also those that reach from or into another night', () => {
    const school: PackedHours['blocks'][number] = [0b1, 840, 960, toDayNumber('2027-06-14'), toDayNumber('2027-06-20')]
    expect(on(hours({ blocks: [school] }), '2027-06-14')).toEqual([540, 840, 960, 1020])
    expect(on(hours({ blocks: [school] }), '2027-06-21')).toEqual([540, 1020])
    const nights = Array.from({ length: 7 }, () => [240, 1740])
    // Sunday night until five, seen from Monday.
    const blocks: PackedHours['blocks'] = [[0b1000000, 1560, 1740, null, null]]
    expect(on(hours({ week: nights, blocks }), '2027-06-14')).toEqual([300, 1740])
    // Four o'clock on Monday belongs to Sunday's night.
    const early: PackedHours['blocks'] = [[0b1, 240, 300, null, null]]
    expect(on(hours({ week: nights, blocks: early }), '2027-06-13')).toEqual([240, 1680])
  })
})

describe('Notice and horizon of the wanted services', () => {
  const usual = { noticeHours: 12, horizonDays: 365 }
  const leads: PackedHours['leads'] = [
    [3, 336, 548],
    [7, 3, 60],
    [9, null, 30],
  ]
  test('the longest notice and the shortest horizon apply', () => {
    expect(getLeadTimes({ leads }, [3], usual)).toEqual({ noticeHours: 336, horizonDays: 548 })
    expect(getLeadTimes({ leads }, [7], usual)).toEqual({ noticeHours: 3, horizonDays: 60 })
    expect(getLeadTimes({ leads }, [7, 1], usual)).toEqual({ noticeHours: 12, horizonDays: 60 })
    expect(getLeadTimes({ leads }, [3, 9], usual)).toEqual({ noticeHours: 336, horizonDays: 30 })
  })
})

// The model checks each minute: its day, that day's hours, and the blocks that remove it.
const windows = fc
  .uniqueArray(fc.integer({ min: 0, max: 116 }), { minLength: 0, maxLength: 6 })
  .map((edges) => edges.toSorted((a, b) => a - b))
  .map((edges) => edges.slice(0, edges.length - (edges.length % 2)).map((edge) => edge * 15))
const week = fc.array(windows, { minLength: 7, maxLength: 7 })
const zones = [
  // Days of clock changes in both directions, by an hour or half an hour.
  ['Europe/London', '2027-03-28'],
  ['Europe/London', '2027-10-31'],
  ['America/New_York', '2027-03-14'],
  ['America/New_York', '2027-11-07'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Australia/Lord_Howe', '2027-10-03'],
  ['Australia/Sydney', '2027-12-31'],
] as const
const asked = fc.record({
  zone: fc.constantFrom(...zones),
  off: fc.integer({ min: -3, max: 3 }),
  week,
  seasons: fc.array(
    fc.record({
      yearly: fc.boolean(),
      from: fc.integer({ min: -20, max: 20 }),
      days: fc.integer({ min: 0, max: 12 }),
      week,
    }),
    { maxLength: 2 },
  ),
  exceptions: fc.array(
    fc.record({ from: fc.integer({ min: -4, max: 4 }), days: fc.integer({ min: 0, max: 3 }), windows }),
    { maxLength: 2 },
  ),
  blocks: fc.array(
    fc.record({
      weekdays: fc.integer({ min: 1, max: 127 }),
      from: fc.integer({ min: 0, max: 95 }),
      length: fc.integer({ min: 1, max: 20 }),
      begins: fc.option(fc.integer({ min: -5, max: 5 })),
      lasts: fc.option(fc.integer({ min: 0, max: 9 })),
    }),
    { maxLength: 3 },
  ),
})

test('a day is open in exactly the minutes that a check of each minute finds, also on clock changes', () => {
  const monthDay = (date: string) => Number(date.slice(5).replace('-', ''))
  const weekday = (date: string) => (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7
  fc.assert(
    fc.property(asked, ({ zone: [tz, middle], off, week, ...of }) => {
      const seasons = of.seasons
        .map((s) => ({ ...s, first: addDays(middle, s.from), last: addDays(middle, s.from + s.days) }))
        .toSorted((a, b) => Number(a.yearly) - Number(b.yearly))
      const exceptions = of.exceptions.map((e) => ({
        ...e,
        first: addDays(middle, e.from),
        last: addDays(middle, e.from + e.days),
      }))
      const blocks = of.blocks.map(({ from, length, begins, lasts, ...b }) => ({
        ...b,
        from: from * 15,
        to: Math.min(1740, (from + length) * 15),
        first: begins === null ? null : addDays(middle, begins),
        last: lasts === null ? null : addDays(middle, (begins ?? 0) + lasts),
      }))
      const own = hours({
        week,
        seasons: seasons.map((s) => [
          s.yearly,
          s.yearly ? monthDay(s.first) : toDayNumber(s.first),
          s.yearly ? monthDay(s.last) : toDayNumber(s.last),
          s.week,
        ]),
        exceptions: exceptions.map((e) => [toDayNumber(e.first), toDayNumber(e.last), e.windows]),
        blocks: blocks.map((b) => [
          b.weekdays,
          b.from,
          b.to,
          b.first === null ? null : toDayNumber(b.first),
          b.last === null ? null : toDayNumber(b.last),
        ]),
      })
      const date = addDays(middle, off)
      const day = getEventDay(date, tz)
      const covers = (s: (typeof seasons)[number]) => {
        if (!s.yearly) return s.first <= date && date <= s.last
        const [first, at, last] = [monthDay(s.first), monthDay(date), monthDay(s.last)]
        return first <= last ? first <= at && at <= last : at >= first || at <= last
      }
      const said =
        exceptions.find((e) => e.first <= date && date <= e.last)?.windows ??
        (seasons.find(covers)?.week ?? week)[weekday(date)]
      // Returns the first instant at which the local clock shows so many minutes after midnight, or would have.
      const turns = (of: string, minute: number) => {
        const on = getEventDay(of, tz)
        const shown = addDays(of, Math.floor(minute / 1440))
        const hhmm = new Date((minute % 1440) * 60_000).toISOString().slice(11, 16)
        for (let at = on.at(0) + minute * 60_000 - 7_200_000; ; at += 60_000)
          if (on.iso(at).slice(0, 16) >= `${shown}T${hhmm}`) return at
      }
      const spans = (of: string, list: readonly number[]) =>
        list.flatMap((minute, i) =>
          i % 2 === 0 ? [[turns(of, minute), turns(of, list[i + 1] as number)] as const] : [],
        )
      const open = spans(date, said as number[])
      const shut = [-1, 0, 1].flatMap((by) => {
        const near = addDays(date, by)
        return blocks
          .filter((b) => (b.weekdays >> weekday(near)) & 1 && (b.first ?? near) <= near && near <= (b.last ?? near))
          .flatMap((b) => spans(near, [b.from, b.to]))
      })
      const within = (list: readonly (readonly [number, number])[], at: number) =>
        list.some(([from, to]) => from <= at && at < to)
      const found = getWindowInstants(getWindows(own, toDayNumber(date)), day)
      const pairs = spans(date, []).concat(
        found.flatMap((from, i) => (i % 2 === 0 ? [[from, found[i + 1] as number] as const] : [])),
      )
      for (let at = day.at(0) - 3_600_000; at < day.at(1740) + 3_600_000; at += 900_000)
        expect(within(pairs, at), `${date} ${tz} ${day.iso(at)}`).toBe(within(open, at) && !within(shut, at))
      // Ascending and disjoint, so that a fitting job fits into one window.
      for (let i = 1; i < found.length; i++) expect(found[i]).toBeGreaterThan(found[i - 1] as number)
    }),
    { numRuns },
  )
}, 120_000)
