import { depositShares } from '#contract/providers/profile-rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toMinor } from '#contract/money.ts'
import { sumCosts, type CostedLine, sumLines } from '#contract/price-lines.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { LEAST_BY_CARD } from './cover.ts'
import { type PromoGiver, computePromo, addFrozenPromoLine, addPromoLine } from './promo.ts'

const terms = fc.record({
  percent: fc.integer({ min: 0, max: 50 }),
  share: fc.integer({ min: depositShares.least, max: depositShares.most }),
  minimumMinor: fc.constant(0),
})
const costs = fc.array(
  fc.record({ count: fc.integer({ min: 1, max: 6 }), cost: fc.integer({ min: 0, max: 30_000 }) }),
  { minLength: 1, maxLength: 5 },
)
const giver = fc.constantFrom<PromoGiver>('platform', 'provider')
const worth = fc.oneof(
  fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ amountMinor: fc.integer({ min: 100, max: 200_000 }) }),
)
const linesOf = (items: readonly { count: number; cost: number }[], percent: number): CostedLine[] =>
  items.map(({ count, cost }) => {
    const unit = computeUnitsWithFee(cost, percent)
    return {
      line: {
        kind: 'look',
        label: 'Makeup',
        count,
        unit,
        amount: count * unit,
        parts: [],
        people: null,
        minutes: null,
      },
      costMinor: cost,
    }
  })

describe('The reduction by a promo code', () => {
  test('lines add up, the fee is never below zero, and the deposit is never too small for a card', () => {
    fc.assert(
      fc.property(costs, terms, giver, worth, (items, of, by, what) => {
        const lines = linesOf(items, of.percent)
        const before = sumLines(lines, of)
        const { amountMinor, wantedMinor } = computePromo(lines, of, { giver: by, worth: what })
        const after = addPromoLine(lines, of, { giver: by, label: 'Code', amountMinor })
        const sums = sumLines(after, of)
        expect(amountMinor).toBeLessThanOrEqual(wantedMinor)
        expect(after.reduce((sum, { line }) => sum + toMinor(line.amount), 0)).toBe(sums.totalMinor)
        expect(sums.totalMinor).toBe(before.totalMinor - amountMinor)
        expect(sums.feeMinor).toBeGreaterThanOrEqual(0)
        expect(sums.depositMinor).toBeLessThanOrEqual(sums.totalMinor)
        if (amountMinor > 0) expect(sums.depositMinor).toBeGreaterThanOrEqual(LEAST_BY_CARD)
      }),
    )
  })
  test("a platform code does not change the artist's earnings, and an artist's code never makes them negative or higher", () => {
    fc.assert(
      fc.property(costs, terms, giver, worth, (items, of, by, what) => {
        const lines = linesOf(items, of.percent)
        const { feeMinor } = sumLines(lines, of)
        const { amountMinor } = computePromo(lines, of, { giver: by, worth: what })
        const after = addPromoLine(lines, of, { giver: by, label: 'Code', amountMinor })
        if (by === 'platform') {
          expect(sumCosts(after)).toBe(sumCosts(lines))
          expect(amountMinor).toBeLessThanOrEqual(feeMinor)
        } else {
          expect(sumCosts(after)).toBeLessThanOrEqual(sumCosts(lines))
          expect(sumCosts(after)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
  test('a changed price keeps the frozen reduction, up to what is left of the price', () => {
    fc.assert(
      fc.property(costs, costs, terms, giver, worth, (items, others, of, by, what) => {
        const lines = linesOf(items, of.percent)
        const { amountMinor } = computePromo(lines, of, { giver: by, worth: what })
        const promo = addPromoLine(lines, of, { giver: by, label: 'Code', amountMinor }).find(
          ({ line }) => line.kind === 'promo',
        )
        const changed = linesOf(others, of.percent)
        const after = addFrozenPromoLine(changed, of, promo)
        const taken = sumLines(changed, of).totalMinor - sumLines(after, of).totalMinor
        expect(taken).toBeLessThanOrEqual(amountMinor)
        expect(sumLines(after, of).feeMinor).toBeGreaterThanOrEqual(0)
        if (promo && by === 'platform') expect(sumCosts(after)).toBe(sumCosts(changed))
        expect(addFrozenPromoLine(lines, of, promo)).toEqual(
          addPromoLine(lines, of, { giver: by, label: 'Code', amountMinor }),
        )
      }),
    )
  })
})
