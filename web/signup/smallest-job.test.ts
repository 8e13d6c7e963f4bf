import { expect, test } from 'vitest'
import { getFeeOfCategory, computeSmallestJob } from './smallest-job.ts'

const category = { id: 1, slug: 'makeup', label: 'Makeup', feePercent: 15, types: [] }
const floored = { categories: [{ ...category, feeFloor: 9.5, feeCap: 60 }] }
const plain = { categories: [{ ...category, feeFloor: null, feeCap: null }] }
const services = [
  { status: 'active' as const, cost: 30, categoryId: 1 },
  { status: 'off' as const, cost: 10, categoryId: 1 },
  { status: 'active' as const, cost: null, categoryId: 1 },
]
const profile = { minimumJob: 0, sellingRules: { depositShare: 20 } } as Parameters<typeof computeSmallestJob>[1]

test('the minimum booking includes the fee with its minimum, as a visitor pays it', () => {
  expect(computeSmallestJob(services, profile, plain)?.price.totalMinor).toBe(3_600)
  expect(computeSmallestJob(services, profile, floored)?.price.totalMinor).toBe(4_000)
  expect(computeSmallestJob([], profile, floored)).toBeNull()
})

test('an unknown category has no fee', () => {
  expect(getFeeOfCategory(floored, 1)).toEqual({ percent: 15, floorMinor: 950, capMinor: 6_000 })
  expect(getFeeOfCategory(floored, 2)).toEqual({ percent: 0, floorMinor: null, capMinor: null })
})
