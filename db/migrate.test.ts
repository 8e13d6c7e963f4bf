import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Database, openEmbedded, openPostgres } from './database.ts'
import { migrate, migrationNames } from './migrate.ts'
import { generateSchema } from './schema/generate-schema.ts'
import { createCopy, dropCopy, testEngine } from '#server/test-databases.ts'

// Each is named by its last migration and its commit.
const releases = new URL('./releases/', import.meta.url)
const migrations = new URL('./migrations/', import.meta.url)
const name = `${process.pid}_migrate`
let open: Database | undefined

/** Opens an empty database on the engine of the tests. */
async function empty(): Promise<Database> {
  if (testEngine() === 'pglite') open = await openEmbedded(undefined)
  else {
    open = await openPostgres(await createCopy(name, 'reference'))
    await open.exec('drop schema public cascade; create schema public')
  }
  return open
}
afterEach(async () => {
  await open?.close()
  open = undefined
})
afterAll(async () => {
  if (testEngine() === 'postgres') await dropCopy(name)
})

const restored = async (release: string): Promise<Database> => {
  const database = await empty()
  await database.exec(gunzipSync(readFileSync(new URL(release, releases))).toString())
  return database
}
const countOf = async ({ db }: Database, table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0

describe('a database of each release', () => {
  test.each(readdirSync(releases))(
    '%s becomes one of this version, with all that is in it',
    async (release) => {
      const database = await restored(release)
      const tables = ['provider', 'appointment', 'payment', 'ledger_entry', 'review', 'quote']
      const before = await Promise.all(tables.map((table) => countOf(database, table)))
      expect(before.every((n) => n > 0)).toBe(true)
      const [last = ''] = release.split('-')
      expect(await migrate(database)).toEqual(migrationNames().filter((name) => name.slice(0, last.length) > last))
      expect(await Promise.all(tables.map((table) => countOf(database, table)))).toEqual(before)
      expect(await migrate(database)).toEqual([])
      const { rows } = await sql<{
        name: string
        checksum: string | null
      }>`select name, checksum from migration`.execute(database.db)
      expect(rows.map(({ name }) => name).sort()).toEqual(migrationNames())
      expect(rows.every(({ checksum }) => /^[0-9a-f]{64}$/.test(checksum ?? ''))).toBe(true)
    },
    60_000,
  )

  test('is not taken for one that says the same and is another, as before its migrations were edited', async () => {
    const database = await restored('0023-d9c489b.sql.gz')
    await database.exec('alter table message drop column told_at')
    await expect(migrate(database)).rejects.toThrow(/made by a version that was never released: it says 0023/)
  }, 60_000)
})

test('a migration that was edited after it was applied refuses the start and says which', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'primp-migrations-'))
  const [first = ''] = migrationNames()
  cpSync(new URL(`before-baseline/${first}`, migrations), join(folder, first))
  const url = pathToFileURL(`${folder}/`)
  const database = await empty()
  expect(await migrate(database, { folder: url })).toEqual([first])
  // The ends of lines are the checkout's.
  const text = readFileSync(join(folder, first), 'utf8')
  writeFileSync(join(folder, first), text.replaceAll('\n', '\r\n'))
  expect(await migrate(database, { folder: url })).toEqual([])
  writeFileSync(join(folder, first), `${text}\ncreate table afterthought (n int);`)
  await expect(migrate(database, { folder: url })).rejects.toThrow(`Migration ${first} is not the one that was applied`)
  rmSync(folder, { recursive: true })
})

describe('a new database', () => {
  const recordsOf = async ({ db }: Database) =>
    (
      await sql<{ name: string; checksum: string; breaks_before: string | null; at: Date }>`
        select name, checksum, breaks_before, applied_at as at from migration order by name`.execute(db)
    ).rows
  const withoutTime = (records: Awaited<ReturnType<typeof recordsOf>>) => records.map(({ at: _, ...rest }) => rest)

  test('loads the schema and the rows that all migrations make, in one transaction', async () => {
    const migrated = await empty()
    await migrate(migrated, { baseline: false })
    const [schema, records] = [await generateSchema(migrated), await recordsOf(migrated)]
    expect(schema).toBe(readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'))
    await migrated.close()
    const loaded = await empty()
    expect(await migrate(loaded)).toEqual(migrationNames())
    expect(await generateSchema(loaded)).toBe(schema)
    const loadedRecords = await recordsOf(loaded)
    expect(withoutTime(loadedRecords)).toEqual(withoutTime(records))
    expect(new Set(loadedRecords.map(({ at }) => String(at))).size).toBe(1)
    expect(await migrate(loaded)).toEqual([])
    const { rows } = await sql<{ setting: string }>`select current_setting('check_function_bodies') as setting`.execute(
      loaded.db,
    )
    expect(rows).toEqual([{ setting: 'on' }])
  })

  test('runs migrations that the schema file does not contain yet after it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'primp-migrations-'))
    cpSync(migrations, folder, { recursive: true })
    writeFileSync(join(folder, '9999_later.sql'), 'create table later (n int);')
    const database = await empty()
    expect(await migrate(database, { folder: pathToFileURL(`${folder}/`) })).toEqual([
      ...migrationNames(),
      '9999_later.sql',
    ])
    expect(await countOf(database, 'later')).toBe(0)
    rmSync(folder, { recursive: true })
  })

  test('runs the migrations of an archive of an older version', async () => {
    const database = await empty()
    const only = migrationNames().slice(0, 3)
    expect(await migrate(database, { only })).toEqual(only)
    expect((await recordsOf(database)).map(({ name }) => name)).toEqual(only)
  })
})
