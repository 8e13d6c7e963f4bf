import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { signJwt, getSigningKeys, verifyJwt } from '#server/platform/signing-key.ts'

export type ActKey = { act: 'review'; subject: string; side: string }

/** Signs a deterministic key for one action without sign-in. Must not run inside a transaction. */
export const signActKey = async (database: Database, env: Env, { act, subject, side }: ActKey): Promise<string> =>
  signJwt(
    { key: await getSigningKeys(database, env) },
    new SignJWT({ side }).setAudience(`act:${act}`).setSubject(subject),
  )

/** Returns null if the key is invalid or for another action. */
export async function readActKey(
  database: Database,
  env: Env,
  act: ActKey['act'],
  key: string,
): Promise<ActKey | null> {
  const { sub, side } = (await verifyJwt(database, env, key, { audience: `act:${act}` })) ?? {}
  return sub && typeof side === 'string' ? { act, subject: sub, side } : null
}

type Opens = 'sheet' | 'calendar' | 'share' | 'unsubscribe' | 'visit' | 'praise' | 'guest'
const MAC_BYTES = 14
const macOf = (bytes: Uint8Array, opens: Opens, id: Buffer): Buffer =>
  createHmac('sha256', bytes).update(`opens ${opens} `).update(id).digest().subarray(0, MAC_BYTES)

/** Derives the link key of an object from its id and the site's signing key, because the key is not stored. */
export async function createLinkKey(database: Database, env: Env, opens: Opens, id: string): Promise<string> {
  const [{ bytes }] = await getSigningKeys(database, env)
  const raw = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([raw, macOf(bytes, opens, raw)]).toString('base64url')
}

export async function openLinkKey(database: Database, env: Env, opens: Opens, key: string): Promise<string | null> {
  const whole = Buffer.from(key, 'base64url')
  if (whole.length !== 16 + MAC_BYTES) return null
  const [raw, mac] = [whole.subarray(0, 16), whole.subarray(16)]
  const ours = (await getSigningKeys(database, env)).some(({ bytes }) => timingSafeEqual(macOf(bytes, opens, raw), mac))
  return ours ? raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null
}

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()
