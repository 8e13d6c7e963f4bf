import { SignJWT, jwtVerify } from 'jose'
import type { Database } from '#db/database.ts'
import type { Viewer } from '#server/platform/context.ts'
import type { Env } from '#server/platform/env.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { signingKey } from '#server/platform/signing-key.ts'
import { accountOfSession, seeSession } from '#server/accounts/queries.ts'
import { seeAccount } from '#server/accounts/leaving/unused-queries.ts'
import { knownSession, rememberSession } from './session-cache.ts'

const DAY_S = 86_400

/** How long a sign-in lasts: 30 days, 12 hours for an operator. */
export const sessionSeconds = (roles: readonly string[]): number =>
  roles.includes('operator') ? DAY_S / 2 : 30 * DAY_S

type Claims = { accountId: string; sessionId: string; actorId: string | null; issuedAt: Date; expiresAt: Date }

/** A bearer token for a session: `sub`, `sid`, `exp`, and `act` where somebody acts as that person. */
export const signToken = async (
  key: Uint8Array,
  { accountId, sessionId, actorId, issuedAt, expiresAt }: Claims,
): Promise<string> =>
  new SignJWT({ sid: sessionId, ...(actorId ? { act: { sub: actorId } } : {}) })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(accountId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)

export type Identity = Pick<Viewer, 'accountId' | 'roles' | 'sessionId' | 'actorId'>

/** Who a bearer token stands for; refuses one that is forged, past or whose session has ended; an end anywhere is heard within a second. */
export async function identify(database: Database, env: Env, token: string, now: Date): Promise<Identity> {
  const known = knownSession(database, token, now)
  if (known) return known
  const { sid, sub, exp } = await claimsOf(database, env, token, now)
  const session = await accountOfSession(database.fresh, sid, now)
  if (!session || session.id !== sub) throw new Refusal('session_ended')
  if (session.suspended_at) throw new Refusal('suspended')
  // Whoever acts as someone must still be an operator, and nobody acts as one.
  if (
    session.actor_id &&
    (session.actor_suspended || !session.actor_roles?.includes('operator') || session.roles.includes('operator'))
  )
    throw new Refusal('session_ended')
  if (now.getTime() - session.last_seen_at.getTime() > SEEN_EVERY_MS) {
    await seeSession(database.counts, sid, now)
    if (!session.actor_id) await seeAccount(database.counts, session.id, now)
  }
  const identity = { accountId: session.id, roles: session.roles, sessionId: sid, actorId: session.actor_id }
  rememberSession(database, token, identity, exp)
  return identity
}

// The list of devices says when each was last here, to the nearest minutes.
const SEEN_EVERY_MS = 5 * 60_000

async function claimsOf(
  database: Database,
  env: Env,
  token: string,
  now: Date,
): Promise<{ sid: string; sub: string; exp: Date }> {
  const verified = await jwtVerify(token, await signingKey(database, env), {
    algorithms: ['HS256'],
    currentDate: now,
  }).catch(() => null)
  const { sid, sub, exp } = verified?.payload ?? {}
  if (typeof sid !== 'string' || !sub || !exp || !uuid.test(sid)) throw new Refusal('session_ended')
  return { sid, sub, exp: new Date(exp * 1000) }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
