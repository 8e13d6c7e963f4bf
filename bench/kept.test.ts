import { expect, test } from 'vitest'
import { calibrate } from './calibration.ts'
import { changes, greaterOf, grown, keptFigures, leastOf } from './kept.ts'

test('a figure that grows by more than 15 % is listed, one that grows less or shrinks is not', () => {
  const kept = { heavy: 100, light: 100, less: 100 }
  expect(grown({ heavy: 115.1, light: 115, less: 20 }, kept)).toEqual(['heavy'])
})

test('a saved figure that is no longer measured is listed; a new figure is compared with nothing', () => {
  expect(grown({ fresh: 3 }, { gone: 1 })).toEqual(['gone'])
  expect(changes({ fresh: 3 }, {})).toEqual([{ name: 'fresh', seen: 3, kept: null, growth: null }])
})

test('the lower of two measurements counts, and the higher one is saved', () => {
  expect(leastOf({ a: 3, b: 1, c: 4 }, { a: 2, b: 5 })).toEqual({ a: 2, b: 1, c: 4 })
  expect(greaterOf({ a: 3, b: 1, c: 4 }, { a: 2, b: 5 })).toEqual({ a: 3, b: 5, c: 4 })
})

test('the saved figures are numbers above zero', () => {
  expect(Object.keys(keptFigures()).length).toBeGreaterThan(8)
  for (const figure of Object.values(keptFigures())) expect(figure).toBeGreaterThan(0)
})

test('the calibration uses CPU time, and about the same amount each time', () => {
  calibrate()
  const times = Array.from({ length: 5 }, calibrate).sort((a, b) => a - b)
  const [least = 0, , middle = 0] = times
  expect(least).toBeGreaterThan(5)
  expect(middle / least).toBeLessThan(2)
})
