import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { type LockRetries, retryForLocks, SCHEMA_LOCK_MS } from './postgres/lock-retries.ts'
import { type Session, acquireSession } from './session.ts'

const migrationsFolder = new URL('./migrations/', import.meta.url)
const schemaFile = new URL('./schema.sql', import.meta.url)

type Migration = { name: string; text: string; checksum: string; breaksBefore: string | null }

export function readMigrations(folder = migrationsFolder): Migration[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.sql'))
    .map(({ name, parentPath }) => {
      const text = readFileSync(join(parentPath, name), 'utf8')
      const [, breaksBefore = null] = /^-- breaks before (\d{4})\b/m.exec(text) ?? []
      return { name, text, checksum: checksumOf(text), breaksBefore }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

export const listMigrationNames = (): string[] => readMigrations().map(({ name }) => name)

export const listMigrationChecksums = (): Map<string, string> =>
  new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))

/** Returns one checksum for a list of migrations. `db/schema.sql` names its migrations by it. */
export const computeMigrationsDigest = (migrations: readonly Migration[]): string =>
  checksumOf(migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''))

const LOCK = 7_704_001

/** The schema in which an import saves its progress. Its comment explains any other use of it. */
export const IMPORT_SCHEMA = 'primp_import'

/** An import of an archive into the database is unfinished. */
export class ImportUnfinished extends Error {
  override name = 'ImportUnfinished'
}

class MigrationChanged extends Error {
  override name = 'MigrationChanged'
}

/** The database was migrated by a version that the code of this one cannot run beside. */
export class SchemaTooNew extends Error {
  override name = 'SchemaTooNew'
}

type MigrateOptions = {
  folder?: URL
  only?: readonly string[]
  importing?: boolean
  /** Whether a new database loads `db/schema.sql` instead of running its migrations; true by default. */
  baseline?: boolean
  retries?: LockRetries
}

/**
 * Applies the missing migrations in order, each in its own transaction; returns their names. A new database loads
 * `db/schema.sql` for the migrations that the file contains. One process migrates at a time. A migration that does not
 * get a lock within a second is rolled back and retried, so that it does not block others. Throws if a migration was
 * edited after it was applied, and `SchemaTooNew` if the database excludes this version.
 */
export async function migrate(
  database: Database,
  { folder = migrationsFolder, only, importing = false, baseline = true, retries }: MigrateOptions = {},
): Promise<string[]> {
  const all = readMigrations(folder)
  const wanted = only ? all.filter(({ name }) => only.includes(name)) : all
  const session = await acquireSession(database)
  const applied: string[] = []
  try {
    await acquireMigrationLock(session)
    await session.exec(`set lock_timeout = ${SCHEMA_LOCK_MS}`)
    const [state] = await session.rows<{ importing: boolean; why: string | null }>(
      `select to_regnamespace('${IMPORT_SCHEMA}') is not null as importing, obj_description(to_regnamespace('${IMPORT_SCHEMA}'), 'pg_namespace') as why`,
    )
    if (state?.importing && !importing)
      throw new ImportUnfinished(
        state.why ??
          'An archive is only partly imported into this database. Finish the import first with the same file: npm run primp -- import FILE.',
      )
    if (baseline && !(await hasMigrationTable(session))) applied.push(...(await loadBaseline(session, wanted)))
    await retryForLocks(() => prepareMigrationTable(session), retries)
    const rows = await session.rows<{ name: string; checksum: string | null; breaks_before: string | null }>(
      'select name, checksum, breaks_before from migration',
    )
    const known = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    assertSchemaAllows(
      rows,
      all.map(({ name }) => name),
    )
    if ([...known.values()].includes(null)) await adopt(session, [...known.keys()], all)
    for (const migration of wanted) {
      const { name, checksum } = migration
      const was = known.get(name)
      if (was && was !== checksum)
        throw new MigrationChanged(
          `Migration ${name} differs from the one that was applied to this database. Run the version that created it, or restore the file. An applied migration must not be edited: add a new one.`,
        )
      if (known.has(name)) continue
      await retryForLocks(() => apply(session, migration), retries)
      applied.push(name)
    }
  } finally {
    await session.exec('reset lock_timeout').catch(() => {})
    await session.exec(`select pg_advisory_unlock(${LOCK})`).catch(() => {})
    session.release()
  }
  return applied
}

