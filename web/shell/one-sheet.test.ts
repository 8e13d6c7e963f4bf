import { expect, test } from 'vitest'
import { withOneSheet } from './one-sheet.ts'

const page =
  '<link rel="stylesheet" href="/assets/styles.css" data-precedence="site"/><link nonce="n" rel="stylesheet" href="/assets/frame.css#"/></head>' +
  '<noscript><link rel="stylesheet" href="/assets/plain-form.css"/></noscript>'

test('a page asks for one sheet, and what that does not hold stays', () => {
  expect(withOneSheet(page, { href: '/assets/sheet-a.css', of: ['/assets/styles.css', '/assets/frame.css'] })).toBe(
    '<link rel="stylesheet" href="/assets/sheet-a.css"/>' +
      '<link disabled="" media="not all" rel="stylesheet" href="/assets/styles.css" data-precedence="site"/>' +
      '<link disabled="" media="not all" rel="stylesheet" href="/assets/frame.css#"/></head>' +
      '<noscript><link rel="stylesheet" href="/assets/plain-form.css"/></noscript>',
  )
  expect(withOneSheet(page, undefined)).toBe(page)
})
