import { createHash, randomBytes } from 'node:crypto'

// With the prefix a browser takes it from this very host over https alone, and no other host of the domain can set one.
const nameOf = (secure: boolean): string => (secure ? '__Host-primp_session' : 'primp_session')
const secrets = {
  true: /(?:^|;\s*)__Host-primp_session=([A-Za-z0-9_-]{43})(?:;|$)/,
  false: /(?:^|;\s*)primp_session=([A-Za-z0-9_-]{43})(?:;|$)/,
} as const

/** The secret that the same sign-in gave this browser beside its token, hashed as the session keeps it; null where there is none. */
export function sessionSecretHash(cookie: string | undefined, secure: boolean): Buffer | null {
  const secret = cookie?.match(secrets[`${secure}`])?.[1]
  return secret ? hashOf(secret) : null
}

/** A new secret for a session: the Set-Cookie line that gives it to the browser, and its hash. */
export function newSessionSecret(secure: boolean, seconds: number): { line: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { line: lineOf(secret, seconds, secure), hash: hashOf(secret) }
}

/** The Set-Cookie line after which a browser's token opens nothing. */
export const endedSessionCookie = (secure: boolean): string => lineOf('', 0, secure)

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
const lineOf = (secret: string, seconds: number, secure: boolean): string =>
  `${nameOf(secure)}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
