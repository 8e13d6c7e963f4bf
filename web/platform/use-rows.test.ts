import { expect, test } from 'vitest'
import { add, ask, begin, fail } from './use-rows.ts'

const all = { rows: ['a', 'b'], nextCursor: '2' }
const filtered = { rows: ['b'], nextCursor: null }

test('more rows stand below those that are there', () => {
  const list = add(ask(begin(all)), all, { rows: ['c'], nextCursor: null })
  expect(list).toEqual({ of: all, rows: ['a', 'b', 'c'], nextCursor: null, loading: false, error: null })
})

test('rows that come after the filter has changed are dropped, and so is their failure', () => {
  const asked = ask(begin(all))
  expect(asked.loading).toBe(true)
  const now = begin(filtered)
  expect(add(now, asked.of, { rows: ['c'], nextCursor: '3' })).toBe(now)
  expect(fail(now, asked.of, 'No line.')).toBe(now)
})

test('the same rows loaded anew are another list', () => {
  const anew = begin({ ...all })
  expect(add(anew, all, { rows: ['c'], nextCursor: null }).rows).toEqual(['a', 'b'])
})

test('what failed is said until it is asked for again, and takes no row away', () => {
  const failed = fail(ask(begin(all)), all, 'No line.')
  expect(failed).toMatchObject({ rows: ['a', 'b'], nextCursor: '2', loading: false, error: 'No line.' })
  expect(ask(failed).error).toBeNull()
})
