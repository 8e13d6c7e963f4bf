import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import type { Env } from './env.ts'

export type Business = { legalName: string; supportEmail: string; supportPhone: string; chat: string }

const held = new WeakMap<Database, Map<string, { readAt: number; value: Promise<unknown> }>>()
const FRESH_MS = 1_000

/** Caches a setting for a second per process. Must not run inside a transaction. */
export function readCached<T>(database: Database, key: string, read: (db: Db) => Promise<T>): Promise<T> {
  const all = held.get(database) ?? new Map()
  held.set(database, all)
  const known = all.get(key)
  const now = Date.now()
  if (known && now - known.readAt < FRESH_MS) return known.value as Promise<T>
  const value = read(database.fresh)
  all.set(key, { readAt: now, value })
  value.catch(() => all.delete(key))
  return value
}

export const invalidateSettings = (database: Database, key?: string): void => {
  if (key === undefined) held.delete(database)
  else held.get(database)?.delete(key)
}

/** Cached for a second. Must not run inside a transaction. */
export const getSetting = <T>(database: Database, key: string): Promise<T | null> =>
  readCached(database, key, (db) => getSettingInTransaction<T>(db, key))

/** Also invalidates this process's cache. */
export async function saveSetting(database: Database, db: Db, key: string, value: unknown, now: Date): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key, value: JSON.stringify(value), updated_at: now })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value: JSON.stringify(value), updated_at: now }))
    .execute()
  invalidateSettings(database, key)
}

/** Operator settings, with the configuration as fallback. */
export async function getBusiness(database: Database, env: Env): Promise<Business> {
  const set = await getSetting<Partial<Business>>(database, 'business')
  return {
    legalName: env.LEGAL_NAME,
    supportEmail: env.SUPPORT_EMAIL,
    supportPhone: env.SUPPORT_PHONE,
    chat: '',
    ...set,
  }
}

const secrets = new WeakMap<Database, Map<string, Promise<string>>>()

/**
 * Returns a site secret of 32 random bytes in base64url, created on first use and never changed. Must not run inside a
 * transaction.
 */
export function getSiteSecret(database: Database, key: string): Promise<string> {
  const known = secrets.get(database) ?? new Map<string, Promise<string>>()
  secrets.set(database, known)
  const secret = known.get(key) ?? readOrCreateSecret(database, key)
  known.set(key, secret)
  secret.catch(() => known.delete(key))
  return secret
}

const readOrCreateSecret = async (database: Database, key: string): Promise<string> =>
  String(await getOrCreateSetting(database, key, () => randomBytes(32).toString('base64url')))

/**
 * Returns a site value, created on first use. Concurrent callers get the same one. Must not run inside a transaction.
 */
export async function getOrCreateSetting<T>({ db }: Database, key: string, make: () => T | Promise<T>): Promise<T> {
  await db
    .insertInto('setting')
    .values({ key, value: JSON.stringify(await make()) })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirstOrThrow()
  return row.value as unknown as T
}

/** Not cached. */
export const getSettingInTransaction = async <T>(db: Db, key: string): Promise<T | null> =>
  ((await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst())?.value ??
    null) as T | null

/** Merges values into a setting, in the caller's transaction. */
export const buildSettingUpdate = (db: Db, key: string, values: Record<string, unknown>, now: Date) =>
  sql`insert into setting as s (key, value, updated_at) values (${key}, ${JSON.stringify(values)}::jsonb, ${now}) on conflict (key) do update set value = s.value || excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  )
