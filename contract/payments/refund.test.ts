import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeRefundShares } from './refund.ts'

const paid = (...amounts: number[]) => amounts.map((amountMinor) => ({ amountMinor, feeMinor: 0 }))
const backs = (...of: Parameters<typeof computeRefundShares>) =>
  computeRefundShares(...of).map(({ refundMinor }) => refundMinor)

test('everyone who paid bears the cost of cancelled work in proportion to their payment', () => {
  expect(backs(paid(2_250, 2_250, 2_250, 2_250), 100, 6_000)).toEqual([750, 750, 750, 750])
  expect(backs(paid(3_000, 1_000), 100, 1_000)).toEqual([2_250, 750])
  expect(backs(paid(3_000, 1_000), 100, 9_000)).toEqual([0, 0])
  expect(backs(paid(3_000, 1_000), 50, 0)).toEqual([1_500, 500])
})

test('the shares add up to exactly that cost, and nobody bears more than a penny above their part', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 400_000 }), (all, worked) => {
      const sum = all.reduce((total, one) => total + one, 0)
      const kept = computeRefundShares(paid(...all), 100, worked).map(
        ({ amountMinor, refundMinor }) => amountMinor - refundMinor,
      )
      expect(kept.reduce((total, one) => total + one, 0)).toBe(Math.min(worked, sum))
      for (const [i, one] of kept.entries()) {
        const part = (Math.min(worked, sum) * (all[i] as number)) / sum
        expect(Math.abs(one - part)).toBeLessThan(1)
        expect(one).toBeLessThanOrEqual(all[i] as number)
      }
    }),
  )
})
