import { expect, test } from 'vitest'
import { formatMoveTimes } from './move-times.ts'

const times = {
  startsAt: '2027-06-12T10:00:00.000Z',
  endsAt: '2027-06-12T12:20:00.000Z',
  readyAt: '2027-06-12T12:30:00.000Z' as string | null,
  timeZone: 'Europe/London',
  mode: 'mobile' as 'mobile' | 'studio',
}

test('both times of a move have a label', () => {
  const say = (more: Partial<typeof times> = {}) => formatMoveTimes('Sat 12 June', { ...times, ...more }, 'GB')
  expect(say()).toBe('Sat 12 June, arrival 11:00 AM, ready by 1:30 PM')
  expect(say({ mode: 'studio' })).toBe('Sat 12 June, start 11:00 AM, ready by 1:30 PM')
  expect(say({ readyAt: null })).toBe('Sat 12 June, start 11:00 AM, done by 1:20 PM')
})
