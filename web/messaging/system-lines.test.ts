import { expect, test } from 'vitest'
import { formatSystemLine } from './messages.ts'

const at = '2027-06-12T10:00:00.000Z'
const timeZone = 'Europe/London'

test('a move in a conversation names both times; one of an earlier version names its start', () => {
  const times = 'Sat 12 June, arrival 11:00 AM, ready by 1:30 PM'
  expect(formatSystemLine('moved', { at, timeZone, times })).toBe(`Moved to ${times}`)
  expect(formatSystemLine('moved', { at, timeZone })).toMatch(/^Moved to .*, 11:00 AM$/)
  expect(formatSystemLine('moved', {})).toBe('Moved')
})
