import type { Database } from '#db/database.ts'
import type { Identity } from '#server/platform/context.ts'

type Held = { identity: Identity; expiresAt: Date; until: number }
type Cache = { byToken: Map<string, Held>; notBefore: Map<string, number> }

// Cache lifetime, so that revocations in another process apply within a second.
const FRESH_MS = 800
const MOST = 5_000

const caches = new WeakMap<Database, Cache>()
const cacheOf = (database: Database): Cache => {
  const known = caches.get(database) ?? { byToken: new Map(), notBefore: new Map() }
  caches.set(database, known)
  return known
}

const ownersOf = ({ accountId, actorId, key }: Identity) => [accountId, actorId, key?.partnerId ?? null]

export function getCachedSession(database: Database, token: string, now: Date): Identity | null {
  const held = cacheOf(database).byToken.get(token)
  return held && held.until > performance.now() && held.expiresAt > now ? held.identity : null
}

export function cacheSession(database: Database, token: string, identity: Identity, expiresAt: Date): void {
  const { byToken, notBefore } = cacheOf(database)
  const at = performance.now()
  if (ownersOf(identity).some((id) => (notBefore.get(id ?? '') ?? 0) > at)) return
  if (byToken.size >= MOST) byToken.clear()
  byToken.set(token, { identity, expiresAt, until: at + FRESH_MS })
}

/** Invalidates the cached sessions of an account or partner. Caches none until the change is surely committed. */
export function invalidateSessions(database: Database, ownerId: string): void {
  const { byToken, notBefore } = cacheOf(database)
  const at = performance.now()
  for (const [token, { identity }] of byToken) if (ownersOf(identity).includes(ownerId)) byToken.delete(token)
  for (const [id, until] of notBefore) if (until < at) notBefore.delete(id)
  notBefore.set(ownerId, at + FRESH_MS)
}

export const clearSessionCache = (database: Database): void => {
  caches.delete(database)
}
