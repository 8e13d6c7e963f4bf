import { describe, expect, test } from 'vitest'
import { getStripeKeys } from '#server/gateways/payments/keys.ts'
import { readEnv } from '#server/platform/env.ts'
import { stripeKeys } from '#tests/stripe-double/keys.ts'

/** All variables required with https. */
const live = {
  PUBLIC_URL: 'https://primp.example/',
  GEOCODER: 'gazetteer',
  AUTH_SECRET: 'x'.repeat(32),
  MAIL: 'outbox',
  FILES: 'disk',
  IDENTITY_KEY: 'x'.repeat(43),
  FORM_KEY: 'x'.repeat(43),
  PAYMENTS: 'stripe',
  ...stripeKeys,
}
const without = (name: keyof typeof live) => ({ ...live, [name]: '' })

describe('Configuration', () => {
  test('an empty environment is valid: embedded database, with the sample market', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      DATA_DIR: './data',
      ROLES: ['web', 'worker'],
      publicUrl: 'http://localhost:3000',
      production: false,
      sampleMarket: true,
      RATE_LIMITS: true,
    })
  })

  test('an empty value counts as not set', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', SAMPLE_MARKET: '' })).toMatchObject({ PORT: 3000, sampleMarket: true })
  })

  test('an external database gets the sample market only if it is turned on', () => {
    const DATABASE_URL = 'postgres://localhost/primp'
    expect(readEnv({ DATABASE_URL }).sampleMarket).toBe(false)
    expect(readEnv({ DATABASE_URL, SAMPLE_MARKET: 'on' }).sampleMarket).toBe(true)
  })

  test('each market has its own Stripe keys', () => {
    const env = readEnv({ PAYMENTS: 'stripe', ...stripeKeys })
    expect([getStripeKeys(env, 'GB').key, getStripeKeys(env, 'US').connectWebhookSecret]).toEqual([
      'sk_test_GB',
      'whsec_accounts_US',
    ])
  })

  test('https means production, regardless of NODE_ENV', () => {
    expect(readEnv({ ...live, DATABASE_URL: 'postgres://localhost/primp', NODE_ENV: 'development' })).toMatchObject({
      production: true,
      publicUrl: 'https://primp.example',
      sampleMarket: false,
    })
  })

  test.each([
    [{ PORT: 'eighty' }, /^Configuration: PORT: /],
    [{ PORT: '70000' }, /^Configuration: PORT: /],
    [{ ROLES: 'cook' }, /^Configuration: ROLES/],
    [{ DATABASE_URL: 'primp' }, /^Configuration: DATABASE_URL: /],
    [{ PUBLIC_URL: 'primp' }, /^Configuration: PUBLIC_URL: /],
    [{ SAMPLE_MARKET: 'maybe' }, /^Configuration: SAMPLE_MARKET: /],
    [{ LOG_LEVEL: 'loud' }, /^Configuration: LOG_LEVEL: /],
    [{ WATCHDOG_SECONDS: '-1' }, /^Configuration: WATCHDOG_SECONDS: /],
    [{ DATABASE_TOTAL_MS: 'long' }, /^Configuration: DATABASE_TOTAL_MS: /],
    [{ AUTH_SECRET: 'short' }, /^Configuration: AUTH_SECRET: /],
    [{ CLOCK: 'noon' }, /^Configuration: CLOCK: /],
    [{ GEOCODER: 'mapbox' }, /^Configuration: MAPBOX_TOKEN: /],
    [{ RATE_LIMITS: 'off', PUBLIC_URL: 'http://primp.example' }, /^Configuration: RATE_LIMITS: /],
    [without('GEOCODER'), /^Configuration: GEOCODER: /],
    [without('AUTH_SECRET'), /^Configuration: AUTH_SECRET: /],
    [without('MAIL'), /^Configuration: MAIL: /],
    [without('FILES'), /^Configuration: FILES: /],
    [without('IDENTITY_KEY'), /^Configuration: IDENTITY_KEY: /],
    [without('FORM_KEY'), /^Configuration: FORM_KEY: /],
    [without('PAYMENTS'), /^Configuration: PAYMENTS: /],
    [{ ...live, PAYMENTS: 'test' }, /^Configuration: PAYMENTS: /],
    [{ PORT: '3000', METRICS_PORT: '3000' }, /^Configuration: METRICS_PORT: /],
    [{ METRICS_TOKEN: 'short' }, /^Configuration: METRICS_TOKEN: /],
    [{ IDENTITY_KEYS_BEFORE: `${'x'.repeat(43)},short` }, /^Configuration: IDENTITY_KEYS_BEFORE/],
    [
      { ...live, STRIPE_KEY: 'sk_1' },
      /^Configuration: STRIPE_KEY: set one per market, of an account in its country: STRIPE_KEY_AU, /,
    ],
    [{ ...live, STRIPE_KEY_GB: '' }, /^Configuration: STRIPE_KEY_GB: required/],
    [{ ...live, STRIPE_CONNECT_WEBHOOK_SECRET_US: '' }, /^Configuration: STRIPE_CONNECT_WEBHOOK_SECRET_US: required/],
    [{ ...live, STRIPE_KEY_GB: 'sk_test_US' }, /^Configuration: STRIPE_KEY_AU, .*: must differ/],
    [{ PAYMENTS: 'paypal' }, /^Configuration: PAYMENTS: /],
    [{ ...live, SAMPLE_MARKET: 'on' }, /^Configuration: SAMPLE_MARKET: /],
    [{ ...live, CLOCK: '2026-11-20T09:00:00Z' }, /^Configuration: CLOCK: /],
    [{ MAIL: 'smtp' }, /^Configuration: SMTP_URL: /],
    [{ MAIL: 'http' }, /^Configuration: MAIL_URL: /],
    [{ MAIL_DKIM_DOMAIN: 'primp.example' }, /^Configuration: MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY: /],
    [{ MAIL_DKIM_KEY: 'no key' }, /^Configuration: MAIL_DKIM_KEY: must be a private key in PEM format/],
    [{ SMS: 'twilio', TWILIO_ACCOUNT: 'AC1' }, /^Configuration: TWILIO_ACCOUNT, TWILIO_TOKEN, TWILIO_FROM: /],
    [{ FILES: 's3', S3_BUCKET: 'primp' }, /^Configuration: S3_ENDPOINT, /],
    [{ IDENTITY_KEY: 'short' }, /^Configuration: IDENTITY_KEY: /],
    [{ FORM_KEY: 'short' }, /^Configuration: FORM_KEY: /],
    [{ FORM_KEYS_BEFORE: `${'x'.repeat(43)},short` }, /^Configuration: FORM_KEYS_BEFORE/],
  ])('%j is refused with the name of the variable', (env, line) => {
    expect(() => readEnv(env)).toThrow(line)
  })
})
