import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Env } from './env.ts'

const keys = new WeakMap<Database, Promise<Uint8Array>>()

/** The key that signs tokens and puzzles: configured, or made on the first start and kept in the database. Asked for before any transaction. */
export function signingKey(database: Database, env: Env): Promise<Uint8Array> {
  const known = keys.get(database)
  if (known) return known
  const made = env.AUTH_SECRET ? Promise.resolve(new TextEncoder().encode(env.AUTH_SECRET)) : keptKey(database)
  keys.set(database, made)
  made.catch(() => keys.delete(database))
  return made
}

// One statement: whoever comes first writes the key, everybody reads the same one.
async function keptKey({ db }: Database): Promise<Uint8Array> {
  const row = await db
    .insertInto('setting')
    .values({ key: 'auth_secret', value: JSON.stringify(randomBytes(32).toString('base64url')) })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value: sql`setting.value` }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return new TextEncoder().encode(String(row.value))
}
