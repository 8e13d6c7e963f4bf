import { depositShares } from '#contract/providers/profile-rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeDifference } from '#contract/billing/differences.ts'
import { toMinor } from '#contract/money.ts'
import { addPromoLine, computePromo } from '#contract/payments/promo.ts'
import { computeRefundShares, refundSums } from '#contract/payments/refund.ts'
import { addFeeLine, type CostedLine, sumCosts, sumLines } from '#contract/price-lines.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import {
  limitSums,
  findTrialPrice,
  getSpan,
  labelTrial,
  patchTestSpan,
  removeTrial,
  replaceTrial,
  splitRefund,
} from './trial-price.ts'

const numRuns = process.env['PROVE'] ? 5_000 : 300
const terms = fc.record({
  percent: fc.integer({ min: 0, max: 40 }),
  share: fc.integer({ min: depositShares.least, max: depositShares.most }),
  minimumMinor: fc.constant(0),
})
const day = fc.array(
  fc.record({ count: fc.integer({ min: 1, max: 6 }), cost: fc.integer({ min: 500, max: 30_000 }) }),
  { minLength: 1, maxLength: 4 },
)
const trials = fc.array(fc.record({ costMinor: fc.integer({ min: 0, max: 20_000 }), deducted: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
})
const shares = fc.constantFrom(0, 50, 100)
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
const priceOf = (of: readonly { costMinor: number }[], percent: number): number =>
  of.reduce((sum, { costMinor }) => sum + toMinor(computeUnitsWithFee(costMinor, percent)), 0)
const worthOfTrial = (of: readonly { costMinor: number; deducted: boolean }[], percent: number) => ({
  priceMinor: priceOf(of, percent),
  offMinor: priceOf(
    of.filter(({ deducted }) => deducted),
    percent,
  ),
})
const sumOf = (lines: readonly CostedLine[]) => lines.reduce((sum, { line }) => sum + toMinor(line.amount), 0)
const withOne = (
  lines: readonly CostedLine[],
  of: readonly { costMinor: number; deducted: boolean }[],
  percent: number,
) => replaceTrial(lines, of, { percent, label: 'Trial: Makeup, Wed 12 May' })

describe('A trial in a price', () => {
  test('a trial costs its price less the reduction on the day; all lines add up and the artist earns the stated amount', () => {
    fc.assert(
      fc.property(day, trials, terms, (items, tried, of) => {
        const before = linesOf(items, of.percent)
        const after = withOne(before, tried, of.percent)
        const worth = worthOfTrial(tried, of.percent)
        const [was, is] = [sumLines(before, of), sumLines(after, of)]
        expect(findTrialPrice(after.map(({ line }) => line))).toEqual(worth)
        expect(worth.offMinor).toBeGreaterThanOrEqual(0)
        expect(worth.offMinor).toBeLessThanOrEqual(worth.priceMinor)
        expect(is.totalMinor).toBe(was.totalMinor + worth.priceMinor - worth.offMinor)
        expect(is.totalMinor).toBe(sumOf(after))
        expect(is.depositMinor).toBeGreaterThanOrEqual(was.depositMinor)
        expect(is.depositMinor).toBeLessThanOrEqual(is.totalMinor)
        expect(is.feeMinor).toBeGreaterThanOrEqual(was.feeMinor)
        const paidFor = tried.filter(({ deducted }) => !deducted).reduce((sum, { costMinor }) => sum + costMinor, 0)
        expect(sumCosts(after) - sumCosts(before)).toBe(paidFor)
        if (tried.every(({ deducted }) => deducted)) expect(is).toEqual(was)
      }),
      { numRuns },
    )
  })

  test('removing a trial leaves no trace, and another trial replaces it', () => {
    fc.assert(
      fc.property(day, trials, trials, terms, (items, one, other, of) => {
        const before = linesOf(items, of.percent)
        const after = withOne(before, one, of.percent)
        expect(withOne(after, [], of.percent)).toEqual(before)
        expect(withOne(after, other, of.percent)).toEqual(withOne(before, other, of.percent))
      }),
      { numRuns },
    )
  })

  test('cancelling only the trial removes its share for any other refunds and credits; trial and rest add up', () => {
    fc.assert(
      fc.property(day, trials, terms, shares, fc.boolean(), fc.boolean(), (items, tried, of, share, inFull, coded) => {
        const lines = withOne(linesOf(items, of.percent), tried, of.percent)
        const taken = computePromo(lines, of, { giver: 'platform', worth: { percent: 10 } })
        const booked = coded ? addPromoLine(lines, of, { giver: 'platform', label: 'Code', ...taken }) : lines
        const worth = worthOfTrial(tried, of.percent)
        const { backMinor, keptMinor } = splitRefund(worth, share)
        expect(Math.min(backMinor, keptMinor)).toBeGreaterThanOrEqual(0)
        expect(backMinor + keptMinor).toBe(worth.priceMinor - worth.offMinor)
        const left = removeTrial(booked, of, share)
        const [was, is] = [sumLines(booked, of), sumLines(left, of)]
        expect(findTrialPrice(left.map(({ line }) => line))).toBeNull()
        // A code reduces at most the remaining fee, and cancelling never raises the price.
        if (!coded || backMinor === 0) expect(is.totalMinor).toBe(was.totalMinor - backMinor)
        expect(is.totalMinor).toBeLessThanOrEqual(was.totalMinor)
        expect(is.feeMinor).toBeLessThanOrEqual(was.feeMinor)
        expect(is.totalMinor).toBe(sumOf(left))
        expect(is.feeMinor).toBeGreaterThanOrEqual(0)
        expect(sumCosts(left)).toBeLessThanOrEqual(is.totalMinor)
        const difference = computeDifference(
          { ...was, depositMinor: inFull ? was.totalMinor : was.depositMinor },
          { ...is, depositMinor: inFull ? is.totalMinor : Math.min(is.depositMinor, was.depositMinor) },
          { paidInFull: inFull, share: 100 },
        )
        if (coded) return
        expect(difference.dueMinor).toBe(0)
        expect(difference.keptMinor).toBe(0)
        if (inFull) expect(difference.backMinor).toBe(backMinor)
      }),
      { numRuns },
    )
  })

  test('a trial that took place stays paid when the day is cancelled, as far as it was paid; the rest is refunded by the policy', () => {
    const paid = fc.array(fc.record({ amountMinor: fc.integer({ min: 1, max: 50_000 }), feeMinor: fc.constant(0) }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(paid, fc.integer({ min: 0, max: 60_000 }), shares, (payments, workedMinor, share) => {
        const all = payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
        const split = computeRefundShares(payments, share, workedMinor)
        const back = split.reduce((sum, { refundMinor }) => sum + refundMinor, 0)
        for (const { amountMinor, refundMinor } of split) {
          expect(refundMinor).toBeGreaterThanOrEqual(0)
          expect(refundMinor).toBeLessThanOrEqual(amountMinor)
        }
        const kept = all - back
        expect(kept).toBeGreaterThanOrEqual(share === 100 ? Math.min(all, workedMinor) : 0)
        if (share === 100) expect(kept).toBe(Math.min(all, workedMinor))
        if (share === 0) expect(back).toBe(0)
        expect(computeRefundShares(payments, share, 0)).toEqual(computeRefundShares(payments, share))
        const whole = { totalMinor: all, feeMinor: 0 }
        const sums = refundSums(payments, whole, share, workedMinor)
        expect(sums.refundMinor + sums.keptByPlatformMinor + sums.keptByProviderMinor).toBe(all)
      }),
      { numRuns },
    )
  })
})

test('cancelling the trial never raises any amount, for any code and minimum fee, and the fee stays within the deposit', () => {
  const floors = fc.option(fc.integer({ min: 0, max: 12_000 }))
  const giver = fc.constantFrom('platform' as const, 'provider' as const)
  const worths = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 90 }) }),
    fc.record({ amountMinor: fc.integer({ min: 1, max: 100_000 }) }),
  )
  fc.assert(
    fc.property(day, trials, terms, shares, floors, giver, worths, (items, tried, plain, share, floor, by, worth) => {
      const of = { ...plain, floorMinor: floor }
      const lines = withOne(addFeeLine(linesOf(items, of.percent), of), tried, of.percent)
      const taken = computePromo(lines, of, { giver: by, worth })
      const booked = addPromoLine(lines, of, { giver: by, label: 'Code', ...taken })
      const was = sumLines(booked, of)
      const is = limitSums(was, sumLines(removeTrial(booked, of, share), of))
      expect(is.totalMinor).toBeLessThanOrEqual(was.totalMinor)
      expect(is.depositMinor).toBeLessThanOrEqual(was.depositMinor)
      expect(is.feeMinor).toBeGreaterThanOrEqual(0)
      expect(is.feeMinor).toBeLessThanOrEqual(Math.min(was.feeMinor, is.depositMinor))
      expect(is.depositMinor).toBeLessThanOrEqual(is.totalMinor)
    }),
    { numRuns: numRuns * 10 },
  )
})

