import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import {
  changeSiteKey,
  createSiteKey,
  type SiteKey,
  getSiteKeys,
  type SiteKeys,
} from '#server/platform/sealing/site-keys.ts'

export type IdentityKey = SiteKey
type Site = { env: Env; database: Database }

const kept = { setting: 'identity_key', before: 'identity_keys_before' }

export const newIdentityKey = createSiteKey

/**
 * Returns the keys of private pictures, from configuration or the database: the first encrypts, all decrypt. Not inside
 * a transaction.
 */
export const getIdentityKeys = ({ env, database }: Site): Promise<SiteKeys> =>
  getSiteKeys(database, kept, { key: env.IDENTITY_KEY, before: env.IDENTITY_KEYS_BEFORE })

/** Rotates the stored key; the old one still decrypts. */
export const changeIdentityKey = ({ database }: Site): Promise<void> => changeSiteKey(database, kept)
