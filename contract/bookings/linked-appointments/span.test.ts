import { expect, test } from 'vitest'
import { getSpan, patchTestSpan } from './span.ts'

const spanOf = (startsAt: string) => {
  const { from, until } = getSpan(Date.parse(startsAt), patchTestSpan)
  return [new Date(from).toISOString(), new Date(until).toISOString()]
}

test('a patch test lies 48 hours to six months before, by months as calendars count them', () => {
  expect(spanOf('2027-06-12T10:30:00Z')).toEqual(['2026-12-12T10:30:00.000Z', '2027-06-10T10:30:00.000Z'])
  expect(spanOf('2027-08-31T09:00:00Z')).toEqual(['2027-02-28T09:00:00.000Z', '2027-08-29T09:00:00.000Z'])
  expect(spanOf('2028-08-31T09:00:00Z')[0]).toBe('2028-02-29T09:00:00.000Z')
  expect(spanOf('2027-03-15T09:00:00Z')[0]).toBe('2026-09-15T09:00:00.000Z')
})
