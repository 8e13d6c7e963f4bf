import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test, vi } from 'vitest'
import { getEventDay, toEventMinute } from '#server/platform/event-day.ts'
import { createParty } from './party.ts'
import { type Aim, computeJobMinutes, planDay, isEarlyStart, touchUpMinutes, computeJobWindow } from './planner.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env.PROVE ? 20_000 : 120 }
const minute = 60_000

const party = fc
  .array(
    fc.record({
      count: fc.integer({ min: 1, max: 3 }),
      services: fc.subarray(['makeup', 'updo', 'lashes', 'draping'], { minLength: 1 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((looks) => createParty(looks))
const team = fc.record({
  artists: fc.constant(3),
  minutes: fc.array(
    fc.integer({ min: 1, max: 24 }).map((n) => n * 5),
    { minLength: 4, maxLength: 4 },
  ),
  doers: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 4, maxLength: 4 }),
})
const zone = fc.constantFrom(
  'Europe/London',
  'America/New_York',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/Toronto',
)
const date = fc
  .integer({ min: 0, max: 700 })
  .map((n) => Temporal.PlainDate.from('2026-11-20').add({ days: n }).toString())
const changes = fc.constantFrom(
  ['Europe/London', '2027-03-27'],
  ['Europe/London', '2027-03-28'],
  ['Europe/London', '2027-10-30'],
  ['Europe/London', '2027-10-31'],
  ['America/New_York', '2027-03-13'],
  ['America/New_York', '2027-11-06'],
  ['Australia/Sydney', '2027-04-03'],
  ['Australia/Sydney', '2027-10-02'],
)
const place = fc.oneof(fc.tuple(zone, date), changes)
const time = fc
  .integer({ min: 0, max: 47 })
  .map((n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`)

describe('Plan of the day', () => {
  test('a plan is never late, never overlaps, stays within the day, and has spare minutes if possible', () => {
    fc.assert(
      fc.property(
        place,
        time,
        party,
        team,
        fc.integer({ min: 0, max: 30 }),
        fc.constantFrom('finish' as const, 'start' as const),
        fc.integer({ min: 0, max: 700 }),
        ([tz, date], time, party, team, setup, constraint, room) => {
          const aim: Aim = { constraint, at: getEventDay(date as string, tz as string).at(toEventMinute(time)) }
          const plan = planDay(aim, party, team, setup, room)
          const least = computeJobMinutes(party, team, setup)
          const window = computeJobWindow(aim, Math.max(room, least))

          expect(plan.arriveAt).toBeGreaterThanOrEqual(window.from)
          expect(plan.arriveAt).toBeLessThanOrEqual(computeJobWindow(aim, least).from)
          if (constraint === 'finish')
            expect(plan.spareMinutes).toBeGreaterThanOrEqual(Math.max(0, Math.min(touchUpMinutes, room - least)))
          expect(plan.startAt - plan.arriveAt).toBe(setup * minute)
          expect(plan.doneAt).toBeLessThanOrEqual(window.until)
          if (constraint === 'finish') expect(plan.doneAt + plan.spareMinutes * minute).toBe(aim.at)
          else expect(plan.arriveAt).toBe(aim.at)
          expect(plan.blocks).toHaveLength(party.blocks)
          for (const block of plan.blocks) {
            expect(block.from).toBeGreaterThanOrEqual(plan.startAt)
            expect(block.to).toBeLessThanOrEqual(plan.doneAt)
          }
        },
      ),
      runs,
    )
  })

  test('with one more person the plan never starts later', () => {
    fc.assert(
      fc.property(
        party,
        team,
        fc.subarray(['makeup', 'updo', 'lashes', 'draping'], { minLength: 1 }),
        fc.integer({ min: 0, max: 900 }),
        (party, team, services, room) => {
          const order = ['makeup', 'updo', 'lashes', 'draping']
          const on = (p: typeof party) => ({
            artists: 3,
            minutes: p.wanted.map((id) => team.minutes[order.indexOf(id)] as number),
            doers: p.wanted.map((id) => team.doers[order.indexOf(id)] as number),
          })
          const more = createParty([...party.looks, { count: 1, services }])
          const aim: Aim = { constraint: 'finish', at: 0 }
          fc.pre(computeJobMinutes(more, on(more), 10) <= room)
          expect(planDay(aim, more, on(more), 10, room).arriveAt).toBeLessThanOrEqual(
            planDay(aim, party, on(party), 10, room).arriveAt,
          )
        },
      ),
      runs,
    )
  })
})

describe('Days on the local clock', () => {
  test('converting a local time and back gives the same time on every day and in every zone, unless daylight saving skips it', () => {
    fc.assert(
      fc.property(place, time, ([tz, date], time) => {
        const day = getEventDay(date as string, tz as string)
        const at = day.at(toEventMinute(time))
        const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(tz as string)
        const wanted = Temporal.PlainDate.from(date as string)
          .add({ days: time < '05:00' ? 1 : 0 })
          .toPlainDateTime(time)
        if (
          wanted
            .toZonedDateTime(tz as string)
            .toPlainDateTime()
            .equals(wanted)
        )
          expect(shown.toPlainDateTime().equals(wanted)).toBe(true)
        expect(Date.parse(day.iso(at))).toBe(at)
        expect(day.skips(time)).toBe(
          !wanted
            .toZonedDateTime(tz as string)
            .toPlainDateTime()
            .equals(wanted),
        )
        expect(day.iso(at).slice(0, 16)).toBe(shown.toPlainDateTime().toString({ smallestUnit: 'minute' }))
      }),
      runs,
    )
  })

  test('when the clocks go forward, a job of four hours that ends at 3 AM begins at 10 PM', () => {
    const day = getEventDay('2027-03-27', 'Europe/London')
    const { from } = computeJobWindow({ constraint: 'finish', at: day.at(toEventMinute('03:00')) }, 240)
    expect(day.iso(from)).toBe('2027-03-27T22:00:00+00:00')
    expect(day.iso(day.at(toEventMinute('03:00')))).toBe('2027-03-28T03:00:00+01:00')
    expect(day.clocksChange).toBe(true)
  })

  test('when the clocks go back, a job of four hours that ends at 3 AM begins at midnight', () => {
    const day = getEventDay('2027-10-30', 'Europe/London')
    const { from } = computeJobWindow({ constraint: 'finish', at: day.at(toEventMinute('03:00')) }, 240)
    expect(day.iso(from)).toBe('2027-10-31T00:00:00+01:00')
  })

  test('a time before 5 AM counts as the night after the event', () => {
    const day = getEventDay('2027-06-12', 'America/New_York')
    expect(day.iso(day.at(toEventMinute('01:30')))).toBe('2027-06-13T01:30:00-04:00')
    expect(day.iso(day.at(toEventMinute('05:00')))).toBe('2027-06-12T05:00:00-04:00')
  })

  test('the early fee applies only to a start before the hour that the artist set', () => {
    const day = getEventDay('2027-06-12', 'Europe/London')
    expect(isEarlyStart(day.at(419), day, 420)).toBe(true)
    expect(isEarlyStart(day.at(420), day, 420)).toBe(false)
    expect(isEarlyStart(day.at(1500), day, 420)).toBe(false)
    expect(isEarlyStart(day.at(0), day, null)).toBe(false)
  })
})
