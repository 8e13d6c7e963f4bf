import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import './validation/messages.ts'
import { parseHosts } from '#db/hosts.ts'

const flag = z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((v) => v === 'on' || v === 'true' || v === '1')
const list = z
  .string()
  .default('')
  .transform((v) =>
    v
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

const isPrivateKey = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).type === 'private'
  } catch {
    return false
  }
}

const databaseUrl = z.string().superRefine((url, { addIssue }) => {
  try {
    parseHosts(url)
  } catch (fault) {
    addIssue({ code: 'custom', message: (fault as Error).message })
  }
})

// Each market has its own Stripe account, without cross-border transfers: STRIPE_KEY_GB.
const markets = ['_AU', '_US', '_GB', '_CA'] as const
const stripeSet = [
  'STRIPE_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
] as const
const stripeNames = stripeSet.flatMap((name) => markets.map((market) => `${name}${market}` as const))
const stripeKeys = Object.fromEntries(stripeNames.map((name) => [name, z.string().optional()])) as Record<
  (typeof stripeNames)[number],
  z.ZodOptional<z.ZodString>
>

const siteOrigin = z
  .url('each must be the https address of a site')
  .refine(
    (url) => !URL.canParse(url) || url.startsWith('https://') || isLoopbackUrl(url),
    'each must begin with https://',
  )
  .transform((url) => new URL(url).origin)

