import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from './day-blocks.ts'
import {
  getSelectionSpan,
  createFirstSelection,
  resizeSelection,
  formatSpanEnds,
  toSelectionTimes,
  findOverlap,
  getStepAt,
  moveSelection,
  selectHour,
} from './drawn-time.ts'

const shown = { from: 480, until: 1200 }
const date = '2027-02-03'
const block = (look: Block['look'], from: number, to: number): Block => ({
  key: `${look} ${from}`,
  look,
  from,
  to,
  title: 'Priya',
  text: '',
})

test('a position in the column selects the half hour under it', () => {
  expect(getStepAt(0, shown)).toBe(480)
  expect(getStepAt(0.5, shown)).toBe(840)
  expect(getStepAt(0.53, shown)).toBe(840)
  expect(getStepAt(-3, shown)).toBe(480)
  expect(getStepAt(1, shown)).toBe(1170)
})

test('keys move the selection, and with Shift lengthen or shorten it on either side of its start', () => {
  const first = createFirstSelection(date, shown)
  expect(toSelectionTimes(first)).toEqual({ date, from: '09:00', to: '09:30' })
  const longer = moveSelection(moveSelection(first, 1, true, shown), 1, true, shown)
  expect(toSelectionTimes(longer)).toEqual({ date, from: '09:00', to: '10:30' })
  const back = [1, 2, 3].reduce((of) => moveSelection(of, -1, true, shown), longer)
  expect(toSelectionTimes(back)).toEqual({ date, from: '08:30', to: '09:30' })
  expect(toSelectionTimes(moveSelection(longer, 1, false, shown))).toEqual({ date, from: '10:30', to: '11:00' })
})

test('a tap selects an hour, and dragging an edge leaves at least half an hour', () => {
  const hour = selectHour(date, 600, shown)
  expect(toSelectionTimes(hour)).toEqual({ date, from: '10:00', to: '11:00' })
  expect(toSelectionTimes(selectHour(date, 1170, shown))).toEqual({ date, from: '19:30', to: '20:00' })
  expect(toSelectionTimes(resizeSelection(hour, 'end', 690))).toEqual({ date, from: '10:00', to: '12:00' })
  expect(toSelectionTimes(resizeSelection(hour, 'start', 540))).toEqual({ date, from: '09:00', to: '11:00' })
  expect(toSelectionTimes(resizeSelection(hour, 'start', 900))).toEqual({ date, from: '10:30', to: '11:00' })
  expect(toSelectionTimes(resizeSelection(hour, 'end', 480))).toEqual({ date, from: '10:00', to: '10:30' })
})

test('night hours are labelled with the next day', () => {
  const night = { from: 480, until: 1740 }
  const late = moveSelection({ date, anchor: 1410, reach: 1410 }, 20, true, night)
  expect(toSelectionTimes(late)).toEqual({ date, from: '23:30', to: '05:00' })
  expect(formatSpanEnds(toSelectionTimes(late))).toEqual({ clock: '11:30 PM', end: '5:00 AM, next day' })
})

test('overlapping bookings and holds are found; blocked and closed time is no conflict', () => {
  const drawn = { date, anchor: 540, reach: 600 }
  const [before, booked, after] = [block('job', 480, 540), block('hold', 620, 700), block('job', 630, 700)]
  expect(findOverlap(drawn, [before, block('bookedOut', 480, 900), block('closed', 480, 900), after])).toBeUndefined()
  expect(findOverlap(drawn, [before, booked])).toBe(booked)
})

test('any keys leave the selection within the visible range and at least half an hour long', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.boolean())), (keys) => {
      const end = keys.reduce(
        (of, [by, extend]) => moveSelection(of, by, extend, shown),
        createFirstSelection(date, shown),
      )
      const { from, to } = getSelectionSpan(end)
      expect(from).toBeGreaterThanOrEqual(shown.from)
      expect(to).toBeLessThanOrEqual(shown.until)
      expect(to - from).toBeGreaterThanOrEqual(30)
      expect(from % 30).toBe(0)
    }),
  )
})
