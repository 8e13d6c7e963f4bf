import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { listMigrationNames } from '#db/migrate.ts'

const READY_MS = 800

/**
 * Returns within a second whether the database is writable and migrated, and notifications arrive, so that caches stay
 * valid.
 */
export async function isReady(database: Database): Promise<boolean> {
  const asked = Promise.all([writable(database), migrated(database)]).then(
    ([writes, current]) => writes && current && database.listening.isOpen(),
    () => false,
  )
  const late = new Promise<boolean>((said) => setTimeout(() => said(false), READY_MS).unref())
  return Promise.race([asked, late])
}

const writable = async ({ db }: Database): Promise<boolean> =>
  (await sql<{ off: string }>`select current_setting('transaction_read_only') as off`.execute(db)).rows[0]?.off ===
  'off'

// Newer migrations are accepted during a rolling deployment.
async function migrated({ fresh }: Database): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(fresh)
  const applied = new Set(rows.map(({ name }) => name))
  return listMigrationNames().every((name) => applied.has(name))
}
