import type { Database } from '#db/database.ts'
import { tableParts } from '#db/bare-tables.ts'
import { IMPORT_SCHEMA, listMigrationChecksums, migrate } from '#db/migrate.ts'
import { quoteIdentifier, type Session, acquireSession } from '#db/session.ts'
import { BadArchive, type Contents, type Entry, readArchiveFile, type Sums } from './archive-file.ts'
import { FileSum, ChecksumSum } from './checksums.ts'
import { type Progress, streamRows, sameText, listSequences, type StoredFile, listTables } from './write-archive.ts'

class TargetNotEmpty extends Error {
  override name = 'TargetNotEmpty'
}

export type Target = {
  noFiles: () => Promise<boolean>
  putFile: (file: StoredFile) => Promise<void>
}

/** Progress of a load, stored in the target database with the table parts that are still removed. */
type Standing = { archive: string; phase: 'empty' | 'bare' | 'loading' | 'building'; entries: number }

const state = `${IMPORT_SCHEMA}.state`
const parts = `${IMPORT_SCHEMA}.part`

/**
 * Loads an archive into an empty database and file store, or resumes an interrupted load. Returns its contents.
 * Compares every row, file and sequence at the end, then applies newer migrations.
 */
export async function loadArchive(
  database: Database,
  file: string,
  { noFiles, putFile, progress }: Target & { progress: Progress },
): Promise<{ contents: Contents; sums: Sums; migrated: string[] }> {
  const session = await acquireSession(database)
  let contents: Contents | undefined
  let standing: Standing | undefined
  const files = new FileSum()
  try {
    await session.exec(sameText)
    const begin = async (found: Contents) => {
      contents = found
      refuseNewer(found)
      standing = await begun(database, session, found, noFiles)
    }
    const take = async (entry: Entry, at: number) => {
      if (!standing || !contents) throw new Error('an entry was written before the contents')
      const fresh = at > standing.entries
      if (entry.name.startsWith('files/')) {
        const stored = { key: entry.name.slice('files/'.length), bytes: entry.bytes }
        files.add(stored)
        if (fresh) await putFile(stored)
        progress('files', files.result().count)
      } else if (fresh) await loadRows(session, contents, entry, at, progress)
      if (fresh && at % 50 === 0) await session.exec(`update ${state} set entries = ${at}`)
    }
    const sums = await readArchiveFile(file, begin, take)
    if (!contents) throw new BadArchive(`${file} is not a Primp archive.`)
    await build(session, contents, progress)
    await compare(session, contents, sums, progress)
    if (files.result().sum !== sums.files.sum) throw new BadArchive(`${file} contains other files than were exported.`)
    await session.exec(`analyze; drop schema ${IMPORT_SCHEMA} cascade`)
    return { contents, sums, migrated: await migrate(database) }
  } finally {
    session.release()
  }
}

function refuseNewer({ migrations }: Contents): void {
  const known = listMigrationChecksums()
  const strange = migrations.find(({ name }) => !known.has(name))
  if (strange)
    throw new BadArchive(
      `The archive was made by a newer version: this version does not know its migration ${strange.name}. Import it with that version or a later one.`,
    )
  const other = migrations.find(({ name, checksum }) => checksum !== null && known.get(name) !== checksum)
  if (other) throw new BadArchive(`The migration ${other.name} of the archive differs from the one of this version.`)
}

/** Prepares the target, or returns the progress of an earlier load of the same archive. */
async function begun(
  database: Database,
  session: Session,
  contents: Contents,
  noFiles: () => Promise<boolean>,
): Promise<Standing> {
  const [there] = await session.rows<{ importing: boolean; tables: number }>(
    `select to_regclass('${state}') is not null as importing,
      (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')) as tables`,
  )
  if (!there?.importing) {
    if (there?.tables)
      throw new TargetNotEmpty('The database is not empty: an archive can only be imported into a new database.')
    if (!(await noFiles())) throw new TargetNotEmpty('The file store is not empty: give the import a new one.')
    await session.exec(`
      create schema ${IMPORT_SCHEMA};
      create table ${state} (archive text not null, phase text not null, entries int not null);
      create table ${parts} (no int primary key, name text not null, take_off text not null, put_back text not null);
      insert into ${state} values ('${contents.id.replaceAll("'", '')}', 'empty', 0)`)
  }
  const standing = await standingOf(session)
  if (standing.archive !== contents.id)
    throw new TargetNotEmpty(
      'Another archive has been partially imported here: finish that import with its own file, or use a new database.',
    )
  if (standing.phase === 'empty') await migrateTo(database, session, contents)
  if (standing.phase === 'empty' || standing.phase === 'bare') await strip(session, contents)
  return standingOf(session)
}

