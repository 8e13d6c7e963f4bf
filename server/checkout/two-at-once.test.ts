import { expect, test } from 'vitest'
import { hasAnyoneWithTwoAtOnce, type SeatedService, isWithTwoAtOnce } from './team-times.ts'

const sat = (who: number | null, from: number, to: number): SeatedService => ({ who, from, to })
const both = new Set([1, 2])

test('one person cannot be with two artists at once, but two people can', () => {
  expect(isWithTwoAtOnce([sat(1, 0, 60)], [sat(1, 59, 90)], both)).toBe(true)
  expect(isWithTwoAtOnce([sat(1, 0, 60)], [sat(1, 60, 90)], both)).toBe(false)
  expect(isWithTwoAtOnce([sat(1, 0, 60)], [sat(2, 0, 60)], both)).toBe(false)
  expect(isWithTwoAtOnce([sat(3, 0, 60)], [sat(4, 0, 60)], new Set())).toBe(false)
})

test('after a change of the party, an unknown person counts as any person of both artists', () => {
  expect(isWithTwoAtOnce([sat(null, 0, 60)], [sat(2, 30, 90)], both)).toBe(true)
  expect(isWithTwoAtOnce([sat(null, 0, 60)], [sat(null, 30, 90)], both)).toBe(true)
  expect(isWithTwoAtOnce([sat(null, 0, 60)], [sat(3, 30, 90)], both)).toBe(false)
  expect(isWithTwoAtOnce([sat(null, 0, 60)], [sat(null, 30, 90)], new Set())).toBe(false)
})

test('an overlap is found between any two of three parts', () => {
  const parts = (third: number) => [
    { people: [1], sat: [sat(1, 0, 30)] },
    { people: [1, 2], sat: [sat(1, 30, 60), sat(2, 0, 30)] },
    { people: [2], sat: [sat(2, third, third + 30)] },
  ]
  expect([hasAnyoneWithTwoAtOnce(parts(30)), hasAnyoneWithTwoAtOnce(parts(29))]).toEqual([false, true])
})
