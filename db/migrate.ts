import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from './database.ts'

const migrationsFolder = new URL('./migrations/', import.meta.url)

/** The migrations of this version, in order. */
export const migrationNames = (folder = migrationsFolder): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

const LOCK = 7_704_001

/** Applies what is missing, in order, each in its own transaction and under one lock; answers what it applied. */
export async function migrate(database: Database, folder = migrationsFolder): Promise<string[]> {
  const session = await sessionOf(database)
  const applied: string[] = []
  try {
    await session.exec(`select pg_advisory_lock(${LOCK})`)
    await session.exec(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const known = new Set((await session.rows<{ name: string }>('select name from migration')).map((row) => row.name))
    for (const name of migrationNames(folder)) {
      if (known.has(name)) continue
      const text = readFileSync(new URL(name, folder), 'utf8')
      await session.exec('begin')
      try {
        await session.exec(text)
        await session.exec(`insert into migration (name) values ('${name}')`)
        await session.exec('commit')
      } catch (fault) {
        await session.exec('rollback')
        throw new Error(`Migration ${name} failed: ${(fault as Error).message}`)
      }
      applied.push(name)
    }
    await session.exec(`select pg_advisory_unlock(${LOCK})`)
  } finally {
    session.release()
  }
  return applied
}

type Session = {
  exec: (text: string) => Promise<void>
  rows: <Row>(text: string) => Promise<Row[]>
  release: () => void
}

// The lock belongs to one connection, so all of it has to run on one.
async function sessionOf({ pglite, pool }: Database): Promise<Session> {
  if (pglite) {
    return {
      exec: async (text) => {
        await pglite.exec(text)
      },
      rows: async <Row>(text: string) => (await pglite.query<Row>(text)).rows,
      release: () => {},
    }
  }
  if (!pool) throw new Error('A database is either embedded or a pool.')
  const client = await pool.connect()
  return {
    exec: async (text) => {
      await client.query(text)
    },
    rows: async <Row>(text: string) => (await client.query(text)).rows as Row[],
    release: () => client.release(),
  }
}
