import { expect, test } from 'vitest'
import { findRedirect } from './redirect-page.tsx'

test('old URLs redirect to the new ones', () => {
  const old = [
    '/products/london',
    '/blog',
    '/makeup-and-hair/gallery',
    '/5f3a/get-quote',
    '/account',
    '/account/',
    '/join',
  ]
  expect(old.map(findRedirect)).toEqual(['/', '/', '/content/gallery', '/', '/dashboard', '/dashboard', null])
})
