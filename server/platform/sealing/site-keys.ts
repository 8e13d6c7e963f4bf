import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { changeKey, keysBefore } from '#server/platform/kept-keys.ts'
import { madeOnce } from '#server/platform/settings.ts'

/** A key of the site by which something is sealed, and a name that says nothing of it. */
export type SiteKey = { kid: string; bytes: Uint8Array }
/** Keys of one kind: the first seals, all of them open. */
export type SiteKeys = readonly [SiteKey, ...SiteKey[]]

/** Where keys of one kind stand: in the environment, or in these settings of the database. */
type Kept = { setting: string; before: string }
type Configured = { key: string | undefined; before: readonly string[] }

export const newSiteKey = (): string => randomBytes(32).toString('base64url')

/** The keys of a kind, configured or kept in the database, made on their first use. Not inside a transaction. */
export async function siteKeys(database: Database, kept: Kept, configured: Configured): Promise<SiteKeys> {
  if (configured.key) return [keyOf(configured.key), ...configured.before.map(keyOf)]
  // Read each time: another process may have changed them, and what is sealed is little.
  const now = await madeOnce(database, kept.setting, newSiteKey)
  return [keyOf(now), ...(await keysBefore(database.fresh, kept.before)).map(keyOf)]
}

/** Puts a new key in the place of the one that the database keeps, which goes on opening what it sealed. */
export async function changeSiteKey({ db }: Database, kept: Kept): Promise<void> {
  await changeKey(db, { ...kept, to: newSiteKey() })
}

const keyOf = (key: string): SiteKey => ({
  kid: createHash('sha256').update(`kid ${key}`).digest('base64url').slice(0, 8),
  bytes: Buffer.from(key, 'base64url'),
})
