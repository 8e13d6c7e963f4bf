import { expect, test } from 'vitest'
import { EventDate, Instant } from './values.ts'

test('a day or an instant of the year zero, which PostgreSQL does not have, is refused', () => {
  expect(EventDate.safeParse('0000-01-01').success).toBe(false)
  expect(EventDate.safeParse('0001-01-01').success).toBe(true)
  expect(EventDate.safeParse('2027-02-30').success).toBe(false)
  expect(Instant.safeParse('0000-01-01T00:00:00Z').success).toBe(false)
  expect(Instant.safeParse('2027-06-12T09:00:00+01:00').success).toBe(true)
})
