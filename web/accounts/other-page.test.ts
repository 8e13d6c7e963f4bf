import { expect, test } from 'vitest'
import { isOtherPage } from './other-page.ts'

test('another page is another path, but a list and its open detail are one page', () => {
  expect(isOtherPage('/dashboard', '/dashboard/calendar')).toBe(true)
  expect(isOtherPage('/operator/people', '/operator/people/12')).toBe(true)
  expect(isOtherPage('/dashboard/calendar', '/dashboard/calendar')).toBe(false)
  expect(isOtherPage('/dashboard/messages/a', '/dashboard/messages/b')).toBe(false)
  expect(isOtherPage('/dashboard/messages', '/dashboard/messages/b')).toBe(false)
  expect(isOtherPage('/dashboard/messages', '/dashboard/albums')).toBe(true)
  expect(isOtherPage('/operator/reports/1', '/operator')).toBe(true)
})
