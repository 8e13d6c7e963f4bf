import { describe, expect, test } from 'vitest'
import { keysOf } from '#server/gateways/payments/keys.ts'
import { readEnv } from '#server/platform/env.ts'

/** All that must be named where the address is https. */
const live = {
  PUBLIC_URL: 'https://primp.example/',
  GEOCODER: 'gazetteer',
  AUTH_SECRET: 'x'.repeat(32),
  MAIL: 'outbox',
  FILES: 'disk',
  IDENTITY_KEY: 'x'.repeat(43),
  PAYMENTS: 'stripe',
  STRIPE_KEY: 'sk_all',
  STRIPE_PUBLISHABLE_KEY: 'pk_all',
  STRIPE_WEBHOOK_SECRET: 'whsec_all',
}
const without = (name: keyof typeof live) => ({ ...live, [name]: '' })

describe('configuration', () => {
  test('nothing set at all is a whole configuration: embedded, with the sample market', () => {
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

  test('an empty value is none', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', SAMPLE_MARKET: '' })).toMatchObject({ PORT: 3000, sampleMarket: true })
  })

  test('a database of its own gets no sample market unless it is asked for', () => {
    const DATABASE_URL = 'postgres://localhost/primp'
    expect(readEnv({ DATABASE_URL }).sampleMarket).toBe(false)
    expect(readEnv({ DATABASE_URL, SAMPLE_MARKET: 'on' }).sampleMarket).toBe(true)
  })

  test('Stripe has one set of keys for all markets, and one of its own for any of them', () => {
    const keys = {
      STRIPE_KEY: 'sk_all',
      STRIPE_PUBLISHABLE_KEY: 'pk_all',
      STRIPE_WEBHOOK_SECRET: 'whsec_all',
      STRIPE_KEY_GB: 'sk_gb',
    }
    const env = readEnv({ PAYMENTS: 'stripe', ...keys })
    expect([keysOf(env, 'GB').key, keysOf(env, 'US').key, keysOf(env, 'GB').publishableKey]).toEqual([
      'sk_gb',
      'sk_all',
      'pk_all',
    ])
  })

  test('https is production, whatever NODE_ENV says', () => {
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
    [{ AUTH_SECRET: 'short' }, /^Configuration: AUTH_SECRET: /],
    [{ CLOCK: 'noon' }, /^Configuration: CLOCK: /],
    [{ GEOCODER: 'mapbox' }, /^Configuration: MAPBOX_TOKEN: /],
    [{ RATE_LIMITS: 'off', PUBLIC_URL: 'http://primp.example' }, /^Configuration: RATE_LIMITS: /],
    [without('GEOCODER'), /^Configuration: GEOCODER: /],
    [without('AUTH_SECRET'), /^Configuration: AUTH_SECRET: /],
    [without('MAIL'), /^Configuration: MAIL: /],
    [without('FILES'), /^Configuration: FILES: /],
    [without('IDENTITY_KEY'), /^Configuration: IDENTITY_KEY: /],
    [without('PAYMENTS'), /^Configuration: PAYMENTS: /],
    [{ ...live, PAYMENTS: 'test' }, /^Configuration: PAYMENTS: /],
    [{ PORT: '3000', METRICS_PORT: '3000' }, /^Configuration: METRICS_PORT: /],
    [{ METRICS_TOKEN: 'short' }, /^Configuration: METRICS_TOKEN: /],
    [{ IDENTITY_KEYS_BEFORE: `${'x'.repeat(43)},short` }, /^Configuration: IDENTITY_KEYS_BEFORE/],
    [
      { PAYMENTS: 'stripe', STRIPE_KEY: 'sk_1', STRIPE_PUBLISHABLE_KEY: 'pk_1' },
      /^Configuration: STRIPE_WEBHOOK_SECRET: needed/,
    ],
    [
      { PAYMENTS: 'stripe', STRIPE_KEY_GB: 'sk_1', STRIPE_PUBLISHABLE_KEY: 'pk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      /^Configuration: STRIPE_KEY: needed/,
    ],
    [{ PAYMENTS: 'paypal' }, /^Configuration: PAYMENTS: /],
    [{ ...live, SAMPLE_MARKET: 'on' }, /^Configuration: SAMPLE_MARKET: /],
    [{ ...live, CLOCK: '2026-11-20T09:00:00Z' }, /^Configuration: CLOCK: /],
    [{ MAIL: 'smtp' }, /^Configuration: SMTP_URL: /],
    [{ MAIL: 'http' }, /^Configuration: MAIL_URL: /],
    [{ SMS: 'twilio', TWILIO_ACCOUNT: 'AC1' }, /^Configuration: TWILIO_ACCOUNT, TWILIO_TOKEN, TWILIO_FROM: /],
    [{ FILES: 's3', S3_BUCKET: 'primp' }, /^Configuration: S3_ENDPOINT, /],
    [{ IDENTITY_KEY: 'short' }, /^Configuration: IDENTITY_KEY: /],
  ])('%j is refused by name', (env, line) => {
    expect(() => readEnv(env)).toThrow(line)
  })
})
