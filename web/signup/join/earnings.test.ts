import { expect, test } from 'vitest'
import { estimateMonth } from './earnings.ts'

test('three bookings a week at 130 earn the artist 1,690 a month, with the fee on top', () => {
  expect(estimateMonth(3, 130)).toEqual({ customers: 1989, fee: 299, yours: 1690 })
})

test("the fee always equals the customers' payments minus the artist's earnings", () => {
  for (let n = 1; n <= 7; n++) {
    const { customers, fee, yours } = estimateMonth(n, 95)
    expect(customers - fee).toBe(yours)
  }
})
