import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { major, minor, money, moneyOf, percentUp } from './money.ts'
import { depositMinorOf } from './price.ts'
import { refundSums } from './payments/refund.ts'

describe('money in minor units', () => {
  test('is the same there and back', () => {
    fc.assert(fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (n) => minor(major(n)) === n))
  })

  test('reads as money', () => {
    expect([moneyOf(55_200, 'GBP'), moneyOf(13_850, 'GBP'), moneyOf(-100, 'USD', { mixed: true })]).toEqual([
      '£552',
      '£138.50',
      '−US$1',
    ])
    expect(money(44, 'GBP', { decimals: 'always' })).toBe('£44.00')
  })

  test('half of the deposit of a 44.00 total is 4.40, as it is paid back', () => {
    const deposit = depositMinorOf(minor(44), 0, 20)
    expect(
      major(refundSums([{ amountMinor: deposit, feeMinor: 0 }], { totalMinor: deposit, feeMinor: 0 }, 50).refundMinor),
    ).toBe(4.4)
  })

  test('a part is never a penny more than its share asks for, at any total', () => {
    for (let total = 1; total <= 3_000; total++)
      for (const share of [20, 25, 30, 40, 50]) {
        const deposit = depositMinorOf(minor(total), 0, share)
        const back = percentUp(deposit, 50)
        // By whole numbers alone: what twice the part is more than the deposit is the half penny, or nothing.
        expect(2 * back - deposit, `${total} at ${share}`).toBe(deposit % 2)
      }
  })
})
