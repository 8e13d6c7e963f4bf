import { createHash, randomBytes } from 'node:crypto'
import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions, type SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import type { Env } from './env.ts'
import { changeKey, listFormerKeys } from '#server/platform/sealing/site-keys.ts'

type Key = { kid: string; bytes: Uint8Array }
type Keys = readonly [Key, ...Key[]]

const held = new WeakMap<Database, Promise<Keys>>()
const SETTING = 'auth_secret'
const BEFORE = 'auth_secrets_before'

/**
 * Returns the signing keys of tokens and challenges, from the configuration or created on first start. Call before any
 * transaction.
 */
export function getSigningKeys(database: Database, env: Env): Promise<Keys> {
  const known = held.get(database)
  if (known) return known
  const made = env.AUTH_SECRET
    ? Promise.resolve(keysOf([env.AUTH_SECRET, ...env.AUTH_SECRETS_BEFORE]))
    : readOrCreateSecrets(database).then(keysOf)
  held.set(database, made)
  made.catch(() => held.delete(database))
  return made
}

type Signing = { key: Keys; typ?: string }

export function signJwt({ key: [{ kid, bytes }], typ }: Signing, token: SignJWT): Promise<string> {
  return token.setProtectedHeader({ alg: 'HS256', kid, ...(typ ? { typ } : {}) }).sign(bytes)
}

/** Returns null if the token is invalid, expired or of another type. */
export async function verifyJwt(
  database: Database,
  env: Env,
  token: string,
  options: Omit<JWTVerifyOptions, 'algorithms'> = {},
): Promise<JWTPayload | null> {
  const findKey = async ({ kid }: { kid?: string }) => {
    const key = await findSigningKey(database, env, kid)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
  try {
    return (await jwtVerify(token, findKey, { ...options, algorithms: ['HS256'] })).payload
  } catch {
    return null
  }
}

/** Reads stored keys again if the id is unknown, because another process may have rotated them. */
export async function findSigningKey(database: Database, env: Env, kid?: string): Promise<Uint8Array | undefined> {
  const find = async () => {
    const keys = await getSigningKeys(database, env)
    // Tokens without a key id were signed by the oldest.
    return (kid === undefined ? keys.at(-1) : keys.find((key) => key.kid === kid))?.bytes
  }
  const key = await find()
  return key || env.AUTH_SECRET || !(await renewed(database)) ? key : find()
}

export const changeKeptKey = (db: Db): Promise<void> =>
  changeKey(db, { setting: SETTING, before: BEFORE, to: createSecret() })

/** Reads the keys again on the next use, after they were rotated. */
export const invalidateSigningKeys = (database: Database): void => {
  held.delete(database)
}

export const createSecret = (): string => randomBytes(48).toString('base64url')

const keysOf = (secrets: readonly string[]): Keys => secrets.map(keyOf) as unknown as Keys
const keyOf = (secret: string): Key => ({
  kid: createHash('sha256').update(`kid ${secret}`).digest('base64url').slice(0, 8),
  bytes: new TextEncoder().encode(secret),
})

const readAt = new WeakMap<Database, number>()
async function renewed(database: Database): Promise<boolean> {
  const at = performance.now()
  if (at - (readAt.get(database) ?? -1_000) < 1_000) return false
  readAt.set(database, at)
  held.delete(database)
  return true
}

// One statement: concurrent processes read the same key.
async function readOrCreateSecrets({ db }: Database): Promise<string[]> {
  const row = await db
    .insertInto('setting')
    .values({ key: SETTING, value: JSON.stringify(randomBytes(32).toString('base64url')) })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value: sql`setting.value` }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return [String(row.value), ...(await listFormerKeys(db, BEFORE))]
}