async function apply(session: Session, migration: Migration): Promise<void> {
  try {
    await session.transaction(async () => {
      await session.exec(migration.text)
      await recordMigrations(session, [migration])
    })
  } catch (cause) {
    throw new Error(`Migration ${migration.name} failed: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Creates the schema of a new database from `db/schema.sql` and records the migrations that the file contains, in one
 * transaction. Returns their names: none if the file was made from other migrations than the first of these.
 */
async function loadBaseline(session: Session, migrations: readonly Migration[]): Promise<string[]> {
  const text = readFileSync(schemaFile, 'utf8')
  const [, digest] = /^-- migrations: ([0-9a-f]{64})$/m.exec(text) ?? []
  const contained = migrations
    .map((_, i) => migrations.slice(0, i + 1))
    .findLast((first) => computeMigrationsDigest(first) === digest)
  if (!contained) return []
  try {
    await session.transaction(async () => {
      await session.exec(text)
      await recordMigrations(session, contained)
    })
  } catch (cause) {
    throw new Error(`db/schema.sql cannot be loaded: ${(cause as Error).message}`, { cause })
  }
  return contained.map(({ name }) => name)
}

const recordMigrations = (session: Session, migrations: readonly Migration[]): Promise<unknown> =>
  session.rows(
    'insert into migration (name, checksum, breaks_before) select * from unnest($1::text[], $2::text[], $3::text[])',
    [
      migrations.map(({ name }) => name),
      migrations.map(({ checksum }) => checksum),
      migrations.map(({ breaksBefore }) => breaksBefore),
    ],
  )

const POLL_MS = 250

/**
 * Waits until no other process migrates. Polls: a statement that waits keeps a snapshot open, which the other one may
 * wait for.
 */
async function acquireMigrationLock(session: Session): Promise<void> {
  for (;;) {
    const [row] = await session.rows<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`)
    if (row?.locked) return
    await setTimeout(POLL_MS)
  }
}

async function hasMigrationTable(session: Session): Promise<boolean> {
  const [row] = await session.rows<{ has: boolean }>(`select to_regclass('migration') is not null as has`)
  return row?.has ?? false
}

/**
 * Creates the table of applied migrations if it is missing. Checks first, because `add column if not exists` takes an
 * exclusive lock even if it does nothing.
 */
async function prepareMigrationTable(session: Session): Promise<void> {
  const columns = await session.rows<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass('migration') and attnum > 0 and not attisdropped`,
  )
  const has = new Set(columns.map(({ name }) => name))
  if (!has.has('name'))
    await session.exec('create table migration (name text primary key, applied_at timestamptz not null default now())')
  for (const column of ['checksum', 'breaks_before'])
    if (!has.has(column)) await session.exec(`alter table migration add column if not exists ${column} text`)
}

type Applied = { name: string; breaks_before: string | null }

/** Throws `SchemaTooNew` if a migration that this version does not have excludes versions as old as this one. */
function assertSchemaAllows(rows: readonly Applied[], names: readonly string[]): void {
  const newest = names.at(-1) ?? ''
  const breaking = newerThan(rows, names).find(({ breaks_before }) => breaks_before && newest < breaks_before)
  if (breaking)
    throw new SchemaTooNew(
      `The database was migrated by a newer version: ${breaking.name} excludes versions before ${breaking.breaks_before}, and the newest migration of this version is ${newest}. Start the newer version.`,
    )
}

const newerThan = (rows: readonly Applied[], names: readonly string[]): Applied[] =>
  rows.filter(({ name }) => !names.includes(name))

export async function listNewerMigrations({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const { rows } = await sql<Applied>`select name, breaks_before from migration`.execute(db)
  return newerThan(rows, listMigrationNames())
    .map(({ name }) => name)
    .sort()
}

// A checkout may have other line ends.
const checksumOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

const releasedShapes: Readonly<Record<string, string>> = {
  '0023_coming_soon.sql': '8dd219d55070af7df9088c9337ee9c951d5df52b0d909951b1430b6a5e5208c5',
}

/** Adds checksums to the migrations of a database without them. Throws if its schema is not that of the release. */
async function adopt(session: Session, names: readonly string[], migrations: readonly Migration[]): Promise<void> {
  const last = names.toSorted().at(-1) ?? ''
  const shape = await shapeOf(session)
  if (releasedShapes[last] !== shape)
    throw new MigrationChanged(
      `This database was created by an unreleased version: its last migration is ${last}, but its tables differ (${shape.slice(0, 12)}). Start with a new database, or restore a backup of a release.`,
    )
  for (const { name, checksum } of migrations)
    if (names.includes(name)) await session.rows('update migration set checksum = $1 where name = $2', [checksum, name])
}

async function shapeOf(session: Session): Promise<string> {
  const [row] = await session.rows<{ shape: string }>(`
    select encode(sha256(convert_to(string_agg(line, E'\\n' order by line collate "C"), 'UTF8')), 'hex') as shape from (
      select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and c.relname <> 'migration'
      union all
      select conrelid::regclass || ' ' || conname || ' ' || contype::text from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid <> 'migration'::regclass
      union all
      select tgrelid::regclass || ' ' || tgname from pg_trigger where not tgisinternal
      union all
      select p.proname || ' ' || p.prosrc from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')) lines`)
  return row?.shape ?? ''
}
