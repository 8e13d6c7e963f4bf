import fs, { cpSync, mkdtempSync, readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openEmbedded } from '#db/database.ts'
import { lockDirectory } from '#db/directory-lock.ts'
import { checkpointWhenDue, vacuumWhenDue } from './embedded.ts'

const home = mkdtempSync(join(tmpdir(), 'primp-embedded-'))
const whole = join(home, 'whole')
let copies = 0

function broken(breaks: (path: string) => void): string {
  const directory = join(home, String(++copies))
  cpSync(whole, directory, { recursive: true })
  breaks(join(directory, 'pg'))
  return directory
}

beforeAll(async () => {
  const database = await openEmbedded(whole)
  await database.exec(`create table kept as select n, repeat('x', 100) from generate_series(1, 1000) n`)
  await database.close()
}, 60_000)
afterEach(() => vi.restoreAllMocks())
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a commit is on the disk before it is acknowledged', async () => {
  const database = await openEmbedded(broken(() => {}))
  const synced: string[] = []
  const sync = fs.fdatasyncSync
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation((fd) => {
    synced.push(readlinkSync(`/proc/self/fd/${fd}`))
    sync(fd)
  })
  for (let n = 0; n < 5; n++) {
    synced.length = 0
    await database.exec(`insert into kept values (${n})`)
    expect(synced.filter((path) => /\/pg_wal\/[0-9A-F]{24}$/.test(path)).length).toBeGreaterThan(0)
  }
  // A checkpoint syncs the tables themselves.
  synced.length = 0
  await database.exec('checkpoint')
  expect(synced.some((path) => /\/pg\/base\//.test(path))).toBe(true)
  await database.close()
}, 60_000)

test('bytes equal those of the PostgreSQL driver', async () => {
  const database = await openEmbedded(broken(() => {}))
  const { rows } = await sql<{ one: Buffer; none: null; all: Buffer[] }>`
    select '\\xdeadbe'::bytea as one, null::bytea as none, array['\\x00'::bytea, ''] as all`.execute(database.db)
  expect(rows[0]?.one.toString('hex')).toBe('deadbe')
  expect(rows[0]).toEqual({
    one: Buffer.from([0xde, 0xad, 0xbe]),
    none: null,
    all: [Buffer.from([0]), Buffer.alloc(0)],
  })
  await database.close()
}, 60_000)

test('the WAL is truncated after many writes, which the engine does not do on its own', async () => {
  const directory = broken(() => {})
  const database = await openEmbedded(directory)
  const pglite = database.pglite as PGlite
  const redo = async () =>
    (await pglite.query<{ at: string }>('select redo_lsn::text as at from pg_control_checkpoint()')).rows[0]?.at
  const before = await redo()
  await checkpointWhenDue(pglite)
  expect(await redo()).toBe(before)
  await database.exec(`insert into kept select n, repeat('x', 1000) from generate_series(1, 70000) n`)
  expect(await redo()).toBe(before)
  await checkpointWhenDue(pglite)
  expect(await redo()).not.toBe(before)
  await database.close()
}, 60_000)

async function littleLog() {
  const database = await openEmbedded(undefined)
  const pglite = database.pglite as PGlite
  const files = async () =>
    (await pglite.query<{ files: number }>('select count(*)::int as files from pg_ls_waldir()')).rows[0]?.files ?? 0
  for (let n = 0; n < 8; n++)
    await database.exec(`select pg_logical_emit_message(false, 'test', repeat('x', 16 * 1024 * 1024))`)
  expect(await files()).toBeGreaterThan(7)
  await database.exec('checkpoint')
  expect(await files()).toBeLessThanOrEqual(3)
  await database.close()
}
if (process.env['PROVE'])
  test(
    'few WAL files remain after truncation, however much was written, because every copy of a market contains them',
    littleLog,
    60_000,
  )

test('a table with many changes is vacuumed and analysed, which the engine does not do on its own', async () => {
  const database = await openEmbedded(undefined)
  const pglite = database.pglite as PGlite
  const stands = async () =>
    (
      await pglite.query<{ live: number; dead: number; rows: number }>(`
        select n_live_tup::int as live, n_dead_tup::int as dead, reltuples::int as rows
        from pg_stat_user_tables join pg_class on pg_class.oid = relid where pg_class.relname = 'grown'`)
    ).rows[0]
  await database.exec(`create table grown (n int primary key, said text not null);
    insert into grown select n, 'a' from generate_series(1, 5000) n`)
  await database.exec(`update grown set said = 'b' where n <= 3000`)
  await vacuumWhenDue(pglite)
  expect(await stands()).toEqual({ live: 5_000, dead: 0, rows: 5_000 })
  await database.exec(`update grown set said = 'c' where n <= 20`)
  await vacuumWhenDue(pglite)
  expect(await stands()).toMatchObject({ dead: 20 })
  await database.close()
})

test.each([
  [
    'without a version file',
    (path: string) => rmSync(join(path, 'PG_VERSION')),
    /is damaged: its file PG_VERSION is missing/,
  ],
  ['with half a control file', (path: string) => truncateSync(join(path, 'global', 'pg_control'), 100), /is damaged: /],
  [
    'without a WAL',
    (path: string) => {
      for (const name of readdirSync(join(path, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)))
        rmSync(join(path, 'pg_wal', name))
    },
    /is damaged: /,
  ],
  [
    'with a broken catalogue',
    (path: string) => {
      for (const name of readdirSync(join(path, 'base', '5')).filter((name) => /^\d+$/.test(name)))
        writeFileSync(join(path, 'base', '5', name), Buffer.alloc(8192, 7))
    },
    /is damaged: /,
  ],
  [
    'of another PostgreSQL version',
    (path: string) => writeFileSync(join(path, 'PG_VERSION'), '16\n'),
    /created by another version.*initialized by PostgreSQL version 16, .* this version 18.*npm run primp -- export FILE/,
  ],
])(
  'a directory %s is reported with a remedy, and nothing is overwritten',
  async (_what, breaks, words) => {
    const directory = broken(breaks)
    await expect(openEmbedded(directory)).rejects.toThrow(words)
    // The lock is released, so that the directory can be repaired.
    lockDirectory(directory)()
  },
  60_000,
)
