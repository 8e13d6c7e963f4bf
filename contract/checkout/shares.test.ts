import { depositShares } from '#contract/providers/profile-rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitByWeights } from '#contract/money.ts'
import { computeReserved } from '#contract/payments/cover.ts'
import { priceOf } from '#contract/price.ts'
import type { PriceLine } from '#contract/search/quotes.ts'
import { billTimers, getBillDeadlines } from './lifecycle-bill.ts'
import { divideIntoShares, LEAST_SHARE_MINOR } from './shares.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
const line = (more: Partial<PriceLine> & { amount: number }): PriceLine => ({
  kind: 'travel',
  label: 'Travel',
  count: 1,
  unit: more.amount,
  parts: [],
  people: null,
  minutes: null,
  ...more,
})

const priced = fc
  .record({
    percent: fc.integer({ min: 0, max: 50 }),
    looks: fc.array(
      fc.record({ count: fc.integer({ min: 1, max: 5 }), costMinor: fc.integer({ min: 500, max: 40_000 }) }),
      { minLength: 1, maxLength: 4 },
    ),
    travelMinor: fc.integer({ min: 0, max: 9_000 }),
    earlyFeeMinor: fc.integer({ min: 0, max: 5_000 }),
    minimumJobMinor: fc.integer({ min: 0, max: 60_000 }),
    depositShare: fc.integer({ min: depositShares.least, max: depositShares.most }),
    off: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ looks, travelMinor, off, ...job }) => {
    const price = priceOf({
      ...job,
      looks: looks.map(({ count, costMinor }, i) => ({ count, services: [{ id: `s${i}`, costMinor }] })),
      travel: { metres: 10_000, freeMetres: 0, metresPerUnit: 10_000, costPerUnitMinor: travelMinor },
    })
    let first = 1
    const lines = price.lines.map((one) => {
      const people: [number, number] | null = one.look === null ? null : [first, first + one.count - 1]
      if (people) first += one.count
      return line({
        kind: one.kind,
        label: one.kind,
        count: one.count,
        unit: one.unitMinor / 100,
        amount: one.amountMinor / 100,
        people,
      })
    })
    const offMinor = Math.floor((price.totalMinor * off) / 100)
    if (offMinor > 0) lines.push(line({ kind: 'kept', label: 'Off', amount: -offMinor / 100 }))
    const totalMinor = price.totalMinor - offMinor
    const dueMinor = Math.min(totalMinor, Math.ceil(price.depositMinor))
    return { lines, totalMinor, dueMinor, feeMinor: Math.min(price.feeMinor, dueMinor), people: first - 1 }
  })

/** Returns the lowest share without parts of common lines, minus two for rounding. */
function smallestDue(lines: readonly PriceLine[], dueMinor: number): number {
  const gross = sum(lines.map(({ amount }) => Math.max(0, amount)))
  const cheapest = Math.min(...lines.filter(({ kind }) => kind === 'look').map(({ unit }) => unit))
  return (dueMinor * cheapest) / gross - 2
}

describe('Shares of a bill', () => {
  test('shares add up to the price, the due amount and the fee, for any party and any price lines', () => {
    fc.assert(
      fc.property(priced, ({ lines, totalMinor, dueMinor, feeMinor, people }) => {
        const shares = divideIntoShares(lines, { dueMinor, feeMinor })
        if (!shares) return people < 2 || smallestDue(lines, dueMinor) < LEAST_SHARE_MINOR
        expect(shares).toHaveLength(people)
        expect(sum(shares.map((share) => share.totalMinor))).toBe(totalMinor)
        expect(sum(shares.map((share) => share.dueMinor))).toBe(dueMinor)
        expect(sum(shares.map((share) => share.feeMinor))).toBe(feeMinor)
        for (const share of shares) {
          expect(sum(share.lines.map(({ amountMinor }) => amountMinor))).toBe(share.totalMinor)
          expect(Number.isInteger(share.dueMinor) && Number.isInteger(share.feeMinor)).toBe(true)
          expect(share.dueMinor).toBeGreaterThanOrEqual(LEAST_SHARE_MINOR)
          expect(share.dueMinor).toBeLessThanOrEqual(share.totalMinor)
          expect(share.feeMinor).toBeGreaterThanOrEqual(0)
          expect(share.feeMinor).toBeLessThanOrEqual(share.dueMinor)
        }
        return true
      }),
      { numRuns: process.env['PROVE'] ? 20_000 : 300 },
    )
  })

  test("people with the same services pay the same to the penny, and nobody pays for another person's services", () => {
    const lines = [
      line({ kind: 'look', label: 'Makeup', count: 2, unit: 60, amount: 120, people: [1, 2] }),
      line({ kind: 'look', label: 'Hair', count: 1, unit: 90, amount: 90, people: [3, 3] }),
      line({ amount: 10 }),
    ]
    const shares = divideIntoShares(lines, { dueMinor: 6_600, feeMinor: 2_200 }) ?? []
    expect(shares.map(({ totalMinor }) => totalMinor)).toEqual([6_334, 6_333, 9_333])
    expect(shares[2]?.lines).toEqual([
      { kind: 'look', label: 'Hair', amountMinor: 9_000, of: 1 },
      { kind: 'travel', label: 'Travel', amountMinor: 333, of: 3 },
    ])
  })

  test('a bill has no shares for a single person, or if a share is too small for a card', () => {
    const one = line({ kind: 'look', count: 1, unit: 60, amount: 60, people: [1, 1] })
    expect(divideIntoShares([one], { dueMinor: 1_200, feeMinor: 0 })).toBeNull()
    const two = line({ kind: 'look', count: 2, unit: 3, amount: 6, people: [1, 2] })
    expect(divideIntoShares([two], { dueMinor: 150, feeMinor: 0 })).toBeNull()
  })

  test('parts of an amount add up to it and follow their weights', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 20 }),
        (amount, weights) => {
          const parts = splitByWeights(amount, weights)
          expect(sum(parts)).toBe(amount)
          const all = sum(weights)
          if (all > 0)
            for (const [i, part] of parts.entries())
              expect(Math.abs(part - (amount * (weights[i] ?? 0)) / all)).toBeLessThan(1)
        },
      ),
    )
  })
})

test('payments cover exactly the due amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.array(fc.nat(50_000)), (due, paid) => {
      const { reservedMinor, openMinor, stands } = computeReserved(due, paid)
      expect(reservedMinor).toBe(sum(paid))
      expect(openMinor).toBe(Math.max(0, due - reservedMinor))
      expect(stands).toBe(reservedMinor === due)
    }),
  )
})

test('a shared bill ends well before the appointment, with time for the other payers and for paying the rest', () => {
  const hour = 3_600_000
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 * 24 }), (hours) => {
      const times = getBillDeadlines(0, hours * hour)
      const least = billTimers.beforeStartHours + billTimers.restHours + billTimers.leastHours
      expect(times === null).toBe(hours < least)
      if (!times) return
      expect(times.restUntil).toBeLessThanOrEqual((hours - billTimers.beforeStartHours) * hour)
      expect(times.restUntil - times.sharesUntil).toBe(billTimers.restHours * hour)
      expect(times.sharesUntil).toBeGreaterThanOrEqual(billTimers.leastHours * hour)
      // Card authorisations last for days, so none expires before the bill ends.
      expect(times.restUntil).toBeLessThanOrEqual(2 * 24 * hour)
    }),
  )
})
