import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeDropTarget } from './time-grid.tsx'

const week = Array.from({ length: 7 }, (_, i) => `2026-11-${23 + i}`)
const scale = { perMinute: 0.9, perDay: 90 }
const from = (startTime: string, x: number, y: number) =>
  computeDropTarget({ eventDate: '2026-11-25', startTime }, { x, y }, scale, week)

test('a move is counted in quarters of an hour and whole days', () => {
  expect(from('10:05', 0, 0)).toEqual({ eventDate: '2026-11-25', startTime: '10:05' })
  expect(from('10:00', 4, 28)).toEqual({ eventDate: '2026-11-25', startTime: '10:30' })
  expect(from('10:00', -92, -54)).toEqual({ eventDate: '2026-11-24', startTime: '09:00' })
  expect(from('23:30', 0, 54)).toEqual({ eventDate: '2026-11-25', startTime: '00:30' })
})

test('nothing can be moved off the visible days or out of its day', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3_000, max: 3_000 }), fc.integer({ min: -3_000, max: 3_000 }), (x, y) => {
      const { eventDate, startTime } = from('10:00', x, y)
      expect(week).toContain(eventDate)
      const clock = Number(startTime.slice(0, 2)) * 60 + Number(startTime.slice(3))
      const minute = clock < 300 ? clock + 1440 : clock
      expect(minute % 15).toBe(0)
      expect(minute >= 300 && minute < 1740).toBe(true)
    }),
  )
})
