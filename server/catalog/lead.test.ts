import { expect, test } from 'vitest'
import { findLeadService } from './catalog.ts'

test('an artist’s ‘from’ price is that of the first main service, or of an extra if there is no main service', () => {
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
