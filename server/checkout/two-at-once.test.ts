import { expect, test } from 'vitest'
import { anyTwoAtOnce, type Sat, twoAtOnce } from './team-times.ts'

const sat = (who: number | null, from: number, to: number): Sat => ({ who, from, to })
const both = new Set([1, 2])

test('one person is never with two artists, and two people may be', () => {
  expect(twoAtOnce([sat(1, 0, 60)], [sat(1, 59, 90)], both)).toBe(true)
  expect(twoAtOnce([sat(1, 0, 60)], [sat(1, 60, 90)], both)).toBe(false)
  expect(twoAtOnce([sat(1, 0, 60)], [sat(2, 0, 60)], both)).toBe(false)
  expect(twoAtOnce([sat(3, 0, 60)], [sat(4, 0, 60)], new Set())).toBe(false)
})

test('whoever it is of those whom both have, where the party was changed', () => {
  expect(twoAtOnce([sat(null, 0, 60)], [sat(2, 30, 90)], both)).toBe(true)
  expect(twoAtOnce([sat(null, 0, 60)], [sat(null, 30, 90)], both)).toBe(true)
  expect(twoAtOnce([sat(null, 0, 60)], [sat(3, 30, 90)], both)).toBe(false)
  expect(twoAtOnce([sat(null, 0, 60)], [sat(null, 30, 90)], new Set())).toBe(false)
})

test('of three parts any two', () => {
  const parts = (third: number) => [
    { people: [1], sat: [sat(1, 0, 30)] },
    { people: [1, 2], sat: [sat(1, 30, 60), sat(2, 0, 30)] },
    { people: [2], sat: [sat(2, third, third + 30)] },
  ]
  expect([anyTwoAtOnce(parts(30)), anyTwoAtOnce(parts(29))]).toEqual([false, true])
})
