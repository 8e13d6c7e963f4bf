import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { changeKey, keysBefore } from '#server/platform/kept-keys.ts'
import { madeOnce } from '#server/platform/settings.ts'

export type IdentityKey = { kid: string; bytes: Uint8Array }
type Site = { env: Env; database: Database }

const SETTING = 'identity_key'
const BEFORE = 'identity_keys_before'

export const newIdentityKey = (): string => randomBytes(32).toString('base64url')

/** The keys of private pictures, configured or kept in the database: the first seals, all of them open. Not inside a transaction. */
export async function identityKeys({ env, database }: Site): Promise<readonly [IdentityKey, ...IdentityKey[]]> {
  if (env.IDENTITY_KEY) return [keyOf(env.IDENTITY_KEY), ...env.IDENTITY_KEYS_BEFORE.map(keyOf)]
  // Read each time: another process may have changed them, and pictures are few.
  const now = await madeOnce(database, SETTING, newIdentityKey)
  return [keyOf(now), ...(await keysBefore(database.fresh, BEFORE)).map(keyOf)]
}

/** Puts a new key in the place of the one that the database keeps, which goes on opening what it sealed. */
export async function changeIdentityKey({ database }: Site): Promise<void> {
  await changeKey(database.db, { setting: SETTING, before: BEFORE, to: newIdentityKey() })
}

// A name that says nothing of the key.
const keyOf = (key: string): IdentityKey => ({
  kid: createHash('sha256').update(`kid ${key}`).digest('base64url').slice(0, 8),
  bytes: Buffer.from(key, 'base64url'),
})
