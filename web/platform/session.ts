import type { User } from './store/user.ts'

/** The part of Storage that is used, so that tests can bring their own. */
export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const userKey = 'primpUser'
const sessionKey = 'primpSession'

export interface StoredSession {
  token: string | null
  /** Where the person wanted to go when they were sent to log in. */
  pathRequested: string | null
}

/** Whether a token can be read and has not expired. */
export function tokenValid(token: string | null | undefined, now: number): token is string {
  if (!token) return false
  try {
    const payload = token.split('.')[1]
    if (!payload) return false
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown }
    return typeof exp === 'number' && exp * 1000 > now
  } catch {
    return false
  }
}

/** The stored session; what cannot be read counts as none. */
export function readSession(kept: Kept): StoredSession {
  try {
    const stored = JSON.parse(kept.getItem(sessionKey) ?? 'null') as Partial<StoredSession> | null
    return { token: stored?.token ?? null, pathRequested: stored?.pathRequested ?? null }
  } catch {
    return { token: null, pathRequested: null }
  }
}

const writeSession = (kept: Kept, session: StoredSession) => kept.setItem(sessionKey, JSON.stringify(session))

/** The token while it is good; a missing, unreadable or expired one clears what is stored of the person. */
export function currentToken(kept: Kept, now = Date.now()): string | null {
  const { token } = readSession(kept)
  if (tokenValid(token, now)) return token
  if (token !== null || kept.getItem(userKey) !== null) clearSession(kept)
  return null
}

/** Keeps who signed in. */
export function saveSession(kept: Kept, user: User, token: string): void {
  kept.setItem(userKey, JSON.stringify(user))
  writeSession(kept, { ...readSession(kept), token })
}

/** Forgets token and person; a remembered path stays. */
export function clearSession(kept: Kept): void {
  const { pathRequested } = readSession(kept)
  kept.removeItem(userKey)
  if (pathRequested) writeSession(kept, { token: null, pathRequested })
  else kept.removeItem(sessionKey)
}

/** The stored person. */
export function storedUser(kept: Kept): User | null {
  try {
    return JSON.parse(kept.getItem(userKey) ?? 'null') as User | null
  } catch {
    return null
  }
}

/** Remembers where to go after signing in. */
export function rememberPath(kept: Kept, path: string): void {
  writeSession(kept, { ...readSession(kept), pathRequested: ownPath(path) })
}

/** The remembered path, once. */
export function takePath(kept: Kept): string | null {
  const session = readSession(kept)
  if (session.pathRequested) writeSession(kept, { ...session, pathRequested: null })
  return session.pathRequested
}

/** A path of this site, or null: nothing that a browser would read as another host. */
export function ownPath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/')) return null
  try {
    const url = new URL(path, 'https://own.invalid')
    return url.origin === 'https://own.invalid' ? url.pathname + url.search + url.hash : null
  } catch {
    return null
  }
}
