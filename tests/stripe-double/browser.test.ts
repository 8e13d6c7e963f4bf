import { readFileSync } from 'node:fs'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { buildContentSecurityPolicy, getBaseHeaders, getPageHeaders } from '#server/platform/http/security-headers.ts'
import { readEnv } from '#server/platform/env.ts'
import { stripeKeys } from './keys.ts'

const withStripe = readEnv({ PAYMENTS: 'stripe', ...stripeKeys })
const without = readEnv({})

test('the browser script has the same API version as the server', () => {
  const loader = readFileSync(new URL('../../node_modules/@stripe/stripe-js/dist/pure.mjs', import.meta.url), 'utf8')
  const [, train] = loader.match(/RELEASE_TRAIN = '(\w+)'/) ?? []
  expect(Stripe.API_VERSION).toMatch(new RegExp(`\\.${train}$`))
})

test('the content security policy allows wallets and payment frames only where Stripe is used', () => {
  const payment = 'self "https://js.stripe.com" "https://*.js.stripe.com" "https://pay.google.com"'
  expect(getPageHeaders(withStripe)['permissions-policy']).toContain(`payment=(${payment})`)
  expect(getPageHeaders(without)['permissions-policy']).toContain('payment=()')
  const policy = buildContentSecurityPolicy(withStripe, '')
  expect(policy).toMatch(/frame-src 'self' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com https:\/\/hooks/)
  expect(policy).toMatch(/script-src 'self' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com/)
  expect(buildContentSecurityPolicy(without, '')).not.toContain('stripe')
  expect(getBaseHeaders(withStripe)['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  expect(getBaseHeaders(without)['cross-origin-opener-policy']).toBe('same-origin')
})
