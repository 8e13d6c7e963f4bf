import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

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
  expect(localPath(value)).toBeNull()
})

test('a path keeps its query and fragment', () => {
  expect(localPath('/quotes/abc?x=1#top')).toBe('/quotes/abc?x=1#top')
  expect(localPath('/a/./b')).toBe('/a/b')
  expect(localPath('/')).toBe('/')
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
      const path = localPath(text)
      if (path === null) return
      expect(new URL(path, site).origin).toBe(site)
      expect(localPath(path)).toBe(path)
    }),
    { numRuns: process.env['PROVE'] ? 100_000 : 2_000 },
  )
})