async function standingOf(session: Session): Promise<Standing> {
  const [standing] = await session.rows<Standing>(`select archive, phase, entries from ${state}`)
  if (!standing) throw new Error('the import lost its position')
  return standing
}

async function migrateTo(database: Database, session: Session, { migrations, tables }: Contents): Promise<void> {
  await migrate(database, { only: migrations.map(({ name }) => name), importing: true })
  const wanted = tables.map(({ name, columns }) => `${name}: ${columns.join(' ')}`)
  const found = (await listTables(session)).map(({ name, columns }) => `${name}: ${columns.join(' ')}`)
  const strange = wanted.find((table) => !found.includes(table))
  if (strange) throw new BadArchive(`The archive has a table that its migrations do not create: ${strange}.`)
  const listed = await tableParts(
    session,
    tables.map(({ name }) => name),
  )
  await session.transaction(async () => {
    for (const [i, { name, off, on }] of listed.entries())
      await session.rows(`insert into ${parts} values ($1, $2, $3, $4)`, [i, name, off, on])
    await session.exec(`update ${state} set phase = 'bare'`)
  })
}

/** Removes constraints and triggers, because rows arrive in any order, and empties tables that migrations filled. */
async function strip(session: Session, { tables }: Contents): Promise<void> {
  const all = await session.rows<{ take_off: string }>(`select take_off from ${parts} order by no`)
  // One at a time: the embedded database has too few locks for all of them in one transaction.
  for (const { take_off } of all) await session.exec(take_off)
  for (const { name } of tables) await session.exec(`truncate ${quoteIdentifier(name)}`)
  await session.exec(`update ${state} set phase = 'loading'`)
}

async function loadRows(
  session: Session,
  { tables }: Contents,
  { name, bytes }: Entry,
  at: number,
  progress: Progress,
): Promise<void> {
  const table = tables.find((one) => one.name === name.split('/')[1])
  if (!table) throw new BadArchive(`The archive has rows of a table that it does not list: ${name}.`)
  await session.transaction(async () => {
    await session.copyIn(table.name, table.columns, [bytes])
    await session.exec(`update ${state} set entries = ${at}`)
  })
  progress(table.name, at)
}

/** Sets sequences and restores constraints, indexes and triggers one at a time. This validates all foreign keys. */
async function build(session: Session, { sequences }: Contents, progress: Progress): Promise<void> {
  await session.exec(`update ${state} set phase = 'building'`)
  for (const { name, last, called } of sequences)
    await session.rows('select setval($1::regclass, $2::bigint, $3)', [quoteIdentifier(name), last, called])
  const left = await session.rows<{ no: number; name: string; put_back: string }>(
    `select no, name, put_back from ${parts} order by no desc`,
  )
  for (const [i, { no, name, put_back }] of left.entries()) {
    await session.transaction(async () => {
      await session.exec(put_back)
      await session.exec(`delete from ${parts} where no = ${no}`)
    })
    progress(name, i + 1)
  }
}

async function compare(session: Session, contents: Contents, sums: Sums, progress: Progress): Promise<void> {
  const listed = new Set(contents.tables.map(({ name }) => name))
  for (const table of await listTables(session)) {
    if (!listed.has(table.name)) continue
    const summing = new ChecksumSum()
    for await (const lines of streamRows(session, table, [])) {
      summing.add(lines)
      progress(`compared ${table.name}`, summing.result().rows)
    }
    const [is, was] = [summing.result(), sums.tables[table.name]]
    if (is.rows !== was?.rows || is.sum !== was.sum)
      throw new BadArchive(
        `Verification failed: ${table.name} has ${is.rows} rows that differ from the ${was?.rows ?? 0} exported rows.`,
      )
  }
  const stand = new Map((await listSequences(session)).map(({ name, last, called }) => [name, `${last} ${called}`]))
  const other = contents.sequences.find(({ name, last, called }) => stand.get(name) !== `${last} ${called}`)
  if (other)
    throw new BadArchive(`Verification failed: the sequence ${other.name} has another value than in the archive.`)
}
