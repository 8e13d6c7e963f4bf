import { createHash, randomBytes } from 'node:crypto'

// The `__Host-` prefix restricts the cookie to this host over https.
const nameOf = (secure: boolean): string => (secure ? '__Host-primp_session' : 'primp_session')
const secrets = {
  true: /(?:^|;\s*)__Host-primp_session=([A-Za-z0-9_-]{43})(?:;|$)/,
  false: /(?:^|;\s*)primp_session=([A-Za-z0-9_-]{43})(?:;|$)/,
} as const

export function hashSessionSecret(cookie: string | undefined, secure: boolean): Buffer | null {
  const secret = cookie?.match(secrets[`${secure}`])?.[1]
  return secret ? hashOf(secret) : null
}

export function createSessionSecret(secure: boolean, seconds: number): { line: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { line: lineOf(secret, seconds, secure), hash: hashOf(secret) }
}

export const clearSessionCookie = (secure: boolean): string => lineOf('', 0, secure)

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
const lineOf = (secret: string, seconds: number, secure: boolean): string =>
  `${nameOf(secure)}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

const NAME = 'primp_visitor'

export const parseVisitorToken = (cookie: string | undefined): string | null =>
  cookie?.match(/(?:^|;\s*)primp_visitor=([A-Za-z0-9_-]{32})(?:;|$)/)?.[1] ?? null

export const createVisitorToken = (): string => randomBytes(24).toString('base64url')

export const hashVisitorToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The visitor cookie owns searches: strictly necessary, one year. */
export const formatVisitorCookie = (token: string, secure: boolean): string =>
  `${NAME}=${token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

export const clearVisitorCookie = (secure: boolean): string =>
  `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

export const getDeviceCookieName = (secure: boolean): string => (secure ? '__Host-primp_device' : 'primp_device')

export function parseDeviceSecret(cookie: string | undefined, secure: boolean): string | null {
  const name = `${getDeviceCookieName(secure)}=`
  const line = cookie?.split(/;\s*/).find((part) => part.startsWith(name))
  const secret = line?.slice(name.length) ?? ''
  return /^[\w-]{43}$/.test(secret) ? secret : null
}

export const hashDeviceSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFxiOS\/|\bFirefox\//, 'Firefox'],
  [/\bCriOS\/|Chrom(e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const
const nameIn = (list: readonly (readonly [RegExp, string])[], agent: string): string =>
  list.find(([pattern]) => pattern.test(agent))?.[1] ?? ''

export const describeDevice = (userAgent: string | undefined): string =>
  [nameIn(browsers, userAgent ?? ''), nameIn(systems, userAgent ?? '')].filter(Boolean).join(', ')
