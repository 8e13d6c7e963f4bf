import { depositShares } from '#contract/providers/profile-rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Job, applyLowerPrice, priceOf, computeUnitsWithFee } from '#contract/price.ts'

const numRuns = process.env.PROVE ? 10_000 : 400
const services = ['makeup', 'updo', 'bridal'] as const
const cost = fc.integer({ min: 1, max: 40_000 })
const job: fc.Arbitrary<Job> = fc
  .record({
    percent: fc.integer({ min: 0, max: 50 }),
    floorMinor: fc.option(fc.integer({ min: 1, max: 9_000 })),
    capMinor: fc.option(fc.integer({ min: 9_100, max: 60_000 })),
    looks: fc.array(
      fc.record({ count: fc.integer({ min: 1, max: 6 }), ids: fc.subarray([...services], { minLength: 1 }) }),
      { minLength: 1, maxLength: 4 },
    ),
    costs: fc.record({ makeup: cost, updo: cost, bridal: cost }),
    addOns: fc.array(
      fc.record({ title: fc.constantFrom('Lashes', 'Veil'), count: fc.integer({ min: 1, max: 20 }), costMinor: cost }),
      { maxLength: 6 },
    ),
    packages: fc.array(
      fc.record({ costMinor: cost, count: fc.integer({ min: 1, max: 3 }), of: fc.constantFrom(...services) }),
      { maxLength: 3 },
    ),
    /** The reduction of all earnings in per cent; 0 on a day without a lower price. */
    less: fc.integer({ min: 0, max: 50 }),
    travel: fc.option(
      fc.record({
        metres: fc.integer({ min: 0, max: 80_000 }),
        freeMetres: fc.constant(3_000),
        metresPerUnit: fc.constant(1_609),
        costPerUnitMinor: fc.integer({ min: 0, max: 900 }),
      }),
    ),
    earlyFeeMinor: fc.constantFrom(0, 2_000),
    minimumJobMinor: fc.integer({ min: 0, max: 90_000 }),
    depositShare: fc.integer({ min: depositShares.least, max: depositShares.most }),
  })
  .map(({ looks, costs, packages, addOns, less, ...rest }) => {
    const earned = (costMinor: number) => applyLowerPrice(costMinor, { percent: less })
    return {
      ...rest,
      looks: looks.map(({ count, ids }) => ({
        count,
        services: ids.map((id) => ({ id, costMinor: earned(costs[id]) })),
      })),
      addOns: addOns.map((one) => ({ ...one, costMinor: earned(one.costMinor) })),
      packages: packages.map(({ costMinor, count, of }) => ({
        title: 'A few',
        costMinor: earned(costMinor),
        services: [[of, count] as const, [of === 'updo' ? 'makeup' : 'updo', 1] as const],
      })),
    }
  })

test('with any add-ons, packages and lower prices the lines add up to the total, with the fee inside each line', () => {
  let both = 0
  fc.assert(
    fc.property(job, (job) => {
      const { lines, totalMinor, feeMinor, costMinor, depositMinor, balanceMinor } = priceOf(job)
      expect(lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(totalMinor)
      expect(lines.reduce((sum, line) => sum + line.count * line.costMinor, 0)).toBe(costMinor)
      expect(totalMinor - costMinor).toBe(feeMinor)
      expect(depositMinor + balanceMinor).toBe(totalMinor)
      const added = lines.filter(({ kind }) => kind === 'addOn')
      expect(added.map(({ title, count, unitMinor }) => [title, count, unitMinor])).toEqual(
        (job.addOns ?? []).map(({ title, count, costMinor: one }) => [
          title,
          count,
          100 * computeUnitsWithFee(one, job.percent),
        ]),
      )
      if (added.length > 0 && lines.some(({ kind }) => kind === 'package')) both++
    }),
    { numRuns },
  )
  expect(both).toBeGreaterThan(10)
})

test('an add-on only adds its own cost: looks, packages and travel stay the same, except for the top-up and the fee bounds', () => {
  fc.assert(
    fc.property(job, (job) => {
      const rest = (of: Job) =>
        priceOf(of).lines.filter(({ kind }) => kind !== 'addOn' && kind !== 'topUp' && kind !== 'fee')
      expect(rest(job)).toEqual(rest({ ...job, addOns: [] }))
    }),
    { numRuns },
  )
})

test('strip lashes that earn 10 for two people of a party add 24 at 15 percent', () => {
  const price = (addOns: NonNullable<Job['addOns']>) =>
    priceOf({
      percent: 15,
      looks: [{ count: 3, services: [{ id: 'makeup', costMinor: 8_500 }] }],
      addOns,
      travel: null,
      earlyFeeMinor: 0,
      minimumJobMinor: 0,
      depositShare: 25,
    })
  expect(price([]).totalMinor).toBe(30_000)
  const more = price([{ title: 'Strip lashes', count: 2, costMinor: 1_000 }])
  expect([more.totalMinor, more.costMinor, more.depositMinor]).toEqual([32_400, 27_500, 8_100])
})
