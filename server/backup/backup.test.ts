import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Contents, Sums } from '#db/archive/archive-file.ts'
import { ArchiveWriter } from '#db/archive/archive-writer.ts'
import { loadArchive } from '#db/archive/load-archive.ts'
import { verifyArchive } from '#db/archive/verify-archive.ts'
import { type Progress, type StoredFile, writeArchive } from '#db/archive/write-archive.ts'
import { type Database, openEmbedded, openPostgres } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { createCopy, deleteCopy, openCopy, testEngine } from '#server/test-databases.ts'

const directory = mkdtempSync(join(tmpdir(), 'primp-archive-'))
const name = `${process.pid}_archive`
const quiet = () => {}
const odd = JSON.stringify('tab\tline\nback\\slash "quote" é 😀 \\N')
const open = new Set<Database>()
let market: Database
let fileNo = 0
const newFile = () => join(directory, `${++fileNo}.tar.gz`)

const pictures: StoredFile[] = Array.from({ length: 120 }, (_, n) => ({
  key: `pictures/uploads/p${n}/320.webp`,
  bytes: Buffer.from(`picture ${n} `.repeat(50)),
}))
function storeOf(files: readonly StoredFile[]) {
  const read: string[] = []
  return {
    read,
    async *list() {
      for (const { key } of files) yield key
    },
    get: async (key: string) => {
      read.push(key)
      return files.find((file) => file.key === key)?.bytes ?? null
    },
  }
}
const exported = async (database: Database, files: readonly StoredFile[] = pictures, leftOut: string[] = []) => {
  const file = newFile()
  return {
    file,
    ...(await writeArchive(database, file, { files: storeOf(files), leftOut, now: new Date(), progress: quiet })),
  }
}

function store() {
  const files = new Map<string, Buffer>()
  return {
    files,
    noFiles: async () => files.size === 0,
    putFile: async ({ key, bytes }: StoredFile) => {
      files.set(key, bytes)
    },
  }
}

async function emptyTarget(engine = testEngine()): Promise<Database> {
  if (engine === 'pglite') return opened(await openEmbedded(undefined))
  return opened(await openPostgres(await createCopy(name, 'nothing')))
}
/** Imports into the other engine only in the full run: creating an embedded database takes long. */
const emptyBack = async (): Promise<Database | undefined> =>
  process.env['PROVE'] && process.env['TEST_DATABASE_URL']
    ? emptyTarget(testEngine() === 'pglite' ? 'postgres' : 'pglite')
    : undefined
const opened = (database: Database): Database => {
  open.add(database)
  return database
}
const settingKeys = async ({ db }: Database): Promise<string[]> =>
  (await db.selectFrom('setting').select('key').orderBy('key').execute()).map(({ key }) => key)

beforeAll(async () => {
  market = (await openCopy()).database
  // Keeps one row in twenty of the large tables, except in the full run.
  if (!process.env['PROVE'])
    await market.exec(`begin; set local session_replication_role = replica;
      delete from busy where ref is null and id % 20 <> 0;
      delete from busy_day where not exists (select from busy where busy.id = busy_id);
      delete from place where id % 20 <> 0 and not exists (select from place_page where place_id = place.id);
      delete from media where position % 20 <> 0 and not exists (select from provider where media.id in (profile_media_id, cover_media_id));
      delete from review where id % 20 <> 0 and not exists (select from report where review_id = review.id);
      commit`)
  await market.db
    .insertInto('setting')
    .values([
      { key: 'auth_secret', value: JSON.stringify('signs') },
      { key: 'odd', value: odd },
    ])
    .execute()
}, 120_000)
afterEach(async () => {
  for (const database of open) await database.close()
  open.clear()
})
afterAll(async () => {
  await market.close()
  rmSync(directory, { recursive: true, force: true })
  if (process.env['TEST_DATABASE_URL']) await deleteCopy(name)
})

