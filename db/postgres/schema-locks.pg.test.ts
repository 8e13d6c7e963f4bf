import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { type Database, openPostgres } from '#db/database.ts'
import { migrate, listNewerMigrations, SchemaTooNew } from '#db/migrate.ts'

const name = `${process.pid}_schema_locks`
const folder = mkdtempSync(join(tmpdir(), 'primp-migrations-'))
const migrations = pathToFileURL(`${folder}/`)
let url = ''
let database: Database

beforeAll(async () => {
  url = await createCopy(name, 'nothing')
  database = await openPostgres(url)
  writeFileSync(join(folder, '0001_tables.sql'), 'create table booking (n int primary key);')
  await migrate(database, { folder: migrations })
})
afterAll(async () => {
  await database.close()
  await deleteCopy(name)
  rmSync(folder, { recursive: true })
})

const ask = async (text: string, values: unknown[] = []): Promise<unknown[]> => {
  if (!database.pool) throw new Error('PostgreSQL has a pool.')
  return (await database.pool.query(text, values)).rows
}

test('bookings continue while a migration waits for a lock, and the migration is applied afterwards', async () => {
  writeFileSync(join(folder, '0002_column.sql'), 'alter table booking add column note text;')
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await reader.query('begin; select * from booking')
  let over = false
  let retries = 0
  const migrating = migrate(database, {
    folder: migrations,
    retries: {
      firstRestMs: 500,
      onRetry: () => {
        retries++
      },
    },
  }).finally(() => {
    over = true
  })
  let [slowest, booked] = [0, 0]
  for (const until = performance.now() + 5_000; performance.now() < until; booked++) {
    const from = performance.now()
    await sql`insert into booking (n) values (${booked})`.execute(database.db)
    slowest = Math.max(slowest, performance.now() - from)
    await setTimeout(20)
  }
  expect(over).toBe(false)
  await reader.query('commit')
  await reader.end()
  expect(await migrating).toEqual(['0002_column.sql'])
  expect(retries).toBeGreaterThan(1)
  expect(booked).toBeGreaterThan(20)
  // A booking waits behind the migration for its lock_timeout at most.
  expect(slowest).toBeLessThan(2_000)
  process.stdout.write(`${booked} bookings beside a waiting migration, the slowest ${Math.round(slowest)} ms\n`)
}, 60_000)

test('only one process migrates at a time, and the others find the migration done', async () => {
  writeFileSync(join(folder, '0003_slow.sql'), 'create table slow (n int); select pg_sleep(1);')
  const others = await Promise.all(Array.from({ length: 3 }, () => openPostgres(url)))
  const applied = await Promise.all(others.map((other) => migrate(other, { folder: migrations })))
  expect(applied.flat()).toEqual(['0003_slow.sql'])
  await Promise.all(others.map((other) => other.close()))
}, 60_000)

test('a connection that has migrated uses its former lock timeout again', async () => {
  expect(await ask('show lock_timeout')).toEqual([{ lock_timeout: '0' }])
})

test('code older than the database runs, unless a newer migration excludes it', async () => {
  const insert = (migration: string, breaks: string | null) =>
    ask('insert into migration (name, checksum, breaks_before) values ($1, $2, $3)', [migration, 'x', breaks])
  await insert('9000_later.sql', null)
  expect(await migrate(database, { folder: migrations })).toEqual([])
  expect(await listNewerMigrations(database)).toContain('9000_later.sql')
  await insert('9001_breaking.sql', '0004')
  await expect(migrate(database, { folder: migrations })).rejects.toThrow(SchemaTooNew)
  await expect(migrate(database, { folder: migrations })).rejects.toThrow(
    /migrated by a newer version: 9001_breaking\.sql excludes versions before 0004/,
  )
  writeFileSync(join(folder, '0004_able.sql'), '-- breaks before 0003\nselect 1;')
  expect(await migrate(database, { folder: migrations })).toEqual(['0004_able.sql'])
  expect(await ask(`select breaks_before from migration where name = '0004_able.sql'`)).toEqual([
    { breaks_before: '0003' },
  ])
}, 60_000)
