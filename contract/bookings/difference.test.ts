import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depositMinorOf, unitsWithFee } from '#contract/price.ts'
import { differenceOf, type Terms } from './difference.ts'

const runs = process.env['PROVE'] ? 5_000 : 300
const terms = fc
  .record({ percent: fc.integer({ min: 0, max: 50 }), depositShare: fc.integer({ min: 20, max: 50 }) })
  .chain(({ percent, depositShare }) => {
    const one = fc.integer({ min: 100, max: 200_000 }).map((costMinor): Terms => {
      const totalMinor = unitsWithFee(costMinor, percent) * 100
      const feeMinor = totalMinor - costMinor
      return { totalMinor, feeMinor, depositMinor: depositMinorOf(totalMinor, feeMinor, depositShare) }
    })
    return fc.tuple(one, one)
  })

test('what was paid, is due and goes back is what the booking comes to afterwards, to the penny', () => {
  fc.assert(
    fc.property(terms, fc.boolean(), fc.constantFrom(0, 50, 100), ([before, after], paidInFull, share) => {
      const { dueMinor, backMinor, keptMinor, after: now } = differenceOf(before, after, { paidInFull, share })
      const paid = paidInFull ? before.totalMinor : before.depositMinor
      expect(paid + dueMinor - backMinor).toBe(paidInFull ? now.totalMinor : now.depositMinor)
      expect(now.totalMinor).toBe(after.totalMinor + keptMinor)
      expect(Math.min(dueMinor, backMinor)).toBe(0)
      expect(Math.min(dueMinor, backMinor, keptMinor, now.feeMinor)).toBeGreaterThanOrEqual(0)
      expect(now.depositMinor).toBeLessThanOrEqual(now.totalMinor)
      expect(now.feeMinor).toBeLessThanOrEqual(now.totalMinor)
      if (share === 100) expect(keptMinor).toBe(0)
      // Of what is kept each has their part of the whole, within a penny.
      const theirs = keptMinor - (now.feeMinor - after.feeMinor)
      expect(theirs * before.totalMinor).toBeGreaterThanOrEqual(keptMinor * (before.totalMinor - before.feeMinor))
    }),
    { numRuns: runs },
  )
})

test('a person less after all was paid: half of their price comes back, the other half is kept', () => {
  const before = { totalMinor: 20_000, feeMinor: 3_000, depositMinor: 5_000 }
  const after = { totalMinor: 12_000, feeMinor: 1_800, depositMinor: 3_000 }
  expect(differenceOf(before, after, { paidInFull: true, share: 50 })).toEqual({
    dueMinor: 0,
    backMinor: 4_000,
    keptMinor: 4_000,
    after: { totalMinor: 16_000, feeMinor: 2_400, depositMinor: 7_000 },
  })
  // Of a deposit alone what does not come back stands for the rest.
  expect(differenceOf(before, after, { paidInFull: false, share: 50 })).toMatchObject({
    backMinor: 1_000,
    keptMinor: 0,
    after: { totalMinor: 12_000, depositMinor: 4_000 },
  })
})