export const Env = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  /** Milliseconds after SIGTERM during which requests are served while /readyz returns 503. */
  DRAIN_MS: z.coerce.number().int().min(0).max(5_000).optional(),
  DATA_DIR: z.string().default('./data'),
  /** Backups of the embedded database: directory, interval in hours and number kept. */
  BACKUP_DIR: z.string().optional(),
  BACKUP_HOURS: z.coerce.number().min(0.1).max(720).default(24),
  BACKUPS_KEPT: z.coerce.number().int().min(1).max(1000).default(7),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URLS: list,
  /** Direct connection without the transaction pooler, for notifications, jobs and migrations. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** True if DATABASE_URL is a transaction pooler: disables named prepared statements. */
  DATABASE_POOLER: flag.default(false),
  /** Connection pool sizes per process: writes, reads, jobs and rate limits. */
  DATABASE_ACTS: z.coerce.number().int().min(1).max(200).default(10),
  DATABASE_READS: z.coerce.number().int().min(1).max(200).default(8),
  DATABASE_JOBS: z.coerce.number().int().min(1).max(50).default(3),
  DATABASE_COUNTS: z.coerce.number().int().min(1).max(50).default(2),
  /** Timeouts in milliseconds: for a connection and for a statement. */
  DATABASE_CONNECT_MS: z.coerce.number().int().min(100).max(60_000).default(3_000),
  DATABASE_ANSWER_MS: z.coerce.number().int().min(500).max(60_000).default(8_000),
  /** Total time that one request may wait for the database, in milliseconds. */
  DATABASE_TOTAL_MS: z.coerce.number().int().min(500).max(120_000).default(10_000),
  /** Seconds of a blocked event loop after which the process ends; 0 disables the watchdog. */
  WATCHDOG_SECONDS: z.coerce.number().int().min(0).max(3_600).default(30),
  ROLES: z
    .string()
    .default('web,worker')
    .transform((v) => v.split(',').map((r) => r.trim()))
    .pipe(z.array(z.enum(['web', 'worker']))),
  PUBLIC_URL: z.url().optional(),
  SAMPLE_MARKET: flag.optional(),
  RATE_LIMITS: flag.default(true),
  /** Shows all pages in the pseudo-locale, in which texts outside of message catalogues stand out. */
  PSEUDO_LOCALE: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** OTLP over HTTP for traces: endpoint, headers, service name and sampling ratio from 0 to 1. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  OTEL_SERVICE_NAME: z.string().default('primp'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  AUTH_SECRET: z.string().min(32).optional(),
  /** Former secrets, valid for verification only. */
  AUTH_SECRETS_BEFORE: list.pipe(z.array(z.string().min(32))),
  /** Vector tiles of the map: the path or address of a PMTiles archive. The default is the sketch of the sample market. */
  MAP_TILES: z.string().min(1).optional(),
  GEOCODER: z.enum(['gazetteer', 'mapbox']).optional(),
  MAPBOX_TOKEN: z.string().optional(),
  MAPBOX_URL: z.url().default('https://api.mapbox.com'),
  /** Trusts the last address in X-Forwarded-For. Only behind a proxy that sets it. */
  TRUST_PROXY: flag.default(false),
  /** Access to metrics: a separate port, or a token; by default from this machine only. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Size of the page cache per process in megabytes. */
  PAGES_MB: z.coerce.number().int().min(16).max(4096).default(256),
  /** Start time of the clock, for tests; not allowed with an https PUBLIC_URL. */
  CLOCK: z.iso.datetime().optional(),
  /** Mail transport: outbox at /operator/outbox, SMTP, or an HTTP API. */
  MAIL: z.enum(['outbox', 'smtp', 'http']).optional(),
  MAIL_FROM: z.string().default('team@primp.test'),
  SMTP_URL: z.url().optional(),
  /** DKIM for SMTP: domain, selector and PEM key with \n as line separator. */
  MAIL_DKIM_DOMAIN: z.string().optional(),
  MAIL_DKIM_SELECTOR: z.string().optional(),
  MAIL_DKIM_KEY: z
    .string()
    .transform((key) => key.replaceAll('\\n', '\n'))
    .refine(isPrivateKey, 'must be a private key in PEM format')
    .optional(),
  /** Signing secret of bounce and complaint webhooks: `whsec_` and base64. */
  MAIL_EVENTS_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/=]{24,}$/, 'must be whsec_ followed by at least 24 characters of base64')
    .optional(),
  MAIL_URL: z.url().optional(),
  MAIL_TOKEN: z.string().optional(),
  SMS: z.enum(['outbox', 'twilio']).default('outbox'),
  TWILIO_URL: z.url().default('https://api.twilio.com'),
  TWILIO_ACCOUNT: z.string().optional(),
  TWILIO_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  /** Picture storage: DATA_DIR or an S3 bucket. */
  FILES: z.enum(['disk', 's3']).optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_KEY: z.string().optional(),
  S3_SECRET: z.string().optional(),
  /** 32 bytes in base64url: encrypts identity pictures and tax identities. */
  IDENTITY_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  /** Former keys, for decryption only. */
  IDENTITY_KEYS_BEFORE: list.pipe(
    z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'each must be 32 bytes in base64url')),
  ),
  /** 32 bytes in base64url: wraps the keys of signed forms. */
  FORM_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  /** Former keys, for decryption only. */
  FORM_KEYS_BEFORE: list.pipe(z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'each must be 32 bytes in base64url'))),
  /** Endpoint for the newest pictures of a social name; album pictures are the fallback. */
  SOCIAL_PHOTOS_URL: z.url().optional(),
  /** Payment gateway: the embedded test bank without real money, or Stripe. */
  PAYMENTS: z.enum(['test', 'stripe']).optional(),
  STRIPE_API: z.url().default('https://api.stripe.com'),
  ...stripeKeys,
  /** Other Primp sites whose signed exports artists may import themselves. */
  IMPORT_SITES: list.pipe(z.array(siteOrigin)),
  LEGAL_NAME: z.string().default('Primp'),
  /** Number that the tax office gave the platform for its report (HMRC: platform operator ID). */
  PLATFORM_REPORT_ID: z.string().default(''),
  SUPPORT_EMAIL: z.string().default(''),
  SUPPORT_PHONE: z.string().default(''),
})

export type Env = Omit<z.infer<typeof Env>, 'PUBLIC_URL' | 'SAMPLE_MARKET' | 'DRAIN_MS'> & {
  publicUrl: string
  /** True if the public URL is https, regardless of NODE_ENV. */
  production: boolean
  sampleMarket: boolean
  drainMs: number
}