test('a trial of £60 deducted from the day adds two lines and keeps the price; a late cancellation costs nothing', () => {
  const of = { percent: 20, share: 30, minimumMinor: 0 }
  const lines = withOne(linesOf([{ count: 1, cost: 24_000 }], 20), [{ costMinor: 4_800, deducted: true }], 20)
  expect(lines.map(({ line: { kind, label, amount } }) => [kind, label, amount])).toEqual([
    ['look', 'Makeup', 300],
    ['trial', 'Trial: Makeup, Wed 12 May', 60],
    ['trialOff', 'Trial price deducted', -60],
  ])
  expect(sumLines(lines, of)).toEqual({ totalMinor: 30_000, feeMinor: 6_000, depositMinor: 9_000 })
  expect(sumLines(removeTrial(lines, of, 0), of).totalMinor).toBe(30_000)
})

test('a trial of £60 paid on top and cancelled with half refunded leaves £30, shared as the trial', () => {
  const of = { percent: 20, share: 30, minimumMinor: 0 }
  const lines = withOne(linesOf([{ count: 1, cost: 24_000 }], 20), [{ costMinor: 4_800, deducted: false }], 20)
  expect(sumLines(lines, of)).toEqual({ totalMinor: 36_000, feeMinor: 7_200, depositMinor: 10_800 })
  const left = removeTrial(lines, of, 50)
  expect(left.at(-1)).toMatchObject({
    line: { kind: 'kept', label: 'Kept for the trial', amount: 30 },
    costMinor: 2_400,
  })
  expect(sumLines(left, of)).toEqual({ totalMinor: 33_000, feeMinor: 6_600, depositMinor: 9_900 })
})

