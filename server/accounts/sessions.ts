import { type Context, type Identity, isLoopbackAddress } from '#server/platform/context.ts'
import {
  getDeviceCookieName,
  hashDeviceSecret,
  parseDeviceSecret,
  createSessionSecret,
  hashSessionSecret,
} from '#server/platform/http/cookies.ts'
import { publishAfterCommit } from '#server/platform/live/announce.ts'
import { formatNetwork } from '#server/platform/network.ts'
import {
  findAccountOfSession,
  type AccountRow,
  insertSession,
  insertSignIn,
  revokeEverySession,
  revokeSessions,
  findSecretOfSession,
  updateSessionSeen,
} from './accounts.queries.ts'
import { clearSessionCache, invalidateSessions, getCachedSession, cacheSession } from './session-cache.ts'
import { updateAccountSeen } from './deletion.queries.ts'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { signJwt, getSigningKeys, verifyJwt } from '#server/platform/signing-key.ts'
import { identifyApiKey, isApiKey } from './api-keys.ts'
import { notify, getSenderInTransaction } from '#server/notifications/index.ts'
import { formatMoment } from './caller.ts'
import { toAddressee } from './new-account.ts'
import { saveKnownDevice, hasAnyKnownDevice, isDeviceKnown } from './throttle.queries.ts'

export type SignInMethod =
  | 'password'
  | 'register'
  | 'magic_link'
  | 'provider_link'
  | 'code'
  | 'reset'
  | 'login_as'
  | 'passkey'
type OpenedSession = { token: string; sessionId: string; expiresAt: Date }
type Acting = { actorId: string; reason: string; seconds: number }

/** Creates a session on the caller's device and logs it, with or without a transaction. */
export async function openSession(
  ctx: Context,
  account: Pick<AccountRow, 'id' | 'roles' | 'email' | 'name' | 'country_code' | 'sample'>,
  how: SignInMethod,
  acting?: Acting,
): Promise<OpenedSession> {
  const seconds = acting?.seconds ?? sessionSeconds(account.roles)
  const expiresAt = new Date(ctx.now.getTime() + seconds * 1000)
  const network = formatNetwork(ctx.address)
  const actor = { actor_id: acting?.actorId ?? null }
  const session = await insertSession(ctx.db, {
    account_id: account.id,
    device: ctx.device,
    created_at: ctx.now,
    last_seen_at: ctx.now,
    expires_at: expiresAt,
    ...actor,
    acting_reason: acting?.reason ?? null,
    network,
    // A sign-in counts as recent authentication; impersonation never does.
    proven_at: acting ? null : ctx.now,
    strong_at: !acting && (how === 'passkey' || isSampleHere(ctx, account)) ? ctx.now : null,
    secret_hash: await secretFor(ctx, acting, seconds),
  })
  // Impersonation is not activity of the account.
  if (!acting) {
    await updateAccountSeen(ctx.db, account.id, ctx.now)
    await rememberDevice(ctx, account)
  }
  await insertSignIn(ctx.db, {
    account_id: account.id,
    how,
    succeeded: true,
    device: ctx.device,
    network,
    at: ctx.now,
    ...actor,
  })
  const token = await signToken(ctx, {
    accountId: account.id,
    sessionId: session.id,
    actorId: acting?.actorId ?? null,
    issuedAt: ctx.now,
    expiresAt,
  })
  return { token, sessionId: session.id, expiresAt }
}

// Impersonation lives in one tab of the operator's browser, so it reuses the operator's session cookie.
async function secretFor(ctx: Context, acting: Acting | undefined, seconds: number): Promise<Buffer | null> {
  if (acting) return ctx.viewer.sessionId ? findSecretOfSession(ctx.db, ctx.viewer.sessionId) : null
  const { line, hash } = createSessionSecret(ctx.env.production, seconds)
  ctx.browser.setCookie(line)
  return hash
}

/** Ends all sessions of an account, including impersonations by or of it. `except` may stay. */
export async function endSessions(ctx: Context, accountId: string, except: string | null = null): Promise<void> {
  await revokeSessions(ctx.db, accountId, except, ctx.now)
  invalidateSessions(ctx.database, accountId)
  publishAfterCommit(ctx)
}

export async function endEverySession(ctx: Context, except: string | null): Promise<number> {
  const ended = await revokeEverySession(ctx.db, except, ctx.now)
  clearSessionCache(ctx.database)
  publishAfterCommit(ctx)
  return ended
}

const DAY_S = 86_400

/** Session lifetime: 30 days, 12 hours for an operator. */
const sessionSeconds = (roles: readonly string[]): number => (isOperator(roles) ? DAY_S / 2 : 30 * DAY_S)

type Claims = { accountId: string; sessionId: string; actorId: string | null; issuedAt: Date; expiresAt: Date }