/** Parses the configuration. Throws with one line per problem. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = Env.safeParse(given)
  if (!parsed.success)
    throw new Error(`Configuration: ${parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ')}`)
  const { PUBLIC_URL, SAMPLE_MARKET, DRAIN_MS, ...rest } = parsed.data
  const publicUrl = (PUBLIC_URL ?? `http://localhost:${rest.PORT}`).replace(/\/$/, '')
  const production = publicUrl.startsWith('https://')
  const problems = [
    rest.GEOCODER === 'mapbox' && !rest.MAPBOX_TOKEN && 'MAPBOX_TOKEN: required with GEOCODER=mapbox',
    production && !rest.GEOCODER && 'GEOCODER: required if PUBLIC_URL is https (gazetteer or mapbox)',
    production && !rest.AUTH_SECRET && 'AUTH_SECRET: required if PUBLIC_URL is https (32 characters or more)',
    production && !rest.MAIL && 'MAIL: required if PUBLIC_URL is https (outbox, smtp or http)',
    production && !rest.FILES && 'FILES: required if PUBLIC_URL is https (disk or s3)',
    production && !rest.IDENTITY_KEY && 'IDENTITY_KEY: required if PUBLIC_URL is https (32 bytes in base64url)',
    production && !rest.FORM_KEY && 'FORM_KEY: required if PUBLIC_URL is https (32 bytes in base64url)',
    production && !rest.PAYMENTS && 'PAYMENTS: required if PUBLIC_URL is https (stripe)',
    production &&
      rest.PAYMENTS === 'test' &&
      'PAYMENTS: must be stripe if PUBLIC_URL is https, because test cards would book real artists without payment',
    ...(rest.PAYMENTS === 'stripe' ? wrongKeys(given) : []),
    rest.METRICS_PORT !== undefined && rest.METRICS_PORT === rest.PORT && 'METRICS_PORT: must differ from PORT',
    rest.MAIL === 'smtp' && !rest.SMTP_URL && 'SMTP_URL: required with MAIL=smtp',
    new Set([rest.MAIL_DKIM_DOMAIN, rest.MAIL_DKIM_SELECTOR, rest.MAIL_DKIM_KEY].map(Boolean)).size > 1 &&
      'MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY: set all three or none',
    rest.MAIL === 'http' && !rest.MAIL_URL && 'MAIL_URL: required with MAIL=http',
    rest.SMS === 'twilio' &&
      !(rest.TWILIO_ACCOUNT && rest.TWILIO_TOKEN && rest.TWILIO_FROM) &&
      'TWILIO_ACCOUNT, TWILIO_TOKEN, TWILIO_FROM: required with SMS=twilio',
    rest.FILES === 's3' &&
      !(rest.S3_ENDPOINT && rest.S3_BUCKET && rest.S3_KEY && rest.S3_SECRET) &&
      'S3_ENDPOINT, S3_BUCKET, S3_KEY, S3_SECRET: required with FILES=s3',
    !rest.RATE_LIMITS &&
      !isLoopbackUrl(publicUrl) &&
      'RATE_LIMITS: can only be off if PUBLIC_URL is a loopback address',
    rest.PSEUDO_LOCALE && production && 'PSEUDO_LOCALE: not allowed if PUBLIC_URL is https',
    rest.CLOCK && production && 'CLOCK: not allowed if PUBLIC_URL is https',
    rest.BACKUP_DIR &&
      rest.DATABASE_URL &&
      'BACKUP_DIR: only for the embedded database; use the backups of PostgreSQL instead (docs/operating.md)',
    SAMPLE_MARKET && production && 'SAMPLE_MARKET: not allowed if PUBLIC_URL is https',
  ].filter((p) => typeof p === 'string')
  if (problems.length) throw new Error(`Configuration: ${problems.join('; ')}`)
  return {
    ...rest,
    publicUrl,
    production,
    sampleMarket: SAMPLE_MARKET ?? (!rest.DATABASE_URL && !production),
    drainMs: DRAIN_MS ?? (production ? 2_000 : 0),
  }
}

function wrongKeys(given: Partial<Record<string, unknown>>): string[] {
  return stripeSet.flatMap((name) => {
    if (given[name]) return [`${name}: set one per market, of an account in its country: ${named(name)}`]
    const missing = markets.filter((market) => !given[`${name}${market}`]).map((market) => `${name}${market}`)
    if (missing.length > 0) return [`${missing.join(', ')}: required with PAYMENTS=stripe`]
    const shared = new Set(markets.map((market) => given[`${name}${market}`])).size < markets.length
    return shared ? [`${named(name)}: must differ, because each market has its own account`] : []
  })
}

const named = (name: string): string => markets.map((market) => `${name}${market}`).join(', ')

export const isLoopbackUrl = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
