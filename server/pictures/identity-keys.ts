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

/** The keys of private pictures, configured or kept in the database: the first seals, all of them open. Not inside a transaction. */
export const getIdentityKeys = ({ env, database }: Site): Promise<SiteKeys> =>
  getSiteKeys(database, kept, { key: env.IDENTITY_KEY, before: env.IDENTITY_KEYS_BEFORE })

/** Puts a new key in the place of the one that the database keeps, which goes on opening what it sealed. */
export const changeIdentityKey = ({ database }: Site): Promise<void> => changeSiteKey(database, kept)
