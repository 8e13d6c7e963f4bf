import { depositShares } from '#contract/providers/profile-rules.ts'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  computeFeeUnits,
  type Job,
  getMaxEarnings,
  priceOf,
  findSmallestJob,
  computeTravelCost,
  computeUnitsWithFee,
} from './price.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env.PROVE ? 20_000 : 300 }

const cost = fc.integer({ min: 0, max: 500_000 })
const percent = fc.integer({ min: 0, max: 50 })
const look = fc.record({
  count: fc.integer({ min: 1, max: 20 }),
  services: fc.array(fc.record({ id: fc.string(), costMinor: cost }), { minLength: 1, maxLength: 5 }),
})
const travel = fc.record({
  metres: fc.integer({ min: 0, max: 80_000 }),
  freeMetres: fc.integer({ min: 0, max: 30_000 }),
  metresPerUnit: fc.constantFrom(1609, 1000),
  costPerUnitMinor: fc.integer({ min: 0, max: 900 }),
})
const job: fc.Arbitrary<Job> = fc.record({
  percent,
  looks: fc.array(look, { minLength: 1, maxLength: 6 }),
  travel: fc.option(travel),
  earlyFeeMinor: fc.constantFrom(0, 0, 2_000, 3_350),
  minimumJobMinor: fc.integer({ min: 0, max: 90_000 }),
  depositShare: fc.integer({ min: depositShares.least, max: depositShares.most }),
  floorMinor: fc.option(fc.integer({ min: 1, max: 9_000 })),
  capMinor: fc.option(fc.integer({ min: 9_100, max: 60_000 })),
})

describe('The fee', () => {
  test('the price is the smallest whole amount that leaves the artist their cost after the fee', () => {
    fc.assert(
      fc.property(cost, percent, (costMinor, percent) => {
        const units = BigInt(computeUnitsWithFee(costMinor, percent))
        const kept = (units: bigint) => units * BigInt(100 - percent)
        expect(kept(units) >= BigInt(costMinor)).toBe(true)
        expect(units === 0n || kept(units - 1n) < BigInt(costMinor)).toBe(true)
      }),
      runs,
    )
  })

  test('the price leaves the artist the most that such a price can', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), percent, (units, percent) => {
        expect(computeUnitsWithFee(getMaxEarnings(units, percent), percent)).toBe(units)
        expect(computeUnitsWithFee(getMaxEarnings(units, percent) + 1, percent)).toBe(units + 1)
      }),
      runs,
    )
  })

  test('the fee is exact for every whole cost up to 2,000 and every percentage', () => {
    const cap = process.env.PROVE ? 2_000 : 300
    let wrong = 0
    for (let percent = 0; percent <= 50; percent++) {
      for (let cost = 1; cost <= cap; cost++) {
        const exact = (BigInt(cost) * 100n + BigInt(99 - percent)) / BigInt(100 - percent)
        if (BigInt(computeUnitsWithFee(cost * 100, percent)) !== exact) wrong++
      }
    }
    expect(wrong).toBe(0)
  })

  test('the fee avoids floating-point errors: 465 at 7 percent is 500', () => {
    expect(computeUnitsWithFee(46_500, 7)).toBe(500)
    expect(Math.ceil(465 / (1 - 7 / 100))).toBe(501)
  })
})

