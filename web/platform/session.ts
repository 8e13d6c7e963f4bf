import { toLocalPath } from './local-path.ts'
import { type StorageLike, localStore, sessionStore } from './storage.ts'
import type { User } from '#web/platform/store/slices.ts'

const userKey = 'primpUser'
const sessionKey = 'primpSession'

export interface StoredSession {
  token: string | null
  pathRequested: string | null
}

/** Returns whether a token can be parsed and has not expired. */
export function isTokenValid(token: string | null | undefined, now: number): token is string {
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

/** Returns the stored session; unreadable data counts as none. */
export function readSession(kept: StorageLike): StoredSession {
  try {
    const stored = JSON.parse(kept.getItem(sessionKey) ?? 'null') as Partial<StoredSession> | null
    return { token: stored?.token ?? null, pathRequested: toLocalPath(stored?.pathRequested) }
  } catch {
    return { token: null, pathRequested: null }
  }
}

const writeSession = (kept: StorageLike, session: StoredSession) => kept.setItem(sessionKey, JSON.stringify(session))

const actingKey = 'primpActing'

/** The person whom an operator impersonates in this tab, until when. */
export interface ActingUser {
  token: string
  user: User
  /** Epoch milliseconds. */
  until: number
}

// Impersonation is stored per tab, so that other tabs and Stop find the operator's own session unchanged.
const tabOf = (kept: StorageLike): StorageLike | null => (kept === localStore ? sessionStore : null)

/** Returns the impersonated person of this tab; null if none or expired. */
export function getActingUser(tab: StorageLike | null, now = Date.now()): ActingUser | null {
  try {
    const acting = JSON.parse(tab?.getItem(actingKey) ?? 'null') as ActingUser | null
    if (acting && acting.until > now && isTokenValid(acting.token, now)) return acting
  } catch {
    // Unreadable data counts as no session.
  }
  tab?.removeItem(actingKey)
  return null
}

export const startActing = (tab: StorageLike, acting: ActingUser): void =>
  tab.setItem(actingKey, JSON.stringify(acting))

export const stopActing = (tab: StorageLike): void => tab.removeItem(actingKey)

/**
 * Returns the valid token, the impersonated person's first. Clears the stored session if it is missing, unreadable or
 * expired.
 */
export function getCurrentToken(kept: StorageLike, now = Date.now(), tab = tabOf(kept)): string | null {
  const acting = getActingUser(tab, now)
  if (acting) return acting.token
  const { token } = readSession(kept)
  if (isTokenValid(token, now)) return token
  if (token !== null || kept.getItem(userKey) !== null) clearSession(kept, null)
  return null
}

/** Stores a session and ends impersonation in this tab. */
export function saveSession(kept: StorageLike, user: User, token: string, tab = tabOf(kept)): void {
  tab?.removeItem(actingKey)
  // The token first: another tab that finds a person without one clears them.
  writeSession(kept, { ...readSession(kept), token })
  kept.setItem(userKey, JSON.stringify(user))
}

/** Stores changes of the person, or of the impersonated one. */
export function saveUser(kept: StorageLike, user: User, tab = tabOf(kept)): void {
  const acting = getActingUser(tab)
  if (acting && tab) startActing(tab, { ...acting, user })
  else kept.setItem(userKey, JSON.stringify(user))
}

/** Removes token and person but not the requested path. During impersonation it ends only that. */
export function clearSession(kept: StorageLike, tab = tabOf(kept)): void {
  if (tab?.getItem(actingKey)) {
    tab.removeItem(actingKey)
    return
  }
  const { pathRequested } = readSession(kept)
  kept.removeItem(userKey)
  kept.removeItem('chatUserToken')
  kept.removeItem('lastPlaces')
  // Cached run sheets for offline use belong to this person.
  if (typeof caches !== 'undefined')
    void caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name.startsWith('primp-kept')).map((name) => caches.delete(name))),
      )
      .catch(() => {})
  if (pathRequested) writeSession(kept, { token: null, pathRequested })
  else kept.removeItem(sessionKey)
}

export function getStoredUser(kept: StorageLike, tab = tabOf(kept)): User | null {
  const acting = getActingUser(tab)
  if (acting) return acting.user
  try {
    return JSON.parse(kept.getItem(userKey) ?? 'null') as User | null
  } catch {
    return null
  }
}

/** Stores where to go after login. */
export function saveRequestedPath(kept: StorageLike, path: string): void {
  writeSession(kept, { ...readSession(kept), pathRequested: toLocalPath(path) })
}

export function consumeRequestedPath(kept: StorageLike): string | null {
  const session = readSession(kept)
  if (session.pathRequested) writeSession(kept, { ...session, pathRequested: null })
  return session.pathRequested
}