test('a trial cancelled without a refund under a code worth the whole fee keeps the price', () => {
  const of = { percent: 20, share: 30, minimumMinor: 0 }
  const lines = withOne(linesOf([{ count: 1, cost: 24_000 }], 20), [{ costMinor: 4_800, deducted: false }], 20)
  const taken = computePromo(lines, of, { giver: 'platform', worth: { amountMinor: 20_000 } })
  const booked = addPromoLine(lines, of, { giver: 'platform', label: 'Code', ...taken })
  expect(sumLines(booked, of)).toMatchObject({ totalMinor: 28_800, feeMinor: 0 })
  expect(sumLines(removeTrial(booked, of, 0), of)).toEqual(sumLines(booked, of))
})

test('a trial is named by its services and its date', () => {
  expect(labelTrial(['Makeup'], 'Wed 12 May')).toBe('Trial: Makeup, Wed 12 May')
  expect(labelTrial(['Makeup', 'Updo'], null)).toBe('Trial: Makeup and Updo')
})

const spanOf = (startsAt: string) => {
  const { from, until } = getSpan(Date.parse(startsAt), patchTestSpan)
  return [new Date(from).toISOString(), new Date(until).toISOString()]
}

test('a patch test is 48 hours to six calendar months before the day', () => {
  expect(spanOf('2027-06-12T10:30:00Z')).toEqual(['2026-12-12T10:30:00.000Z', '2027-06-10T10:30:00.000Z'])
  expect(spanOf('2027-08-31T09:00:00Z')).toEqual(['2027-02-28T09:00:00.000Z', '2027-08-29T09:00:00.000Z'])
  expect(spanOf('2028-08-31T09:00:00Z')[0]).toBe('2028-02-29T09:00:00.000Z')
  expect(spanOf('2027-03-15T09:00:00Z')[0]).toBe('2026-09-15T09:00:00.000Z')
})
