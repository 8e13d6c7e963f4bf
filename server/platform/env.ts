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

// Each market has an account of its own at Stripe, which sends nothing over a border: STRIPE_KEY_GB.
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

export const Env = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  /** Milliseconds after SIGTERM in which everything is still answered while /readyz says 503. */
  DRAIN_MS: z.coerce.number().int().min(0).max(5_000).optional(),
  DATA_DIR: z.string().default('./data'),
  /** Where the embedded database is backed up to while it runs, every so many hours, and how many of them are kept. */
  BACKUP_DIR: z.string().optional(),
  BACKUP_HOURS: z.coerce.number().min(0.1).max(720).default(24),
  BACKUPS_KEPT: z.coerce.number().int().min(1).max(1000).default(7),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URLS: list,
  /** Past a pooler that gives a connection for one transaction only: for notifications, jobs and migrations. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** Whether DATABASE_URL leads to such a pooler: then no statement is prepared by name. */
  DATABASE_POOLER: flag.default(false),
  /** Connections of one process: for acts, reads, jobs, and counts of calls. */
  DATABASE_ACTS: z.coerce.number().int().min(1).max(200).default(10),
  DATABASE_READS: z.coerce.number().int().min(1).max(200).default(8),
  DATABASE_JOBS: z.coerce.number().int().min(1).max(50).default(3),
  DATABASE_COUNTS: z.coerce.number().int().min(1).max(50).default(2),
  /** Milliseconds until whoever waits for the database is told that it is not there: for a connection, and for a statement's answer. */
  DATABASE_CONNECT_MS: z.coerce.number().int().min(100).max(60_000).default(3_000),
  DATABASE_ANSWER_MS: z.coerce.number().int().min(500).max(60_000).default(8_000),
  /** Milliseconds that one request may wait for the database in total, over all its connections and statements. */
  DATABASE_TOTAL_MS: z.coerce.number().int().min(500).max(120_000).default(10_000),
  /** Seconds after which a process with a blocked event loop is ended; 0 switches the watchdog off. */
  WATCHDOG_SECONDS: z.coerce.number().int().min(0).max(3_600).default(30),
  ROLES: z
    .string()
    .default('web,worker')
    .transform((v) => v.split(',').map((r) => r.trim()))
    .pipe(z.array(z.enum(['web', 'worker']))),
  PUBLIC_URL: z.url().optional(),
  SAMPLE_MARKET: flag.optional(),
  RATE_LIMITS: flag.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Where traces go, as OTLP over HTTP, with which headers, under which name, and which share of them from 0 to 1. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  OTEL_SERVICE_NAME: z.string().default('primp'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  AUTH_SECRET: z.string().min(32).optional(),
  /** Secrets that signed before this one: what they signed is still read. */
  AUTH_SECRETS_BEFORE: list.pipe(z.array(z.string().min(32))),
  MAP_STYLE_URL: z.url().optional(),
  GEOCODER: z.enum(['gazetteer', 'mapbox']).optional(),
  MAPBOX_TOKEN: z.string().optional(),
  MAPBOX_URL: z.url().default('https://api.mapbox.com'),
  /** The last address in X-Forwarded-For is the caller's: only behind a proxy that sets it. */
  TRUST_PROXY: flag.default(false),
  /** Who may read what the process has counted: on a port of its own, or with this token; without either this machine alone. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** How many megabytes of memory the pages may take that one process keeps. */
  PAGES_MB: z.coerce.number().int().min(16).max(4096).default(256),
  /** The instant at which the clock starts: for tests, never where PUBLIC_URL is https. */
  CLOCK: z.iso.datetime().optional(),
  /** Where mail goes: kept to read at /operator/outbox, a mail server, or the configured HTTP mail call. */
  MAIL: z.enum(['outbox', 'smtp', 'http']).optional(),
  MAIL_FROM: z.string().default('team@primp.test'),
  SMTP_URL: z.url().optional(),
  /** Who signs a mail that goes by SMTP, where the mail server does not: a domain, the name of its record and the key in PEM, its lines parted by \n. */
  MAIL_DKIM_DOMAIN: z.string().optional(),
  MAIL_DKIM_SELECTOR: z.string().optional(),
  MAIL_DKIM_KEY: z
    .string()
    .transform((key) => key.replaceAll('\\n', '\n'))
    .refine(isPrivateKey, 'no private key in PEM')
    .optional(),
  /** What signs the news of mails that bounced or were called spam, as whoever sends them tells it: `whsec_` and base64. */
  MAIL_EVENTS_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/=]{24,}$/, 'whsec_ and at least 24 characters of base64')
    .optional(),
  MAIL_URL: z.url().optional(),
  MAIL_TOKEN: z.string().optional(),
  SMS: z.enum(['outbox', 'twilio']).default('outbox'),
  TWILIO_URL: z.url().default('https://api.twilio.com'),
  TWILIO_ACCOUNT: z.string().optional(),
  TWILIO_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  /** Where pictures are kept: in DATA_DIR, or in a bucket that speaks S3. */
  FILES: z.enum(['disk', 's3']).optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_KEY: z.string().optional(),
  S3_SECRET: z.string().optional(),
  /** 32 bytes in base64url: encrypts identity pictures. */
  IDENTITY_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'give 32 bytes in base64url')
    .optional(),
  /** Those before it, which still open what they sealed. */
  IDENTITY_KEYS_BEFORE: list.pipe(
    z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'give 32 bytes in base64url for each')),
  ),
  /** 32 bytes in base64url: wraps the keys of forms that customers have signed. */
  FORM_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'give 32 bytes in base64url')
    .optional(),
  /** Those before it, which still open what they wrapped. */
  FORM_KEYS_BEFORE: list.pipe(z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'give 32 bytes in base64url for each'))),
  /** Answers the newest pictures of a social name; without it the provider's own albums stand in. */
  SOCIAL_PHOTOS_URL: z.url().optional(),
  /** Who takes payments: the embedded test bank, which moves no real money, or Stripe. */
  PAYMENTS: z.enum(['test', 'stripe']).optional(),
  STRIPE_API: z.url().default('https://api.stripe.com'),
  ...stripeKeys,
  LEGAL_NAME: z.string().default('Primp'),
  SUPPORT_EMAIL: z.string().default(''),
  SUPPORT_PHONE: z.string().default(''),
})

