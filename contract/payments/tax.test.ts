import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countries } from '#contract/words.ts'
import { computePlatformShare, computeUnitsWithFee } from '#contract/price.ts'
import { type CostedLine, sumLines } from '#contract/price-lines.ts'
import { computePlatformPartPaid, computePromo, addPromoLine } from './promo.ts'
import { computeIncludedTax, getTaxYearSpan, getTaxYearOf } from './tax.ts'

const amounts = fc.integer({ min: -10_000_000, max: 10_000_000 })

test('the tax in an amount is in whole minor units, never above the amount, and rounded to the nearest', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(5, 10, 13, 14, 15, 20), (amountMinor, percent) => {
      const tax = computeIncludedTax(amountMinor, percent)
      expect(Number.isInteger(tax)).toBe(true)
      expect(Math.abs(tax)).toBeLessThanOrEqual(Math.abs(amountMinor))
      // The rate applied to the net amount gives the tax within one unit.
      expect(Math.abs(((amountMinor - tax) * percent) / 100 - tax)).toBeLessThanOrEqual(1)
    }),
  )
  expect([computeIncludedTax(12_000, 20), computeIncludedTax(11_000, 10), computeIncludedTax(11_300, 13)]).toEqual([
    2_000, 1_000, 1_300,
  ])
})

test('each day is in one tax year, and tax years are consecutive', () => {
  const days = fc.date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...countries), days, (country, at) => {
      const day = at.toISOString().slice(0, 10)
      const year = getTaxYearOf(country, day)
      const { from, to } = getTaxYearSpan(country, year)
      expect(from <= day && day <= to).toBe(true)
      expect(Date.parse(getTaxYearSpan(country, year + 1).from) - Date.parse(to)).toBe(86_400_000)
    }),
  )
  expect(getTaxYearSpan('GB', 2026)).toEqual({ from: '2026-04-06', to: '2027-04-05' })
  expect(getTaxYearSpan('AU', 2026)).toEqual({ from: '2026-07-01', to: '2027-06-30' })
  expect(getTaxYearSpan('US', 2026)).toEqual({ from: '2026-01-01', to: '2026-12-31' })
  expect([getTaxYearOf('GB', '2027-04-05'), getTaxYearOf('GB', '2027-04-06')]).toEqual([2026, 2027])
})

test("a platform promo code does not change the tax in a price, paid whole or in parts; an artist's code taxes the lower price", () => {
  const priced = fc.record({
    costMinor: fc.integer({ min: 5_000, max: 200_000 }),
    percent: fc.integer({ min: 5, max: 40 }),
  })
  const worth = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ amountMinor: fc.integer({ min: 100, max: 100_000 }) }),
  )
  fc.assert(
    fc.property(
      priced,
      worth,
      fc.constantFrom(5, 10, 13, 15, 20),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (of, worth, rate, part) => {
        const unit = computeUnitsWithFee(of.costMinor, of.percent)
        const line = {
          kind: 'look' as const,
          label: 'Makeup',
          count: 1,
          unit,
          amount: unit,
          parts: [],
          people: null,
          minutes: null,
        }
        const plain: CostedLine[] = [{ line, costMinor: of.costMinor }]
        const terms = { percent: of.percent, share: 20, minimumMinor: 0 }
        const before = sumLines(plain, terms)
        for (const giver of ['platform', 'provider'] as const) {
          const { amountMinor } = computePromo(plain, terms, { giver, worth })
          const lines = addPromoLine(plain, terms, { giver, label: 'Code', amountMinor })
          const { totalMinor, feeMinor } = sumLines(lines, terms)
          const platformMinor = computePlatformShare({
            lines: lines.map(({ line }) => line),
            terms: { costsMinor: lines.map(({ costMinor }) => costMinor) },
          })
          expect(platformMinor).toBe(giver === 'platform' ? amountMinor : 0)
          const tax = computeIncludedTax(totalMinor + platformMinor, rate)
          expect(tax).toBe(
            giver === 'platform' ? computeIncludedTax(before.totalMinor, rate) : computeIncludedTax(totalMinor, rate),
          )
          if (giver === 'platform') expect(feeMinor + platformMinor).toBe(before.feeMinor)
          const paid = Math.round(totalMinor * part)
          const sum = computePlatformPartPaid(totalMinor, { totalMinor, platformMinor })
          expect(sum).toBe(platformMinor)
          const first = computePlatformPartPaid(paid, { totalMinor, platformMinor })
          expect(first >= 0 && first <= platformMinor).toBe(true)
        }
      },
    ),
  )
})
