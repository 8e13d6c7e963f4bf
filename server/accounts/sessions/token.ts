import { timingSafeEqual } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Database } from '#db/database.ts'
import type { Context, Identity } from '#server/platform/context.ts'
import type { Env } from '#server/platform/env.ts'
import { sessionSecretHash } from '#server/platform/http/session-cookie.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sign, signingKeys, verified } from '#server/platform/signing-key.ts'
import { accountOfSession, seeSession } from '#server/accounts/queries.ts'
import { seeAccount } from '#server/accounts/leaving/unused-queries.ts'
import { identifyKey, isApiKey } from '#server/accounts/api-keys/identify-key.ts'
import { knownSession, rememberSession } from './session-cache.ts'

const DAY_S = 86_400

/** How long a sign-in lasts: 30 days, 12 hours for an operator. */
export const sessionSeconds = (roles: readonly string[]): number => (isOperator(roles) ? DAY_S / 2 : 30 * DAY_S)

type Claims = { accountId: string; sessionId: string; actorId: string | null; issuedAt: Date; expiresAt: Date }

/** A bearer token for a session: `sub`, `sid`, `exp`, and `act` where somebody acts as that person. */
export const signToken = async (
  { database, env }: Pick<Context, 'database' | 'env'>,
  { accountId, sessionId, actorId, issuedAt, expiresAt }: Claims,
): Promise<string> =>
  sign(
    { key: await signingKeys(database, env) },
    new SignJWT({ sid: sessionId, ...(actorId ? { act: { sub: actorId } } : {}) })
      .setSubject(accountId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt),
  )

type Shown = { token: string; cookie: string | undefined; anew?: boolean | undefined }

/** Who a bearer token stands for: a key, or a token shown with the cookie of the same sign-in; refuses one that is forged, past, alone or whose session has ended; an end anywhere is heard within a second. */
export async function identify(
  database: Database,
  env: Env,
  { token, cookie, anew = false }: Shown,
  now: Date,
): Promise<Identity> {
  if (isApiKey(token)) return identifyKey(database, token, now)
  const secret = sessionSecretHash(cookie, env.production)
  if (!secret) throw new Refusal('session_ended')
  const held = `${token} ${secret.toString('base64url')}`
  const known = anew ? null : knownSession(database, held, now)
  if (known) return known
  const { sid, sub, exp } = await claimsOf(database, env, token, now)
  const session = await accountOfSession(database.fresh, sid, now)
  if (!session || session.id !== sub) throw new Refusal('session_ended')
  if (!session.secret_hash || !timingSafeEqual(Buffer.from(session.secret_hash), secret))
    throw new Refusal('session_ended')
  const idleMs = now.getTime() - session.last_seen_at.getTime()
  if (idleMs > idleEndMs(session.roles)) throw new Refusal('session_ended')
  if (session.suspended_at) throw new Refusal('suspended')
  // Whoever acts as someone must still be an operator, and nobody acts as one.
  if (
    session.actor_id &&
    (session.actor_suspended || !session.actor_roles?.includes('operator') || session.roles.includes('operator'))
  )
    throw new Refusal('session_ended')
  const seen = idleMs > seenEveryMs(session.roles) ? now : session.last_seen_at
  if (seen === now) {
    await seeSession(database.counts, sid, now)
    if (!session.actor_id) await seeAccount(database.counts, session.id, now)
  }
  const identity = {
    accountId: session.id,
    roles: session.roles,
    duties: session.duties,
    sessionId: sid,
    actorId: session.actor_id,
    provenAt: session.proven_at,
    strong: session.strong_at !== null,
    key: null,
  }
  const seenAgain = seen.getTime() + seenEveryMs(session.roles)
  rememberSession(database, held, identity, new Date(Math.min(exp.getTime(), seenAgain)))
  return identity
}

const isOperator = (roles: readonly string[]): boolean => roles.includes('operator')
/** How long nothing may come from a signed-in browser: 30 days, half an hour for an operator. */
const idleEndMs = (roles: readonly string[]): number => (isOperator(roles) ? 30 * 60_000 : 30 * DAY_S * 1000)
// The list of devices says when each was last here, to the nearest minutes; an operator's idle end is right to one.
const seenEveryMs = (roles: readonly string[]): number => (isOperator(roles) ? 60_000 : 5 * 60_000)

async function claimsOf(
  database: Database,
  env: Env,
  token: string,
  now: Date,
): Promise<{ sid: string; sub: string; exp: Date }> {
  const { sid, sub, exp } = (await verified(database, env, token, { currentDate: now })) ?? {}
  if (typeof sid !== 'string' || !sub || !exp || !uuid.test(sid)) throw new Refusal('session_ended')
  return { sid, sub, exp: new Date(exp * 1000) }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
