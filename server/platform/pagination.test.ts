import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Refusal } from './refusal.ts'
import { toContainsPattern, createPage, cursors, decodeCursor, encodeCursor } from './pagination.ts'

const id = '0198c0de-0000-4000-8000-000000000001'
const at = '2027-06-12T09:00:00.123456Z'
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const refusalOf = (cursor: string, schema: (typeof cursors)[keyof typeof cursors]) => {
  try {
    return decodeCursor<unknown>(cursor, schema)
  } catch (fault) {
    return (fault as Refusal).errors
  }
}

test('a cursor decodes to its key, with microseconds', () => {
  expect(decodeCursor(encodeCursor([at, id]), cursors.uuid)).toEqual([at, id])
  expect(decodeCursor(encodeCursor([at, '42']), cursors.bigint)).toEqual([at, '42'])
  expect(decodeCursor(encodeCursor([at, 42]), cursors.review)).toEqual([at, 42])
  expect(decodeCursor(encodeCursor([at, 'payment:a-1']), cursors.story)).toEqual([at, 'payment:a-1'])
  expect(decodeCursor(encodeCursor([true, at, 42]), cursors.verification)).toEqual([true, at, 42])
  expect(decodeCursor(encodeCursor(['-total', ['3250'], id]), cursors.sorted)).toEqual(['-total', ['3250'], id])
  expect(decodeCursor(undefined, cursors.uuid)).toBeNull()
  const key = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)
  fc.assert(
    fc.property(fc.integer(), key, fc.nat(), (...match) => {
      expect(decodeCursor(encodeCursor(match), cursors.match)).toEqual(match)
    }),
  )
})

test.each([
  ['', 'uuid'],
  ['no cursor', 'uuid'],
  ['####', 'uuid'],
  [encodeCursor([at, id]).slice(0, -3), 'uuid'],
  [Buffer.from('null').toString('base64url'), 'uuid'],
  [encode({ 0: at, 1: id }), 'uuid'],
  [encode([at]), 'uuid'],
  [encode([at, id, 1]), 'uuid'],
  [encode([at, '1']), 'uuid'],
  [encode([at, `${id}'; select 1`]), 'uuid'],
  [encode([null, id]), 'uuid'],
  [encode(['2027-06-12', id]), 'uuid'],
  [encode(['2027-02-30T09:00:00Z', id]), 'uuid'],
  [encode(['2027-06-12T25:00:00Z', id]), 'uuid'],
  [encode(['0000-06-12T09:00:00Z', id]), 'uuid'],
  [encode(['+275000-06-12T09:00:00Z', id]), 'uuid'],
  [encode([at, id]), 'bigint'],
  [encode([at, '1'.repeat(16)]), 'bigint'],
  [encode([at, '-1']), 'bigint'],
  [encode([at, 1.5]), 'review'],
  [encode([at, 2 ** 53]), 'review'],
  [encode([at, 'payment']), 'story'],
  [encode(['true', at, 1]), 'verification'],
  [encode([1, 2]), 'match'],
  [encode(['date', [], id]), 'sorted'],
  [encode(['date', at, id]), 'sorted'],
  [encode(['date', [at]]), 'sorted'],
  [encode([1, '2', 3]), 'match'],
] as const)('a malformed cursor %j is refused at its field (%s)', (cursor, kind) => {
  expect(refusalOf(cursor, cursors[kind])).toEqual([
    { path: 'cursor', message: 'This page does not exist. Start from the first page.' },
  ])
})

test('the next cursor comes from the last row of a page, and is null on the last page', () => {
  const rows = [{ n: 1 }, { n: 2 }, { n: 3 }]
  const getCursor = (row: { n: number }) => encodeCursor([row.n])
  expect(createPage(rows, 2, getCursor)).toEqual({ rows: [{ n: 1 }, { n: 2 }], nextCursor: encodeCursor([2]) })
  expect(createPage(rows, 3, getCursor)).toEqual({ rows, nextCursor: null })
  expect(createPage([], 3, getCursor)).toEqual({ rows: [], nextCursor: null })
})

test('a search text is lower-cased, and its wildcards are escaped', () => {
  expect(toContainsPattern('50%_\\Off')).toBe('%50\\%\\_\\\\off%')
})