describe('The price', () => {
  test('the price is the sum of its lines to the minor unit, and a line is count times unit', () => {
    fc.assert(
      fc.property(job, (job) => {
        const price = priceOf(job)
        expect(price.lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(price.totalMinor)
        for (const line of price.lines) expect(line.count * line.unitMinor).toBe(line.amountMinor)
        for (const line of price.lines.filter((line) => line.kind === 'look')) {
          expect(line.parts.reduce((sum, part) => sum + part.unitMinor, 0)).toBe(line.unitMinor)
        }
      }),
      runs,
    )
  })

  test('the price covers every cost of the artist and at least their minimum job, and the rest is the fee', () => {
    fc.assert(
      fc.property(job, (job) => {
        const price = priceOf(job)
        const services = job.looks.reduce(
          (sum, { count, services }) => sum + count * services.reduce((s, x) => s + x.costMinor, 0),
          0,
        )
        const before = services + (job.travel ? computeTravelCost(job.travel) : 0) + job.earlyFeeMinor
        expect(price.costMinor).toBe(Math.max(before, job.minimumJobMinor))
        expect(price.feeMinor).toBe(price.totalMinor - price.costMinor)
        expect(price.feeMinor).toBeGreaterThanOrEqual(0)
      }),
      runs,
    )
  })

  test('the fee of the whole job is kept within its bounds by a separate line of the smallest possible amount', () => {
    fc.assert(
      fc.property(job, (job) => {
        const price = priceOf(job)
        const plain = priceOf({ ...job, floorMinor: null, capMinor: null })
        const { floorMinor: floor, capMinor: cap } = job
        if (floor != null) expect(price.feeMinor).toBeGreaterThanOrEqual(floor)
        if (cap != null) expect(price.feeMinor).toBeLessThanOrEqual(cap)
        const bound = price.lines.filter(({ kind }) => kind === 'fee')
        expect(price.lines.filter(({ kind }) => kind !== 'fee')).toEqual(plain.lines)
        expect(price.costMinor).toBe(plain.costMinor)
        const fine = (floor == null || plain.feeMinor >= floor) && (cap == null || plain.feeMinor <= cap)
        expect(bound.length).toBe(fine ? 0 : 1)
        for (const { amountMinor, costMinor } of bound) {
          expect([Math.abs(amountMinor) % 100, costMinor]).toEqual([0, 0])
          // With one unit less, the fee would be outside minimum and maximum.
          const less = price.feeMinor - Math.sign(amountMinor) * 100
          expect(amountMinor > 0 ? less < (floor ?? 0) : less > (cap ?? 0)).toBe(true)
        }
        expect(plain.feeMinor + 100 * computeFeeUnits(plain.feeMinor, job)).toBe(price.feeMinor)
      }),
      runs,
    )
  })

  test('the deposit covers the fee and the share in whole minor units, and never exceeds the total', () => {
    fc.assert(
      fc.property(job, (job) => {
        const { totalMinor, feeMinor, depositMinor, balanceMinor } = priceOf(job)
        expect(Number.isInteger(depositMinor)).toBe(true)
        expect(depositMinor).toBe(Math.max(feeMinor, (totalMinor * job.depositShare) / 100))
        expect(depositMinor).toBeLessThanOrEqual(totalMinor)
        expect(depositMinor + balanceMinor).toBe(totalMinor)
      }),
      runs,
    )
  })
})

const of = (count: number, ...services: [string, number][]) => ({
  count,
  services: services.map(([id, cost]) => ({ id, costMinor: cost * 100 })),
})

test("Mia's quote for five people in Hackney is 532 with a deposit of 133.00", () => {
  const price = priceOf({
    percent: 15,
    depositShare: 25,
    earlyFeeMinor: 0,
    minimumJobMinor: 11_000,
    travel: { metres: 700, freeMetres: 3 * 1609, metresPerUnit: 1609, costPerUnitMinor: 150 },
    looks: [
      of(1, ['bridal-makeup', 84], ['bridal-hair', 76]),
      of(3, ['makeup', 44], ['updo', 38]),
      of(1, ['makeup', 44]),
    ],
  })
  expect(
    price.lines.map((line) => [
      line.kind,
      line.count,
      line.parts.map((part) => part.unitMinor / 100),
      line.amountMinor / 100,
    ]),
  ).toEqual([
    ['look', 1, [99, 90], 189],
    ['look', 3, [52, 45], 291],
    ['look', 1, [52], 52],
    ['travel', 1, [], 0],
  ])
  expect(price).toMatchObject({
    totalMinor: 53_200,
    costMinor: 45_000,
    feeMinor: 8_200,
    depositMinor: 13_300,
    balanceMinor: 39_900,
  })
})

test('a small job is topped up to the minimum booking, counting travel and early start', () => {
  const price = priceOf({
    percent: 15,
    depositShare: 20,
    earlyFeeMinor: 2_000,
    minimumJobMinor: 11_000,
    looks: [of(1, ['makeup', 44])],
    travel: { metres: 6 * 1609 - 1, freeMetres: 3 * 1609, metresPerUnit: 1609, costPerUnitMinor: 150 },
  })
  expect(price.lines.map((line) => [line.kind, line.amountMinor / 100])).toEqual([
    ['look', 52],
    ['travel', 4],
    ['topUp', 51],
    ['early', 24],
  ])
  expect(price.costMinor).toBe(11_000)
})

test('the minimum booking is a price that a quote can have, and no lower price of the same services exists', () => {
  fc.assert(
    fc.property(job, (asked) => {
      const { percent, floorMinor, capMinor, minimumJobMinor, depositShare, looks } = asked
      const fee = { percent, floorMinor, capMinor }
      const services = looks.flatMap((look) => look.services.map(({ costMinor }) => ({ costMinor, ...fee })))
      const smallest = findSmallestJob(services, { minimumJobMinor, depositShare })
      expect(smallest?.price.totalMinor).toBeLessThanOrEqual(priceOf(asked).totalMinor)
    }),
    runs,
  )
})

test('a minimum of 90 with a service of 61 costs 107 for one person, not the 106 of the minimum alone', () => {
  const terms = { minimumJobMinor: 9_000, depositShare: 25 }
  expect(computeUnitsWithFee(9_000, 15)).toBe(106)
  const { price } = findSmallestJob([{ costMinor: 6_100, percent: 15 }], terms) ?? {}
  expect(price?.lines.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
    ['look', 7_200],
    ['topUp', 3_500],
  ])
  expect(price?.totalMinor).toBe(10_700)
})
