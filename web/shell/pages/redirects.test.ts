import { expect, test } from 'vitest'
import { movedTo } from './redirects.ts'

test('old addresses lead where they moved to', () => {
  const old = [
    '/products/london',
    '/blog',
    '/makeup-and-hair/gallery',
    '/5f3a/get-quote',
    '/account',
    '/account/',
    '/join',
  ]
  expect(old.map(movedTo)).toEqual(['/', '/', '/content/gallery', '/', '/dashboard', '/dashboard', null])
})
