import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDigits, toMajor, toMinor, formatMoney, formatMoneyMinor, computePercentUp } from './money.ts'
import { computeDeposit } from './price.ts'
import { refundSums } from './payments/refund.ts'

describe('Money in minor units', () => {
  test('converting to minor units and back returns the same amount', () => {
    fc.assert(fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (n) => toMinor(toMajor(n)) === n))
  })

  test('amounts are formatted as money', () => {
    expect([
      formatMoneyMinor(55_200, 'GBP'),
      formatMoneyMinor(13_850, 'GBP'),
      formatMoneyMinor(-100, 'USD', { mixed: true }),
    ]).toEqual(['£552', '£138.50', '−US$1'])
    expect(formatMoney(44, 'GBP', { decimals: 'always' })).toBe('£44.00')
  })

  test('half of the deposit of a total of 44.00 is 4.40, as refunded', () => {
    const deposit = computeDeposit(toMinor(44), 0, 20)
    expect(
      toMajor(
        refundSums([{ amountMinor: deposit, feeMinor: 0 }], { totalMinor: deposit, feeMinor: 0 }, 50).refundMinor,
      ),
    ).toBe(4.4)
  })

  test('a part is never a penny above its share, for any total', () => {
    for (let total = 1; total <= 3_000; total++)
      for (const share of [20, 25, 30, 40, 50]) {
        const deposit = computeDeposit(toMinor(total), 0, share)
        const back = computePercentUp(deposit, 50)
        // Twice the part exceeds the deposit by the rounded half penny, or by nothing.
        expect(2 * back - deposit, `${total} at ${share}`).toBe(deposit % 2)
      }
  })
})

describe('Digits', () => {
  test.each([
    [0, 0],
    [2, 2],
    [0, 3],
  ])('a number is written as in British English, with %i to %i decimals', (least, most) => {
    const intl = new Intl.NumberFormat('en-GB', { minimumFractionDigits: least, maximumFractionDigits: most })
    const same = (n: number) => void expect(formatDigits(n, least, most)).toBe(intl.format(n))
    for (const n of [0, -0, 7, 999, 1_000, -1_000, 14_718, 1e21, 1.005, 138.5, -0.25, 999.995, Number.NaN, Infinity])
      same(n)
    fc.assert(fc.property(fc.integer(), same))
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (minor) => same(minor / 100)),
      { numRuns: 2_000 },
    )
    fc.assert(fc.property(fc.double(), same))
  })

  test('`Intl` is not called if no rounding is needed', async () => {
    const asked: unknown[] = []
    const { NumberFormat } = Intl
    Intl.NumberFormat = class extends NumberFormat {
      constructor(...how: ConstructorParameters<typeof NumberFormat>) {
        super(...how)
        asked.push(how)
      }
    } as typeof NumberFormat
    try {
      expect([formatDigits(14_718), formatDigits(138.5, 2), formatDigits(-1_234.5, 0, 3)]).toEqual([
        '14,718',
        '138.50',
        '-1,234.5',
      ])
      expect(asked).toEqual([])
      // The formatter for five decimals is not cached yet.
      expect(formatDigits(1.000005, 0, 5)).toBe('1.00001')
      expect(asked).toHaveLength(1)
    } finally {
      Intl.NumberFormat = NumberFormat
    }
  })
})
