import { toLocalPath } from './local-path.ts'
import { type StorageLike, localStore, sessionStore } from './storage.ts'
import type { User } from '#web/platform/store/slices.ts'

const userKey = 'primpUser'
const sessionKey = 'primpSession'

export interface StoredSession {
  token: string | null
  /** Where the person wanted to go when they were sent to log in. */
  pathRequested: string | null
}

/** Whether a token can be read and has not expired. */
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

/** The stored session; what cannot be read counts as none. */
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

/** Somebody as whom an operator acts in this tab, until when. */
export interface ActingUser {
  token: string
  user: User
  /** Epoch milliseconds. */
  until: number
}

// An acting session lives in its own tab: other tabs, and Stop, find the operator's own session as it was.
const tabOf = (kept: StorageLike): StorageLike | null => (kept === localStore ? sessionStore : null)

/** Who is acted as in this tab, while that lasts. */
export function getActingUser(tab: StorageLike | null, now = Date.now()): ActingUser | null {
  try {
    const acting = JSON.parse(tab?.getItem(actingKey) ?? 'null') as ActingUser | null
    if (acting && acting.until > now && isTokenValid(acting.token, now)) return acting
  } catch {
    // What cannot be read is no session.
  }
  tab?.removeItem(actingKey)
  return null
}

/** Acts as somebody in this tab. */
export const startActing = (tab: StorageLike, acting: ActingUser): void =>
  tab.setItem(actingKey, JSON.stringify(acting))

/** Acts as nobody any more. */
export const stopActing = (tab: StorageLike): void => tab.removeItem(actingKey)

/** The token while it is good, of whom this tab acts as first; a missing, unreadable or expired one clears what is stored of the person. */
export function getCurrentToken(kept: StorageLike, now = Date.now(), tab = tabOf(kept)): string | null {
  const acting = getActingUser(tab, now)
  if (acting) return acting.token
  const { token } = readSession(kept)
  if (isTokenValid(token, now)) return token
  if (token !== null || kept.getItem(userKey) !== null) clearSession(kept, null)
  return null
}

/** Keeps who signed in; this tab acts as nobody then. */
export function saveSession(kept: StorageLike, user: User, token: string, tab = tabOf(kept)): void {
  tab?.removeItem(actingKey)
  kept.setItem(userKey, JSON.stringify(user))
  writeSession(kept, { ...readSession(kept), token })
}

/** Keeps what has changed of the person, or of whom this tab acts as. */
export function saveUser(kept: StorageLike, user: User, tab = tabOf(kept)): void {
  const acting = getActingUser(tab)
  if (acting && tab) startActing(tab, { ...acting, user })
  else kept.setItem(userKey, JSON.stringify(user))
}

/** Forgets token and person; a remembered path stays. Where this tab acts as somebody, only that ends. */
export function clearSession(kept: StorageLike, tab = tabOf(kept)): void {
  if (tab?.getItem(actingKey)) {
    tab.removeItem(actingKey)
    return
  }
  const { pathRequested } = readSession(kept)
  kept.removeItem(userKey)
  kept.removeItem('chatUserToken')
  kept.removeItem('lastPlaces')
  // Run sheets that were kept for when there is no connection are this person's.
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

/** The stored person, or whom this tab acts as. */
export function getStoredUser(kept: StorageLike, tab = tabOf(kept)): User | null {
  const acting = getActingUser(tab)
  if (acting) return acting.user
  try {
    return JSON.parse(kept.getItem(userKey) ?? 'null') as User | null
  } catch {
    return null
  }
}

/** Remembers where to go after signing in. */
export function saveRequestedPath(kept: StorageLike, path: string): void {
  writeSession(kept, { ...readSession(kept), pathRequested: toLocalPath(path) })
}

/** The remembered path, once. */
export function consumeRequestedPath(kept: StorageLike): string | null {
  const session = readSession(kept)
  if (session.pathRequested) writeSession(kept, { ...session, pathRequested: null })
  return session.pathRequested
}
