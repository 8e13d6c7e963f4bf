import { sql } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { createHash, randomBytes } from 'node:crypto'
import { getOrCreateSetting } from '#server/platform/settings.ts'
import type { Env } from '#server/platform/env.ts'

const MOST_BEFORE = 3

export async function changeKey(
  db: Db,
  { setting, before, to }: Record<'setting' | 'before' | 'to', string>,
): Promise<void> {
  await sql`with old as (select value from setting where key = ${setting}), kept as (
      insert into setting as s (key, value) select ${before}, jsonb_build_array(value) from old
      on conflict (key) do update set value = jsonb_path_query_array(excluded.value || s.value, ${`$[0 to ${MOST_BEFORE - 1}]`}::jsonpath))
    insert into setting as s (key, value) values (${setting}, ${JSON.stringify(to)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(db)
}

export async function listFormerKeys(db: Db, before: string): Promise<string[]> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', before).executeTakeFirst()
  return (row?.value ?? []) as string[]
}

export type SiteKey = { kid: string; bytes: Uint8Array }
/** Keys of one kind: the first encrypts, all decrypt. */
export type SiteKeys = readonly [SiteKey, ...SiteKey[]]

type Kept = { setting: string; before: string }
type Configured = { key: string | undefined; before: readonly string[] }

export const createSiteKey = (): string => randomBytes(32).toString('base64url')

/**
 * Returns the keys of a kind from the configuration or the database, where they are created on first use. Must not run
 * inside a transaction.
 */
export async function getSiteKeys(database: Database, kept: Kept, configured: Configured): Promise<SiteKeys> {
  if (configured.key) return [keyOf(configured.key), ...configured.before.map(keyOf)]
  // Not cached: another process may have rotated them, and encryption is rare.
  const now = await getOrCreateSetting(database, kept.setting, createSiteKey)
  return [keyOf(now), ...(await listFormerKeys(database.fresh, kept.before)).map(keyOf)]
}

export const changeSiteKey = (db: Db, kept: Kept): Promise<void> => changeKey(db, { ...kept, to: createSiteKey() })

const keyOf = (key: string): SiteKey => ({
  kid: createHash('sha256').update(`kid ${key}`).digest('base64url').slice(0, 8),
  bytes: Buffer.from(key, 'base64url'),
})

type Site = { env: Env; database: Database }

const kept = { setting: 'form_key', before: 'form_keys_before' }

/** Returns the keys that wrap those of signed forms. Must not run inside a transaction. */
export const getFormKeys = ({ env, database }: Site): Promise<SiteKeys> =>
  getSiteKeys(database, kept, { key: env.FORM_KEY, before: env.FORM_KEYS_BEFORE })

export const getFormContext = (appointmentId: string, formId: string): string => `form ${formId} of ${appointmentId}`

export const changeFormKey = (db: Db): Promise<void> => changeSiteKey(db, kept)
