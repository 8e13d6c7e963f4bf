import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { quoteIdentifier, type Session, acquireSession } from '#db/session.ts'
import type { Contents, Sums } from './archive-file.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { FileSum, ChecksumSum } from './checksums.ts'

/** A file of the site's own store under its key. */
export type StoredFile = { key: string; bytes: Buffer }

/** The site's own store of files, to be read: a file is never changed once it has its key. */
export type FileStore = { list: () => AsyncIterable<string>; get: (key: string) => Promise<Buffer | null> }

export type Progress = (what: string, count: number) => void

/** The pages that are copied at once: four megabytes of rows. */
const PAGES_AT_ONCE = 512

/**
 * Writes all rows, sequences and files to an archive, as they stand at one moment; `leftOut` are settings that stay behind.
 * Goes on where it was broken off, as far as everything still is as it was written; `kept` says how many entries were.
 * No more of it is held in memory than a few megabytes.
 */
export async function writeArchive(
  database: Database,
  file: string,
  given: { files: FileStore; leftOut: readonly string[]; now: Date; progress: Progress },
): Promise<{ contents: Contents; sums: Sums; kept: number }> {
  const session = await acquireSession(database)
  let archive: ArchiveWriter | undefined
  try {
    await session.exec(sameText)
    await session.exec('begin transaction isolation level repeatable read read only')
    const tables = await listTables(session)
    archive = await ArchiveWriter.open(file, {
      format: 1,
      id: randomUUID(),
      madeAt: given.now.toISOString(),
      engine: database.engine,
      migrations: await session.rows(`select name, checksum from migration order by name`),
      tables: tables.map(({ name, columns }) => ({ name, columns })),
      sequences: await listSequences(session),
      leftOut: [...given.leftOut],
    })
    const rows = await addTables(session, tables, given, archive)
    await session.exec('commit')
    const sums = { tables: rows, files: await addFiles(given, archive) }
    await archive.finish(sums)
    return { contents: archive.contents, sums, kept: archive.kept }
  } catch (fault) {
    await archive?.breakOff()
    throw fault
  } finally {
    await session.exec('rollback').catch(() => {})
    session.release()
  }
}

/** What both engines need so that the same value is the same text. */
export const sameText =
  "set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set extra_float_digits to 1; set bytea_output to 'hex'; set search_path to public"

export type Table = {
  name: string
  columns: string[]
  /** Of the rows themselves, and with the long values that are kept beside them. */
  pages: number
  whole: number
}

/** Every table of the site with its own columns; what a crash may empty (unlogged), and what the migrations write of themselves, is left. */
export const listTables = (session: Session): Promise<Table[]> =>
  session.rows<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
      (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as pages,
      (pg_table_size(c.oid) / current_setting('block_size')::int)::int as whole
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> 'migration'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid, c.relname order by c.relname`)

/** Where each sequence stands. */
export async function listSequences(session: Session): Promise<Contents['sequences']> {
  const names = await session.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  if (!names.length) return []
  return session.rows(
    names
      .map(
        ({ name }) =>
          `select '${name}' as name, last_value::text as last, is_called as called from ${quoteIdentifier(name)}`,
      )
      .join(' union all '),
  )
}

/** The rows of a table in COPY's text format, a few megabytes at a time; settings of those names are left out. */
export async function* streamRows(session: Session, table: Table, leftOut: readonly string[]): AsyncGenerator<Buffer> {
  const fitting = Math.max(1, Math.floor((PAGES_AT_ONCE * table.pages) / Math.max(1, table.whole)))
  // The same parts again while the table hardly grows.
  const step = 2 ** Math.floor(Math.log2(fitting))
  const kept =
    table.name === 'setting' && leftOut.length
      ? ` and key not in (${leftOut.map((key) => `'${key.replaceAll("'", "''")}'`).join(', ')})`
      : ''
  for (let page = 0; page < table.pages; page += step) {
    const lines = await session.copyOut(
      `select ${table.columns.map(quoteIdentifier).join(', ')} from ${quoteIdentifier(table.name)} where ctid >= '(${page},0)' and ctid < '(${page + step},0)'${kept}`,
    )
    if (lines.length) yield lines
  }
}

async function addTables(
  session: Session,
  tables: readonly Table[],
  { leftOut, progress }: { leftOut: readonly string[]; progress: Progress },
  archive: ArchiveWriter,
): Promise<Sums['tables']> {
  const sums: Sums['tables'] = {}
  for (const table of tables) {
    const summing = new ChecksumSum()
    let part = 0
    for await (const bytes of streamRows(session, table, leftOut)) {
      summing.add(bytes)
      await archive.add({ name: `tables/${table.name}/${String(++part).padStart(7, '0')}.copy`, bytes })
      progress(table.name, summing.result().rows)
    }
    sums[table.name] = summing.result()
  }
  return sums
}

async function addFiles(
  { files, progress }: { files: FileStore; progress: Progress },
  archive: ArchiveWriter,
): Promise<Sums['files']> {
  const summing = new FileSum()
  const written = new Map(archive.rest.map((entry) => [entry.name, entry]))
  let still = 0
  if (written.size) for await (const key of files.list()) if (written.has(entryOf(key))) still++
  // What was deleted since is not to be carried on.
  if (still === written.size) archive.keepRest()
  else {
    await archive.dropRest()
    written.clear()
  }
  for await (const key of files.list()) {
    const name = entryOf(key)
    const had = written.get(name)
    if (had) summing.addHashed({ key, ...had })
    else {
      const bytes = await files.get(key)
      // It was deleted since it was listed.
      if (!bytes) continue
      summing.add({ key, bytes })
      await archive.add({ name, bytes })
    }
    progress('files', summing.result().count)
  }
  return summing.result()
}

const entryOf = (key: string): string => `files/${key}`
