import { expect, test } from 'vitest'
import fc from 'fast-check'
import { countByPrice } from './price-spread.ts'

test('every price of the range is in one bar, lower prices further left', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 20, max: 900 }), { minLength: 1, maxLength: 60 }), (prices) => {
      const [least, most] = [Math.min(...prices), Math.max(...prices)]
      const counts = countByPrice(prices, least, most)
      expect(counts.reduce((sum, n) => sum + n, 0)).toBe(prices.length)
      expect(counts[0]).toBeGreaterThan(0)
      if (most > least) expect(counts.at(-1)).toBeGreaterThan(0)
    }),
  )
})

test('prices outside the range are not counted', () => {
  expect(countByPrice([10, 100, 150, 200, 900], 100, 200).reduce((sum, n) => sum + n, 0)).toBe(3)
})
