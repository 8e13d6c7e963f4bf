import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { changeSiteKey, type SiteKeys, siteKeys } from './site-keys.ts'

type Site = { env: Env; database: Database }

const kept = { setting: 'form_key', before: 'form_keys_before' }

/** The keys that wrap those of signed forms, configured or kept in the database: the first seals, all of them open. Not inside a transaction. */
export const formKeys = ({ env, database }: Site): Promise<SiteKeys> =>
  siteKeys(database, kept, { key: env.FORM_KEY, before: env.FORM_KEYS_BEFORE })

/** What a sealed form belongs to: in another place it does not open. */
export const aboutForm = (appointmentId: string, formId: string): string => `form ${formId} of ${appointmentId}`

/** Puts a new key in the place of the one that the database keeps, which goes on opening what it sealed. */
export const changeFormKey = ({ database }: Site): Promise<void> => changeSiteKey(database, kept)