export type Env = Omit<z.infer<typeof Env>, 'PUBLIC_URL' | 'SAMPLE_MARKET' | 'DRAIN_MS'> & {
  publicUrl: string
  /** Production means that the public address is https; NODE_ENV says nothing about it. */
  production: boolean
  sampleMarket: boolean
  drainMs: number
}

/** Reads the whole configuration once; throws one readable line for each thing wrong in it. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = Env.safeParse(given)
  if (!parsed.success)
    throw new Error(`Configuration: ${parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ')}`)
  const { PUBLIC_URL, SAMPLE_MARKET, DRAIN_MS, ...rest } = parsed.data
  const publicUrl = (PUBLIC_URL ?? `http://localhost:${rest.PORT}`).replace(/\/$/, '')
  const production = publicUrl.startsWith('https://')
  const problems = [
    rest.GEOCODER === 'mapbox' && !rest.MAPBOX_TOKEN && 'MAPBOX_TOKEN: needed with GEOCODER=mapbox',
    production && !rest.GEOCODER && 'GEOCODER: name it when PUBLIC_URL is https (gazetteer or mapbox)',
    production && !rest.AUTH_SECRET && 'AUTH_SECRET: needed when PUBLIC_URL is https (32 characters or more)',
    production && !rest.MAIL && 'MAIL: name it when PUBLIC_URL is https (outbox, smtp or http)',
    production && !rest.FILES && 'FILES: name it when PUBLIC_URL is https (disk or s3)',
    production && !rest.IDENTITY_KEY && 'IDENTITY_KEY: needed when PUBLIC_URL is https (32 bytes in base64url)',
    production && !rest.FORM_KEY && 'FORM_KEY: needed when PUBLIC_URL is https (32 bytes in base64url)',
    production && !rest.PAYMENTS && 'PAYMENTS: name it when PUBLIC_URL is https (stripe)',
    production &&
      rest.PAYMENTS === 'test' &&
      'PAYMENTS: test takes no real money, and test cards book real artists: stripe where PUBLIC_URL is https',
    ...(rest.PAYMENTS === 'stripe' ? wrongKeys(given) : []),
    rest.METRICS_PORT !== undefined && rest.METRICS_PORT === rest.PORT && 'METRICS_PORT: another than PORT',
    rest.MAIL === 'smtp' && !rest.SMTP_URL && 'SMTP_URL: needed with MAIL=smtp',
    new Set([rest.MAIL_DKIM_DOMAIN, rest.MAIL_DKIM_SELECTOR, rest.MAIL_DKIM_KEY].map(Boolean)).size > 1 &&
      'MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY: all three or none',
    rest.MAIL === 'http' && !rest.MAIL_URL && 'MAIL_URL: needed with MAIL=http',
    rest.SMS === 'twilio' &&
      !(rest.TWILIO_ACCOUNT && rest.TWILIO_TOKEN && rest.TWILIO_FROM) &&
      'TWILIO_ACCOUNT, TWILIO_TOKEN, TWILIO_FROM: needed with SMS=twilio',
    rest.FILES === 's3' &&
      !(rest.S3_ENDPOINT && rest.S3_BUCKET && rest.S3_KEY && rest.S3_SECRET) &&
      'S3_ENDPOINT, S3_BUCKET, S3_KEY, S3_SECRET: needed with FILES=s3',
    !rest.RATE_LIMITS && !isLoopbackUrl(publicUrl) && 'RATE_LIMITS: can be off on loopback only',
    rest.CLOCK && production && 'CLOCK: not where PUBLIC_URL is https',
    rest.BACKUP_DIR &&
      rest.DATABASE_URL &&
      'BACKUP_DIR: for the embedded database; PostgreSQL has its own (docs/operating.md)',
    SAMPLE_MARKET && production && 'SAMPLE_MARKET: not where PUBLIC_URL is https',
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
    if (given[name]) return [`${name}: one for each market, of an account in its country: ${named(name)}`]
    const missing = markets.filter((market) => !given[`${name}${market}`]).map((market) => `${name}${market}`)
    if (missing.length > 0) return [`${missing.join(', ')}: needed with PAYMENTS=stripe`]
    const shared = new Set(markets.map((market) => given[`${name}${market}`])).size < markets.length
    return shared ? [`${named(name)}: the same for several markets; each has an account in its country`] : []
  })
}

const named = (name: string): string => markets.map((market) => `${name}${market}`).join(', ')

/** Whether the address is this machine only. */
export const isLoopbackUrl = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
