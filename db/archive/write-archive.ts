import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { quoted, type Session, sessionOf } from '#db/session.ts'
import { type Contents, type Entry, type Sums, writeArchiveFile } from './archive-file.ts'
import { FileSum, Summing } from './checksums.ts'

/** A file of the site's own store under its key. */
export type StoredFile = { key: string; bytes: Buffer }

export type Progress = (what: string, count: number) => void

/** The pages that are copied at once: four megabytes of rows. */
const PAGES_AT_ONCE = 512

/**
 * Writes all rows, sequences and files to an archive, as they stand at one moment; `leftOut` are settings that stay behind.
 * No more of it is held in memory than a few megabytes.
 */
export async function writeArchive(
  database: Database,
  file: string,
  given: { files: AsyncIterable<StoredFile>; leftOut: readonly string[]; now: Date; progress: Progress },
): Promise<{ contents: Contents; sums: Sums }> {
  const session = await sessionOf(database)
  try {
    await session.exec(sameText)
    await session.exec('begin transaction isolation level repeatable read read only')
    const tables = await tablesOf(session)
    const contents: Contents = {
      format: 1,
      id: randomUUID(),
      madeAt: given.now.toISOString(),
      engine: database.engine,
      migrations: await session.rows(`select name, checksum from migration order by name`),
      tables: tables.map(({ name, columns }) => ({ name, columns })),
      sequences: await sequencesOf(session),
      leftOut: [...given.leftOut],
    }
    let sums: Sums | undefined
    await writeArchiveFile(file, contents, async (add) => {
      const rows = await addTables(session, tables, given, add)
      await session.exec('commit')
      sums = { tables: rows, files: await addFiles(given, add) }
      return sums
    })
    if (!sums) throw new Error('the archive has no checksums')
    return { contents, sums }
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
export const tablesOf = (session: Session): Promise<Table[]> =>
  session.rows<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
      (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as pages,
      (pg_table_size(c.oid) / current_setting('block_size')::int)::int as whole
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> 'migration'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid, c.relname order by c.relname`)

/** Where each sequence stands. */
export async function sequencesOf(session: Session): Promise<Contents['sequences']> {
  const names = await session.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  if (!names.length) return []
  return session.rows(
    names
      .map(({ name }) => `select '${name}' as name, last_value::text as last, is_called as called from ${quoted(name)}`)
      .join(' union all '),
  )
}

/** The rows of a table in COPY's text format, a few megabytes at a time; settings of those names are left out. */
export async function* rowsOf(session: Session, table: Table, leftOut: readonly string[]): AsyncGenerator<Buffer> {
  const step = Math.max(1, Math.floor((PAGES_AT_ONCE * table.pages) / Math.max(1, table.whole)))
  const kept =
    table.name === 'setting' && leftOut.length
      ? ` and key not in (${leftOut.map((key) => `'${key.replaceAll("'", "''")}'`).join(', ')})`
      : ''
  for (let page = 0; page < table.pages; page += step) {
    const lines = await session.copyOut(
      `select ${table.columns.map(quoted).join(', ')} from ${quoted(table.name)} where ctid >= '(${page},0)' and ctid < '(${page + step},0)'${kept}`,
    )
    if (lines.length) yield lines
  }
}

async function addTables(
  session: Session,
  tables: readonly Table[],
  { leftOut, progress }: { leftOut: readonly string[]; progress: Progress },
  add: (entry: Entry) => Promise<void>,
): Promise<Sums['tables']> {
  const sums: Sums['tables'] = {}
  for (const table of tables) {
    const summing = new Summing()
    let part = 0
    for await (const bytes of rowsOf(session, table, leftOut)) {
      summing.add(bytes)
      await add({ name: `tables/${table.name}/${String(++part).padStart(7, '0')}.copy`, bytes })
      progress(table.name, summing.result().rows)
    }
    sums[table.name] = summing.result()
  }
  return sums
}

async function addFiles(
  { files, progress }: { files: AsyncIterable<StoredFile>; progress: Progress },
  add: (entry: Entry) => Promise<void>,
): Promise<Sums['files']> {
  const summing = new FileSum()
  for await (const stored of files) {
    summing.add(stored)
    await add({ name: `files/${stored.key}`, bytes: stored.bytes })
    progress('files', summing.result().count)
  }
  return summing.result()
}
