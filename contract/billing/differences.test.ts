import { depositShares } from '#contract/providers/profile-rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getMinimumCharge } from '#contract/money.ts'
import { splitChange } from '#contract/payments/refund.ts'
import { computeDeposit, computeUnitsWithFee, priceOf } from '#contract/price.ts'
import { computeDifference, computeFeeInDue, type Difference, type Terms } from './differences.ts'

const runs = process.env['PROVE'] ? 5_000 : 300
const terms = fc
  .record({
    percent: fc.integer({ min: 0, max: 50 }),
    depositShare: fc.integer({ min: depositShares.least, max: depositShares.most }),
  })
  .chain(({ percent, depositShare }) => {
    const one = fc.integer({ min: 100, max: 200_000 }).map((costMinor): Terms => {
      const totalMinor = computeUnitsWithFee(costMinor, percent) * 100
      const feeMinor = totalMinor - costMinor
      return { totalMinor, feeMinor, depositMinor: computeDeposit(totalMinor, feeMinor, depositShare) }
    })
    return fc.tuple(one, one)
  })

test('paid, due and refunded amounts add up to the new price of the booking, to the penny', () => {
  fc.assert(
    fc.property(terms, fc.boolean(), fc.constantFrom(0, 50, 100), ([before, after], paidInFull, share) => {
      const { dueMinor, backMinor, keptMinor, after: now } = computeDifference(before, after, { paidInFull, share })
      const paid = paidInFull ? before.totalMinor : before.depositMinor
      expect(paid + dueMinor - backMinor).toBe(paidInFull ? now.totalMinor : now.depositMinor)
      expect(now.totalMinor).toBe(after.totalMinor + keptMinor)
      expect(Math.min(dueMinor, backMinor)).toBe(0)
      expect(Math.min(dueMinor, backMinor, keptMinor, now.feeMinor)).toBeGreaterThanOrEqual(0)
      expect(now.depositMinor).toBeLessThanOrEqual(now.totalMinor)
      expect(now.feeMinor).toBeLessThanOrEqual(now.totalMinor)
      if (share === 100) expect(keptMinor).toBe(0)
      // Each side gets its share of the kept amount, rounded to a penny.
      const theirs = keptMinor - (now.feeMinor - after.feeMinor)
      expect(theirs * before.totalMinor).toBeGreaterThanOrEqual(keptMinor * (before.totalMinor - before.feeMinor))
    }),
    { numRuns: runs },
  )
})

test('removing a person after full payment refunds half of their price and keeps the other half', () => {
  const before = { totalMinor: 20_000, feeMinor: 3_000, depositMinor: 5_000 }
  const after = { totalMinor: 12_000, feeMinor: 1_800, depositMinor: 3_000 }
  expect(computeDifference(before, after, { paidInFull: true, share: 50 })).toEqual({
    dueMinor: 0,
    backMinor: 4_000,
    keptMinor: 4_000,
    toBalanceMinor: 0,
    waivedMinor: 0,
    after: { totalMinor: 16_000, feeMinor: 2_400, depositMinor: 7_000 },
  })
  // If only the deposit was paid, the part of it that is not refunded counts towards the new price.
  expect(computeDifference(before, after, { paidInFull: false, share: 50 })).toMatchObject({
    backMinor: 1_000,
    keptMinor: 0,
    after: { totalMinor: 12_000, depositMinor: 4_000 },
  })
})

function priced(
  people: number,
  costMinor: number,
  of: { minimumJobMinor: number; percent: number; share: number },
): Terms {
  const { totalMinor, feeMinor, depositMinor } = priceOf({
    looks: [{ count: people, services: [{ id: 'makeup', costMinor }] }],
    travel: null,
    earlyFeeMinor: 0,
    minimumJobMinor: of.minimumJobMinor,
    depositShare: of.share,
    percent: of.percent,
    floorMinor: null,
    capMinor: null,
  })
  return { totalMinor, feeMinor, depositMinor: Math.ceil(depositMinor) }
}

/** The customer's payments and the platform's part of them. */
function booked(before: Terms, { dueMinor, backMinor, after }: Difference) {
  const fee = computeFeeInDue(dueMinor, before.feeMinor, after.feeMinor)
  const paid = [{ amountMinor: before.depositMinor, feeMinor: before.feeMinor }]
  const feeLessMinor = before.feeMinor + fee - after.feeMinor
  const [split] = splitChange(paid, { backMinor, feeLessMinor })
  return {
    paidMinor: before.depositMinor - backMinor + dueMinor,
    platformMinor: (split?.keptByPlatformMinor ?? 0) + fee,
    split,
  }
}

test('every change of a party can be charged and settled, for the prices, minimums, fee rates and deposit shares of the sample', () => {
  let tooSmall = 0
  for (let cost = 1_000; cost <= 12_000; cost += 500)
    for (const minimumJobMinor of [0, 5_000, 10_000, 15_000])
      for (let percent = 0; percent <= 30; percent += 2)
        for (const share of [20, 25, 30, 40, 50])
          for (const [from, to] of [
            [1, 2],
            [2, 1],
            [2, 3],
            [1, 5],
            [5, 1],
          ] as const) {
            const of = { minimumJobMinor, percent, share }
            const [before, after] = [priced(from, cost, of), priced(to, cost, of)]
            for (const back of [0, 50, 100]) {
              const least = getMinimumCharge('GBP')
              const change = computeDifference(before, after, { paidInFull: false, share: back, leastMinor: least })
              const { paidMinor, platformMinor, split } = booked(before, change)
              const { dueMinor, toBalanceMinor, waivedMinor } = change
              tooSmall += Number(toBalanceMinor > 0)
              // This loop has some 200,000 cases, so it uses no assertion library.
              const holds =
                (dueMinor === 0 || dueMinor >= least) &&
                waivedMinor === 0 &&
                change.after.totalMinor === after.totalMinor + change.keptMinor &&
                paidMinor === change.after.depositMinor &&
                platformMinor === change.after.feeMinor &&
                after.feeMinor - change.after.feeMinor <= Math.min(toBalanceMinor, least) &&
                split !== undefined &&
                split.feeBackMinor >= 0 &&
                split.feeBackMinor <= split.refundMinor &&
                split.keptByPlatformMinor >= 0 &&
                split.keptByProviderMinor >= 0
              if (!holds) expect.fail(JSON.stringify({ cost, of, from, to, back, before, after, change, split }))
            }
          }
  expect(tooSmall).toBeGreaterThan(100)
})

test('a difference too small for a card is added to the balance, or waived if there is no balance', () => {
  const before = { totalMinor: 11_900, feeMinor: 1_900, depositMinor: 2_975 }
  const after = { totalMinor: 12_000, feeMinor: 2_000, depositMinor: 3_000 }
  const small = { share: 100, leastMinor: 30 }
  expect(computeDifference(before, after, { paidInFull: false, ...small })).toMatchObject({
    dueMinor: 0,
    toBalanceMinor: 25,
    waivedMinor: 0,
    after: { totalMinor: 12_000, feeMinor: 2_000, depositMinor: 2_975 },
  })
  expect(computeDifference(before, { ...after, totalMinor: 11_925 }, { paidInFull: true, ...small })).toMatchObject({
    dueMinor: 0,
    toBalanceMinor: 0,
    waivedMinor: 25,
    after: { totalMinor: 11_900, feeMinor: 1_975, depositMinor: 3_000 },
  })
})
