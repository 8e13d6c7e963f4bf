import type { Database, Db } from '#db/database.ts'
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

/** The first key encrypts, all decrypt. Must not run inside a transaction. */
export const getIdentityKeys = ({ env, database }: Site): Promise<SiteKeys> =>
  getSiteKeys(database, kept, { key: env.IDENTITY_KEY, before: env.IDENTITY_KEYS_BEFORE })

export const changeIdentityKey = (db: Db): Promise<void> => changeSiteKey(db, kept)
