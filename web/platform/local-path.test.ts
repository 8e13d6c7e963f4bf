import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toLocalPath } from './local-path.ts'

const site = 'https://primp.test'

test.each([
  '//evil.test',
  '/\\evil.test',
  '/.//evil.test',
  '/..//evil.test',
  '/a/..//evil.test',
  '/%2e//evil.test',
  '/./\\evil.test',
  '/\t/evil.test',
  'https://evil.test',
  'javascript:alert(1)',
  'relative',
  '',
  null,
  undefined,
])('%j is not a path of this site', (value) => {
  expect(toLocalPath(value)).toBeNull()
})

test('a path keeps its query and fragment', () => {
  expect(toLocalPath('/quotes/abc?x=1#top')).toBe('/quotes/abc?x=1#top')
  expect(toLocalPath('/a/./b')).toBe('/a/b')
  expect(toLocalPath('/')).toBe('/')
})

test('a browser never resolves the result to another origin', () => {
  const parts = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '\t',
    '\n',
    '@',
    ':',
    '?',
    '#',
    'evil.test',
    'a',
  )
  const value = fc.oneof(
    fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
    fc.array(parts, { maxLength: 12 }).map((all) => `/${all.join('')}`),
    fc.string({ unit: 'binary' }).map((text) => `/${text}`),
    fc.webUrl(),
  )
  fc.assert(
    fc.property(value, (text) => {
      const path = toLocalPath(text)
      if (path === null) return
      expect(new URL(path, site).origin).toBe(site)
      expect(toLocalPath(path)).toBe(path)
    }),
    { numRuns: process.env['PROVE'] ? 100_000 : 2_000 },
  )
})