describe('Export and import of a market', () => {
  test('a market exported to another database and imported back has every row, file and sequence unchanged', async () => {
    const first = await exported(market)
    for (const table of ['provider', 'appointment', 'payment', 'ledger_entry', 'busy', 'quote', 'review', 'message'])
      expect(first.sums.tables[table]?.rows, table).toBeGreaterThan(0)
    const there = await emptyTarget()
    const files = store()
    const loaded = await loadArchive(there, first.file, { ...files, progress: quiet })
    expect(loaded.migrated).toEqual([])
    expect(files.files.size).toBe(pictures.length)
    expect(files.files.get(pictures[7]?.key ?? '')?.equals(pictures[7]?.bytes ?? Buffer.alloc(0))).toBe(true)
    const second = await exported(there)
    expect(second.sums).toEqual(first.sums)
    expect(second.contents.sequences).toEqual(first.contents.sequences)
    const back = await emptyBack()
    if (back) {
      await loadArchive(back, second.file, { ...store(), progress: quiet })
      const third = await exported(back)
      expect(third.sums).toEqual(first.sums)
      expect(third.contents.sequences).toEqual(first.contents.sequences)
    }
    for (const database of back ? [there, back] : [there])
      expect(await partsOf(database)).toEqual(await partsOf(market))
    await expect(
      there.db.insertInto('appointment').columns(['id']).expression(sql<never>`select gen_random_uuid()`).execute(),
    ).rejects.toThrow()
  }, 600_000)

  test(
    'an interrupted import resumes, no site starts on a partial import, and keys are copied only on request',
    async () => {
      const { file, sums } = await exported(market, pictures, ['auth_secret', 'identity_key'])
      const there = await emptyTarget()
      const files = store()
      const load = (progress: Progress) => loadArchive(there, file, { ...files, noFiles: async () => true, progress })
      const everywhere = [
        ['media', 1],
        ['files', 60],
        ['provider_pkey', 1],
        ['compared payment', 1],
      ] as const
      for (const [where, after] of process.env['PROVE'] ? everywhere : everywhere.slice(2, 3)) {
        const breaks: Progress = (what, count) => {
          if (what === where && count >= after) throw new Error(`broken off at ${where}`)
        }
        await expect(load(breaks)).rejects.toThrow(`broken off at ${where}`)
        await expect(migrate(there)).rejects.toThrow(
          /only partly imported into this database.*npm run primp -- import FILE/,
        )
      }
      await expect(
        loadArchive(there, (await exported(market, [])).file, { ...store(), progress: quiet }),
      ).rejects.toThrow(/partially imported/)
      const { size } = files.files
      files.files.clear()
      await load(quiet)
      expect([size, files.files.size < 50]).toEqual([pictures.length, true])
      expect((await exported(there)).sums).toMatchObject({ tables: sums.tables })
      expect(await settingKeys(there)).toEqual((await settingKeys(market)).filter((key) => key !== 'auth_secret'))
      expect(await migrate(there)).toEqual([])
    },
    process.env['PROVE'] ? 600_000 : 120_000,
  )

  // Each test writes the whole market several times, so they are part of the full run only.
  const broken = process.env['PROVE'] ? describe : undefined
  broken?.('whose export was broken off', () => {
    const breaks =
      (where: string, after: number): Progress =>
      (what, count) => {
        if (what === where && count >= after) throw new Error(`broken off at ${where}`)
      }
    const write = (file: string, files: ReturnType<typeof storeOf>, progress: Progress = quiet) =>
      writeArchive(market, file, { files, leftOut: [], now: new Date(), progress })
    let whole: Sums
    beforeAll(async () => {
      whole = (await exported(market)).sums
    })
    afterEach(async () => {
      await market.db.updateTable('setting').set({ value: odd }).where('key', '=', 'odd').execute()
    })

    test('only one process resumes an interrupted export, and it neither reads nor writes finished parts again', async () => {
      const file = newFile()
      await expect(write(file, storeOf(pictures), breaks('payment', 1))).rejects.toThrow('broken off at payment')
      await expect(verifyArchive(file)).rejects.toThrow(/cannot be read/)
      const rows = readFileSync(`${file}.part`)
      const first = storeOf(pictures)
      await expect(write(file, first, breaks('files', 60))).rejects.toThrow('broken off at files')
      const more = readFileSync(`${file}.part`)
      expect(more.subarray(0, rows.length).equals(rows)).toBe(true)
      expect(statSync(`${file}.part`).mode & 0o777).toBe(0o600)
      // A partial write, as after a power cut.
      writeFileSync(`${file}.part`, 'torn', { flag: 'a' })
      const second = storeOf(pictures)
      let beside: Promise<unknown> | undefined
      const { sums, kept, contents } = await write(file, second, (what) => {
        if (what === 'files') beside ??= ArchiveWriter.open(file, {} as Contents).catch((fault: Error) => fault.message)
      })
      expect(await beside).toMatch(/is being written by another process/)
      expect(kept).toBeGreaterThan(75)
      expect([...first.read, ...second.read].sort()).toEqual(pictures.map(({ key }) => key).sort())
      expect(readFileSync(file).subarray(0, more.length).equals(more)).toBe(true)
      expect(sums).toEqual(whole)
      expect(await verifyArchive(file)).toEqual({ contents, sums: whole })
      expect(readdirSync(directory).filter((name) => name.startsWith(`${basename(file)}.`))).toEqual([])
      await expect(write(file, storeOf([]), breaks('artist', 1))).rejects.toThrow('broken off')
      expect((await verifyArchive(file)).contents.id).toBe(contents.id)
    }, 60_000)

    test('an export has the data as they are at its end, also if they changed since its start', async () => {
      const file = newFile()
      await expect(write(file, storeOf(pictures), breaks('files', 60))).rejects.toThrow('broken off')
      const later = [...pictures.slice(20), { key: 'pictures/uploads/later/320.webp', bytes: Buffer.from('later') }]
      await expect(write(file, storeOf(later), breaks('files', 80))).rejects.toThrow('broken off')
      await market.exec(`update setting set value = '"other"' where key = 'odd'`)
      const { sums, kept } = await write(file, storeOf(later))
      expect(kept).toBeGreaterThan(20)
      const { setting: is, ...others } = sums.tables
      const { setting: was, ...same } = whole.tables
      expect(others).toEqual(same)
      expect(is?.sum).not.toBe(was?.sum)
      expect(sums.files.count).toBe(later.length)
      expect((await verifyArchive(file)).sums).toEqual(sums)
    }, 60_000)
  })

  test('an import refuses to overwrite existing data', async () => {
    const { file } = await exported(market, [])
    await expect(loadArchive(market, file, { ...store(), progress: quiet })).rejects.toThrow(/database is not empty/)
    const there = await emptyTarget()
    await expect(loadArchive(there, file, { ...store(), noFiles: async () => false, progress: quiet })).rejects.toThrow(
      /file store is not empty/,
    )
  }, 60_000)
})

