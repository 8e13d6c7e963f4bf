import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { quoteIdentifier, type Session, acquireSession } from '#db/session.ts'
import type { Contents, Sums } from './archive-file.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { FileSum, ChecksumSum } from './checksums.ts'

export type StoredFile = { key: string; bytes: Buffer }

/** Read access to the file store. A stored file never changes. */
export type FileStore = { list: () => AsyncIterable<string>; get: (key: string) => Promise<Buffer | null> }

export type Progress = (what: string, count: number) => void

/** Pages per COPY batch: four megabytes of rows. */
const PAGES_AT_ONCE = 512

/**
 * Writes all rows, sequences and files of one snapshot to an archive, without the `leftOut` settings. Resumes an
 * interrupted archive as far as its entries are unchanged; `kept` is the number of reused ones. Streams, so that memory
 * stays at a few megabytes.
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

/** Session settings under which both engines print equal values as equal text. */
export const sameText =
  "set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set extra_float_digits to 1; set bytea_output to 'hex'; set search_path to public"

export type Table = {
  name: string
  columns: string[]
  /** Pages of the table, or of its largest partition: a range of pages is read from all partitions at once. */
  pages: number
  whole: number
}

export const listTables = (session: Session): Promise<Table[]> =>
  session.rows<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
      (greatest(pg_relation_size(c.oid), (select max(pg_relation_size(relid)) from pg_partition_tree(c.oid))) / current_setting('block_size')::int)::int as pages,
      (greatest(pg_table_size(c.oid), (select max(pg_table_size(relid)) from pg_partition_tree(c.oid))) / current_setting('block_size')::int)::int as whole
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and c.relname <> 'migration'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid, c.relname order by c.relname`)

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

/** Streams the rows of a table in COPY's text format, a few megabytes at a time, without the named settings. */
export async function* streamRows(session: Session, table: Table, leftOut: readonly string[]): AsyncGenerator<Buffer> {
  const fitting = Math.max(1, Math.floor((PAGES_AT_ONCE * table.pages) / Math.max(1, table.whole)))
  // A power of two, so that the batches stay the same while the table grows little.
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
  // Reuses stored files only if none was deleted since.
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
      // Deleted after it was listed.
      if (!bytes) continue
      summing.add({ key, bytes })
      await archive.add({ name, bytes })
    }
    progress('files', summing.result().count)
  }
  return summing.result()
}

const entryOf = (key: string): string => `files/${key}`
