import { expect, test } from 'vitest'
import { getPageShape } from './on-its-way.tsx'

test.each([
  ['/', '/quotes/abc', 'cards'],
  ['/', '/quote/abc', 'cards'],
  ['/', '/gb/makeup-hair-styling/london', 'cards'],
  ['/quotes/abc', '/quotes/abc/@/ruth', 'profile'],
  ['/gb/makeup/leeds', '/@/ruth', 'profile'],
  ['/quotes/abc/@/ruth', '/book/abc/@/ruth', 'form'],
  ['/@/ruth', '/@/ruth/book', 'form'],
  ['/', '/login', 'form'],
  ['/', '/content/help', 'reading'],
  ['/quotes/abc', '/quotes/abc/compare', 'reading'],
  ['/', '/dashboard', 'reading'],
  // Pages of an area render their own skeletons.
  ['/dashboard', '/dashboard/calendar', null],
  ['/operator/people', '/operator', null],
  ['/dashboard', '/operator', 'reading'],
])('from %s to %s the skeleton is %s', (from, to, shape) => {
  expect(getPageShape(from, to)).toBe(shape)
})