/** The token has `sub`, `sid`, `exp`, and `act` for an impersonator. */
const signToken = async (
  { database, env }: Pick<Context, 'database' | 'env'>,
  { accountId, sessionId, actorId, issuedAt, expiresAt }: Claims,
): Promise<string> =>
  signJwt(
    { key: await getSigningKeys(database, env) },
    new SignJWT({ sid: sessionId, ...(actorId ? { act: { sub: actorId } } : {}) })
      .setSubject(accountId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt),
  )

type Shown = { token: string; cookie: string | undefined; anew?: boolean | undefined }

/**
 * Authenticates a bearer token: an API key, or a session token with its cookie. Throws if it is forged, expired,
 * revoked or without its cookie. Revocations apply within a second.
 */
export async function identifyToken(
  database: Database,
  env: Env,
  { token, cookie, anew = false }: Shown,
  now: Date,
): Promise<Identity> {
  if (isApiKey(token)) return identifyApiKey(database, token, now)
  const secret = hashSessionSecret(cookie, env.production)
  if (!secret) throw new Refusal('session_ended')
  const held = `${token} ${secret.toString('base64url')}`
  const known = anew ? null : getCachedSession(database, held, now)
  if (known) return known
  const { sid, sub, exp } = await claimsOf(database, env, token, now)
  const session = await findAccountOfSession(database.fresh, sid, now)
  if (!session || session.id !== sub) throw new Refusal('session_ended')
  if (!session.secret_hash || !timingSafeEqual(Buffer.from(session.secret_hash), secret))
    throw new Refusal('session_ended')
  const idleMs = now.getTime() - session.last_seen_at.getTime()
  if (idleMs > idleEndMs(session.roles)) throw new Refusal('session_ended')
  if (session.suspended_at) throw new Refusal('suspended')
  // The impersonator must still be an operator, and operators cannot be impersonated.
  if (
    session.actor_id &&
    (session.actor_suspended || !session.actor_roles?.includes('operator') || session.roles.includes('operator'))
  )
    throw new Refusal('session_ended')
  const seen = idleMs > seenEveryMs(session.roles) ? now : session.last_seen_at
  if (seen === now) {
    await updateSessionSeen(database.counts, sid, now)
    if (!session.actor_id) await updateAccountSeen(database.counts, session.id, now)
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
  cacheSession(database, held, identity, new Date(Math.min(exp.getTime(), seenAgain)))
  return identity
}

const isOperator = (roles: readonly string[]): boolean => roles.includes('operator')
/** Idle timeout: 30 days, 30 minutes for an operator. */
const idleEndMs = (roles: readonly string[]): number => (isOperator(roles) ? 30 * 60_000 : 30 * DAY_S * 1000)
// Updates the last activity every few minutes for the device list, and every minute for an operator's idle timeout.
const seenEveryMs = (roles: readonly string[]): number => (isOperator(roles) ? 60_000 : 5 * 60_000)

async function claimsOf(
  database: Database,
  env: Env,
  token: string,
  now: Date,
): Promise<{ sid: string; sub: string; exp: Date }> {
  const { sid, sub, exp } = (await verifyJwt(database, env, token, { currentDate: now })) ?? {}
  if (typeof sid !== 'string' || !sub || !exp || !uuid.test(sid)) throw new Refusal('session_ended')
  return { sid, sub, exp: new Date(exp * 1000) }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const YEAR_S = 31_536_000

const secretIn = ({ browser, env }: Context): string | null => parseDeviceSecret(browser.cookie, env.production)

export async function isKnownDevice(ctx: Context, accountId: string): Promise<boolean> {
  const secret = secretIn(ctx)
  return secret !== null && isDeviceKnown(ctx.db, accountId, hashDeviceSecret(secret))
}

/** Credentials of sample accounts are public, so they work on this machine only. */
export const isSampleHere = ({ env, address }: Context, account: Pick<AccountRow, 'sample'>): boolean =>
  (account.sample || env.sampleMarket) && !env.production && isLoopbackAddress(address)

/** Remembers this browser and notifies the person of a new device, in the sign-in's transaction. */
async function rememberDevice(
  ctx: Context,
  account: Pick<AccountRow, 'id' | 'email' | 'name' | 'country_code' | 'sample'>,
): Promise<void> {
  const secret = secretIn(ctx) ?? randomBytes(32).toString('base64url')
  const known = await isDeviceKnown(ctx.db, account.id, hashDeviceSecret(secret))
  const news = !known && (await hasAnyKnownDevice(ctx.db, account.id)) && !isSampleHere(ctx, account)
  await saveKnownDevice(ctx.db, account.id, hashDeviceSecret(secret), ctx.now)
  const { production } = ctx.env
  ctx.browser.setCookie(
    `${getDeviceCookieName(production)}=${secret}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${production ? '; Secure' : ''}`,
  )
  if (!news) return
  await notify(ctx, await getSenderInTransaction(ctx), {
    kind: 'signIn.newDevice',
    to: toAddressee(account),
    values: {
      device: ctx.device || 'a browser that we do not know',
      network: formatNetwork(ctx.address) || null,
      dateTime: formatMoment(ctx.now, account.country_code),
    },
    path: '/forgot-password',
  })
}
