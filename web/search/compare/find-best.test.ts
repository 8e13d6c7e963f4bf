import { expect, test } from 'vitest'
import { findBest } from './find-best.ts'

test('a single value is best, never a tie or the only known one', () => {
  expect(findBest([540, 512, 532], 'least')).toBe(1)
  expect(findBest([4.97, 4.97, 4.94], 'most')).toBeNull()
  expect(findBest([null, 4.9, null], 'most')).toBeNull()
  expect(findBest([null, 4.9, 4.8], 'most')).toBe(1)
})