describe('Archive files', () => {
  let file: string
  beforeAll(async () => {
    file = (await exported(market)).file
  }, 60_000)

  test('an archive describes its contents, and only its owner may read the file', async () => {
    const { contents, sums } = await verifyArchive(file)
    expect(contents.tables.length).toBeGreaterThan(75)
    expect(sums.files.count).toBe(pictures.length)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('a truncated or damaged archive is refused', async () => {
    const bytes = readFileSync(file)
    const cut = newFile()
    writeFileSync(cut, bytes.subarray(0, bytes.length / 2))
    await expect(verifyArchive(cut)).rejects.toThrow(/cannot be read|incomplete/)
    const changed = newFile()
    const flipped = Buffer.from(bytes)
    flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff
    writeFileSync(changed, flipped)
    await expect(verifyArchive(changed)).rejects.toThrow(/cannot be read|damaged/)
    const none = newFile()
    writeFileSync(none, 'hello')
    await expect(verifyArchive(none)).rejects.toThrow(/cannot be read/)
  }, 30_000)

  test('an archive of a newer version is refused', async () => {
    await market.exec(`insert into migration (name, checksum) values ('9999_later.sql', 'x')`)
    try {
      const later = await exported(market, [])
      await expect(loadArchive(await emptyTarget(), later.file, { ...store(), progress: quiet })).rejects.toThrow(
        /newer version: this version does not know its migration 9999_later.sql/,
      )
    } finally {
      await market.exec(`delete from migration where name = '9999_later.sql'`)
    }
  }, 60_000)
})

async function partsOf({ db }: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select conrelid::regclass::text as at, conname as name, pg_get_constraintdef(oid) as is from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
    order by 1, 2, 3`.execute(db)
  return rows
}
