import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { listMigrationNames } from '#db/migrate.ts'

const READY_MS = 800

/**
 * Whether this process can do what it is there for: the database that it writes to takes writes and has the tables of
 * this version, and what changes is heard, so that nothing it keeps in memory grows old. Answered within a second.
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

// A newer process may have added some of its own; both are served while they are exchanged.
async function migrated({ fresh }: Database): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(fresh)
  const applied = new Set(rows.map(({ name }) => name))
  return listMigrationNames().every((name) => applied.has(name))
}
