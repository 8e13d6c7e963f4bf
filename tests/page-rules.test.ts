import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { consentScript } from '#contract/consent.ts'

const web = join(import.meta.dirname, '../web')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(web, file), 'utf8') }))
const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

/** Fields for digits that are not quantities: codes, card and account numbers. */
const digitFields = [
  'accounts/factors/own-factors.tsx',
  'accounts/factors/proof-form.tsx',
  'accounts/links/code-form.tsx',
  'accounts/own-account/own-address.tsx',
  'operator/people/contact-card.tsx',
  'accounts/own-account/account-panel.tsx',
  'payments/payout-details.tsx',
  'payments/test-card-fields.tsx',
  'search/quotes/one-step-left.tsx',
]
/** The search form without JavaScript. */
const plainForm = 'search/form/plain-form.tsx'

test('every amount, duration and distance is entered in a number field', () => {
  expect(filesWith(/inputMode="(?:numeric|decimal)"/).toSorted()).toEqual([...digitFields, plainForm].toSorted())
  expect(filesWith(/inputMode: '(?:numeric|decimal)'/)).toEqual([])
  expect(filesWith(/type="number"/)).toEqual([plainForm])
})

test('typed text becomes a number only by the parser of number fields', () => {
  const typedText = /\b(?:Number(?:\.parse(?:Float|Int))?|parseFloat|parseInt)\((?:String\()?(?:typed|draft\.|wanted\.)/
  expect(filesWith(typedText)).toEqual([])
  expect(filesWith(/\b(?:parseFloat|parseInt)\(/)).toEqual([])
  // Removing characters can turn a text into another number.
  expect(filesWith(/\.replace(?:All)?\(\/\[\^\\d[^\]]*\]\/g/)).toEqual([])
})

test('pages use storage through the module that handles blocked and full storage', () => {
  // The linter denies the plain names.
  expect(filesWith(/\b(?:window|globalThis|self)\.(?:local|session)Storage\b/)).toEqual(['platform/storage.ts'])
  expect(filesWith(/(?<!\.)\b(?:local|session)Storage\b/)).toEqual([])
})

test('the first script of every page replaces blocked storage, which libraries of the page use too', () => {
  const page: Record<string, unknown> = { document: { documentElement: { dataset: {} } }, Map, String }
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(page, name, {
      configurable: true,
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  page['window'] = page
  const context = createContext(page)
  runInContext(consentScript, context)
  expect(runInContext(`sessionStorage.setItem('a', 1); sessionStorage.getItem('a')`, context)).toBe('1')
  expect(runInContext(`localStorage.getItem('cookieConsent')`, context)).toBe('pending')
  expect(
    runInContext(`localStorage.removeItem('cookieConsent'); localStorage.getItem('cookieConsent')`, context),
  ).toBeNull()
})

test('one helper scrolls messages and fields with an error into view', () => {
  // The others scroll to a part of the page instead of a message.
  const parts = [
    'checkout/checkout.tsx',
    'dashboard/own-profile/appearance-page.tsx',
    'dashboard/own-profile/form-card.tsx',
    'accounts/own-account/account-panel.tsx',
    'operator/booking-acts/act-dialog.tsx',
    'operator/operator-layout.tsx',
    'search/quotes/live-quotes.tsx',
    'ui/fields/calendar.tsx',
    'ui/navigation.tsx',
  ]
  expect(filesWith(/\.scrollIntoView\(/).toSorted()).toEqual([...parts, 'ui/reveal.ts'].toSorted())
  expect(filesWith(/aria-invalid[^;\n]*\.focus\(/)).toEqual([])
})
