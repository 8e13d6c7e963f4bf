import { randomBytes } from 'node:crypto'
import { SignJWT, jwtVerify } from 'jose'
import type { Database } from '#db/database.ts'
import type { Viewer } from '#server/platform/context.ts'
import type { Env } from '#server/platform/env.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { accountOfSession, keepSetting, secretSetting } from './queries.ts'

const DAY_S = 86_400

/** How long a sign-in lasts: 30 days, 12 hours for an operator. */
export const sessionSeconds = (roles: readonly string[]): number => (roles.includes('operator') ? DAY_S / 2 : 30 * DAY_S)

const secrets = new WeakMap<Database, Promise<Uint8Array>>()

/** The key that signs tokens: configured, or made on the first start and kept in the database. */
export function signingKey(database: Database, env: Env): Promise<Uint8Array> {
  const known = secrets.get(database)
  if (known) return known
  const made = env.AUTH_SECRET ? Promise.resolve(new TextEncoder().encode(env.AUTH_SECRET)) : keptKey(database)
  secrets.set(database, made)
  return made
}

async function keptKey({ db }: Database): Promise<Uint8Array> {
  await keepSetting(db, 'auth_secret', randomBytes(32).toString('base64url'))
  const row = await secretSetting(db, 'auth_secret')
  return new TextEncoder().encode(String(row?.value))
}

/** A bearer token for a session: `sub`, `sid`, `exp`. */
export const signToken = async (key: Uint8Array, accountId: string, sessionId: string, expiresAt: Date): Promise<string> =>
  new SignJWT({ sid: sessionId }).setProtectedHeader({ alg: 'HS256' }).setSubject(accountId).setIssuedAt().setExpirationTime(expiresAt).sign(key)

/** Who a bearer token stands for; refuses one that is forged, past or whose session has ended. */
export async function identify(database: Database, env: Env, token: string, now: Date): Promise<Pick<Viewer, 'accountId' | 'roles' | 'sessionId' | 'actorId'>> {
  const verified = await jwtVerify(token, await signingKey(database, env), { algorithms: ['HS256'], currentDate: now }).catch(() => null)
  const sid = verified?.payload['sid']
  if (!verified || typeof sid !== 'string') throw new Refusal('session_ended')
  const account = await accountOfSession(database.db, sid, now)
  if (!account || account.id !== verified.payload.sub) throw new Refusal('session_ended')
  if (account.suspended_at) throw new Refusal('suspended')
  return { accountId: account.id, roles: account.roles, sessionId: sid, actorId: account.actor_id }
}
