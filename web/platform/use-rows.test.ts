import { expect, test } from 'vitest'
import { appendRows, startLoading, createRows, failRows } from './use-rows.ts'

const all = { rows: ['a', 'b'], nextCursor: '2' }
const filtered = { rows: ['b'], nextCursor: null }

test('more rows are appended below the existing ones', () => {
  const list = appendRows(startLoading(createRows(all)), all, { rows: ['c'], nextCursor: null })
  expect(list).toEqual({ of: all, rows: ['a', 'b', 'c'], nextCursor: null, loading: false, error: null })
})

test('rows that arrive after the filter has changed are dropped, and so is their failure', () => {
  const asked = startLoading(createRows(all))
  expect(asked.loading).toBe(true)
  const now = createRows(filtered)
  expect(appendRows(now, asked.of, { rows: ['c'], nextCursor: '3' })).toBe(now)
  expect(failRows(now, asked.of, 'No line.')).toBe(now)
})

test('reloaded rows form a new list', () => {
  const anew = createRows({ ...all })
  expect(appendRows(anew, all, { rows: ['c'], nextCursor: null }).rows).toEqual(['a', 'b'])
})

test('a failure is shown until the retry, and removes no row', () => {
  const failed = failRows(startLoading(createRows(all)), all, 'No line.')
  expect(failed).toMatchObject({ rows: ['a', 'b'], nextCursor: '2', loading: false, error: 'No line.' })
  expect(startLoading(failed).error).toBeNull()
})
