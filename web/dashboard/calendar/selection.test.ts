import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from './day-blocks.ts'
import {
  dayBegins,
  dayEnds,
  extendSelection,
  findOverlap,
  formatShortEnds,
  formatSpanEnds,
  getSelectionSpan,
  moveSpan,
  resizeSpan,
  selectHour,
  toAppointmentTime,
  toSlot,
  toSpanTimes,
  toStepMinutes,
} from './selection.ts'

const date = '2026-11-25'
const week = Array.from({ length: 7 }, (_, i) => `2026-11-${23 + i}`)
const block = (look: Block['look'], from: number, to: number): Block => ({
  key: `${look} ${from}`,
  look,
  state: null,
  from,
  to,
  title: 'Priya',
  text: '',
  time: '',
  details: [],
})

test('a minute belongs to the half hour around it, within the day from 5 AM to 5 AM', () => {
  expect(toSlot(840)).toBe(840)
  expect(toSlot(869)).toBe(840)
  expect(toSlot(-60)).toBe(300)
  expect(toSlot(1740)).toBe(1710)
})

test('a tap selects an hour; keys lengthen or shorten it on either side of its start', () => {
  const hour = selectHour(date, 600)
  expect(toSpanTimes(getSelectionSpan(hour))).toEqual({ date, from: '10:00', to: '11:00' })
  expect(toSpanTimes(getSelectionSpan(selectHour(date, 1710)))).toEqual({ date, from: '04:30', to: '05:00' })
  const back = [1, 2, 3].reduce((of) => extendSelection(of, -1), hour)
  expect(toSpanTimes(getSelectionSpan(back))).toEqual({ date, from: '09:00', to: '10:30' })
})

test('night hours are labelled with the next day, and a form gets the length', () => {
  const late = { date, from: 1410, to: 1740 }
  expect(formatSpanEnds(late)).toEqual({ clock: '11:30 PM', end: '5:00 AM, next day' })
  expect(toAppointmentTime(late)).toEqual({ eventDate: date, startTime: '23:30', minutes: '330' })
})

test('a block names the half of the day once', () => {
  expect(formatShortEnds({ from: 540, to: 630 })).toEqual({ clock: '9', end: '10:30 AM' })
  expect(formatShortEnds({ from: 660, to: 780 })).toEqual({ clock: '11 AM', end: '1 PM' })
  expect(formatShortEnds({ from: 600, to: 720 })).toEqual({ clock: '10 AM', end: 'Midday' })
})

test('overlapping bookings and holds are found; blocked, closed and cancelled time is no conflict', () => {
  const span = { from: 540, to: 630 }
  const [before, booked, after] = [block('job', 480, 540), block('hold', 620, 700), block('job', 630, 700)]
  const cancelled: Block = { ...block('job', 540, 600), state: 'cancelled' }
  const free = [before, cancelled, block('bookedOut', 480, 900), block('closed', 480, 900), after]
  expect(findOverlap(span, free)).toBeUndefined()
  expect(findOverlap(span, [before, booked])).toBe(booked)
})

test('a block is moved in quarters of an hour and whole days, and keeps its length', () => {
  const span = { date, from: 605, to: 665 }
  const scale = 1.2
  expect(toStepMinutes(4, scale)).toBe(0)
  expect(toStepMinutes(36, scale)).toBe(30)
  expect(toStepMinutes(-75, scale)).toBe(-60)
  expect(moveSpan(span, { minutes: 30, days: -1 }, week)).toEqual({ date: '2026-11-24', from: 635, to: 695 })
  expect(resizeSpan(span, 'end', 30)).toEqual({ date, from: 605, to: 695 })
  expect(resizeSpan(span, 'start', 300)).toEqual({ date, from: 650, to: 665 })
})

test('any moves and new lengths leave a block on the visible days, in its day and at least a quarter long', () => {
  const step = fc.record({
    minutes: fc.integer({ min: -100, max: 100 }).map((steps) => steps * 15),
    days: fc.integer({ min: -9, max: 9 }),
    act: fc.constantFrom('move' as const, 'start' as const, 'end' as const),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const end = steps.reduce(
        (span, { act, ...by }) => (act === 'move' ? moveSpan(span, by, week) : resizeSpan(span, act, by.minutes)),
        { date, from: 600, to: 660 },
      )
      expect(week).toContain(end.date)
      expect(end.from).toBeGreaterThanOrEqual(dayBegins)
      expect(end.to).toBeLessThanOrEqual(dayEnds)
      expect(end.to - end.from).toBeGreaterThanOrEqual(15)
      expect(end.from % 15).toBe(0)
    }),
  )
})
