import { expect, test } from 'vitest'
import { bestOf } from './best-of.ts'

test('one is best, never two that share it nor the only one that is known', () => {
  expect(bestOf([540, 512, 532], 'least')).toBe(1)
  expect(bestOf([4.97, 4.97, 4.94], 'most')).toBeNull()
  expect(bestOf([null, 4.9, null], 'most')).toBeNull()
  expect(bestOf([null, 4.9, 4.8], 'most')).toBe(1)
})
