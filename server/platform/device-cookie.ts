import { createHash } from 'node:crypto'

/** The cookie of a browser in which somebody has signed in. */
export const deviceCookieName = (secure: boolean): string => (secure ? '__Host-primp_device' : 'primp_device')

/** The secret that a browser has sent with its cookies; null where it has none of ours. */
export function deviceSecretIn(cookie: string | undefined, secure: boolean): string | null {
  const name = `${deviceCookieName(secure)}=`
  const line = cookie?.split(/;\s*/).find((part) => part.startsWith(name))
  const secret = line?.slice(name.length) ?? ''
  return /^[\w-]{43}$/.test(secret) ? secret : null
}

/** The secret as it is kept. */
export const deviceHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()
