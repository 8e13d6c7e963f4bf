import { createHash, randomBytes } from 'node:crypto'

// With the prefix a browser takes it from this very host over https alone, and no other host of the domain can set one.
const nameOf = (secure: boolean): string => (secure ? '__Host-primp_session' : 'primp_session')
const secrets = {
  true: /(?:^|;\s*)__Host-primp_session=([A-Za-z0-9_-]{43})(?:;|$)/,
  false: /(?:^|;\s*)primp_session=([A-Za-z0-9_-]{43})(?:;|$)/,
} as const

/** The secret that the same sign-in gave this browser beside its token, hashed as the session keeps it; null where there is none. */
export function hashSessionSecret(cookie: string | undefined, secure: boolean): Buffer | null {
  const secret = cookie?.match(secrets[`${secure}`])?.[1]
  return secret ? hashOf(secret) : null
}

/** A new secret for a session: the Set-Cookie line that gives it to the browser, and its hash. */
export function createSessionSecret(secure: boolean, seconds: number): { line: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { line: lineOf(secret, seconds, secure), hash: hashOf(secret) }
}

/** The Set-Cookie line after which a browser's token opens nothing. */
export const clearSessionCookie = (secure: boolean): string => lineOf('', 0, secure)

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
const lineOf = (secret: string, seconds: number, secure: boolean): string =>
  `${nameOf(secure)}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

const NAME = 'primp_visitor'

/** The visitor token of a Cookie header, if there is a well-formed one. */
export const parseVisitorToken = (cookie: string | undefined): string | null =>
  cookie?.match(/(?:^|;\s*)primp_visitor=([A-Za-z0-9_-]{32})(?:;|$)/)?.[1] ?? null

export const createVisitorToken = (): string => randomBytes(24).toString('base64url')

export const hashVisitorToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The Set-Cookie line that makes a browser the owner of its searches: strictly necessary, a year. */
export const formatVisitorCookie = (token: string, secure: boolean): string =>
  `${NAME}=${token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** The Set-Cookie line after which a browser owns no searches any more. */
export const clearVisitorCookie = (secure: boolean): string =>
  `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** The cookie of a browser in which somebody has signed in. */
export const getDeviceCookieName = (secure: boolean): string => (secure ? '__Host-primp_device' : 'primp_device')

/** The secret that a browser has sent with its cookies; null where it has none of ours. */
export function parseDeviceSecret(cookie: string | undefined, secure: boolean): string | null {
  const name = `${getDeviceCookieName(secure)}=`
  const line = cookie?.split(/;\s*/).find((part) => part.startsWith(name))
  const secret = line?.slice(name.length) ?? ''
  return /^[\w-]{43}$/.test(secret) ? secret : null
}

/** The secret as it is kept. */
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

/** The browser and system of a User-Agent header as its own person would know them: `Safari, iPhone`; empty where neither is known. */
export const describeDevice = (userAgent: string | undefined): string =>
  [nameIn(browsers, userAgent ?? ''), nameIn(systems, userAgent ?? '')].filter(Boolean).join(', ')
