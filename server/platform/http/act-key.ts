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

type Opens = 'sheet' | 'calendar' | 'share' | 'unsubscribe' | 'visit' | 'praise' | 'guest' | 'booking'
const MAC_BYTES = 14
const macOf = (bytes: Uint8Array, opens: Opens, id: Buffer, holder: string): Buffer =>
  createHmac('sha256', bytes).update(`opens ${opens} `).update(id).update(holder).digest().subarray(0, MAC_BYTES)

/**
 * Derives the link key of an object from its id and the site's signing key, because the key is not stored. With a
 * `holder`, such as an email address, the key works only as long as the object has that holder.
 */
export async function createLinkKey(
  database: Database,
  env: Env,
  opens: Opens,
  id: string,
  holder = '',
): Promise<string> {
  const [{ bytes }] = await getSigningKeys(database, env)
  const raw = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([raw, macOf(bytes, opens, raw, holder)]).toString('base64url')
}

/** Returns the id of the object that a link key opens, or null. `findHolder` returns null if nobody may open it. */
export async function openLinkKey(
  database: Database,
  env: Env,
  opens: Opens,
  key: string,
  findHolder: (id: string) => Promise<string | null> = async () => '',
): Promise<string | null> {
  const whole = Buffer.from(key, 'base64url')
  if (whole.length !== 16 + MAC_BYTES) return null
  const [raw, mac] = [whole.subarray(0, 16), whole.subarray(16)]
  const id = raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const holder = await findHolder(id)
  if (holder === null) return null
  const keys = await getSigningKeys(database, env)
  return keys.some(({ bytes }) => timingSafeEqual(macOf(bytes, opens, raw, holder), mac)) ? id : null
}

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()
