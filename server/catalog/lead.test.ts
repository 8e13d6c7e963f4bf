import { expect, test } from 'vitest'
import { leadOf } from './catalog.ts'

test("an artist's 'from' is of the first visit of the catalogue, and of an extra only where there is nothing else", () => {
  const [brows, makeup, updo] = [
    { no: 1, minutes: 15 },
    { no: 4, minutes: 60 },
    { no: 9, minutes: 45 },
  ]
  expect(leadOf([updo, brows, makeup])).toBe(makeup)
  expect(leadOf([updo, brows])).toBe(updo)
  expect(leadOf([{ no: 6, minutes: 10 }, brows])).toBe(brows)
  expect(leadOf([])).toBe(null)
})
