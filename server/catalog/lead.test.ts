import { expect, test } from 'vitest'
import { findLeadService } from './catalog.ts'

test('an artist’s lowest price is of the first main service, and of an extra only if there is nothing else', () => {
  const [brows, makeup, updo] = [
    { no: 1, minutes: 15 },
    { no: 4, minutes: 60 },
    { no: 9, minutes: 45 },
  ]
  expect(findLeadService([updo, brows, makeup])).toBe(makeup)
  expect(findLeadService([updo, brows])).toBe(updo)
  expect(findLeadService([{ no: 6, minutes: 10 }, brows])).toBe(brows)
  expect(findLeadService([])).toBe(null)
})
