import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from './database.ts'
import { type Session, sessionOf } from './session.ts'

const migrationsFolder = new URL('./migrations/', import.meta.url)

/** The migrations of this version, in order. */
export const migrationNames = (folder = migrationsFolder): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** The same with the checksum of each. */
export const knownMigrations = (): Map<string, string> =>
  new Map(migrationNames().map((name) => [name, checksumOf(readFileSync(new URL(name, migrationsFolder), 'utf8'))]))

const LOCK = 7_704_001

/** Where an import keeps how far it has come; it is gone when the import is finished. What is no import says what it is in its comment. */
export const IMPORT_SCHEMA = 'primp_import'

/** An archive is half imported into a database. */
export class ImportUnfinished extends Error {
  override name = 'ImportUnfinished'
}

/** A migration as it was applied to a database is not the one that this version has. */
class MigrationChanged extends Error {
  override name = 'MigrationChanged'
}

/**
 * Applies what is missing, in order, each in its own transaction and under one lock; answers what it applied.
 * Refuses a database to which a migration was applied in other words than these.
 */
export async function migrate(
  database: Database,
  {
    folder = migrationsFolder,
    only,
    importing = false,
  }: {
    folder?: URL
    /** Those alone, as an archive had them. */
    only?: readonly string[]
    /** Whether the caller is the import that is under way. */
    importing?: boolean
  } = {},
): Promise<string[]> {
  const session = await sessionOf(database)
  const applied: string[] = []
  try {
    await session.exec(`select pg_advisory_lock(${LOCK})`)
    const [state] = await session.rows<{ importing: boolean; why: string | null }>(
      `select to_regnamespace('${IMPORT_SCHEMA}') is not null as importing, obj_description(to_regnamespace('${IMPORT_SCHEMA}'), 'pg_namespace') as why`,
    )
    if (state?.importing && !importing)
      throw new ImportUnfinished(
        state.why ??
          'An archive is half imported into this database. Finish that first: npm run primp -- import FILE, with the same file.',
      )
    await session.exec(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    await session.exec('alter table migration add column if not exists checksum text')
    const known = new Map(
      (await session.rows<{ name: string; checksum: string | null }>('select name, checksum from migration')).map(
        ({ name, checksum }) => [name, checksum],
      ),
    )
    if ([...known.values()].includes(null)) await adopt(session, [...known.keys()], folder)
    for (const name of only ? migrationNames(folder).filter((name) => only.includes(name)) : migrationNames(folder)) {
      const text = readFileSync(new URL(name, folder), 'utf8')
      const checksum = checksumOf(text)
      const was = known.get(name)
      if (was && was !== checksum)
        throw new MigrationChanged(
          `Migration ${name} is not the one that was applied to this database. Run the version that made it, or restore the file: what has been applied is never edited, only added to.`,
        )
      if (known.has(name)) continue
      await session.exec('begin')
      try {
        await session.exec(text)
        await session.exec(`insert into migration (name, checksum) values ('${name}', '${checksum}')`)
        await session.exec('commit')
      } catch (fault) {
        await session.exec('rollback')
        throw new Error(`Migration ${name} failed: ${(fault as Error).message}`)
      }
      applied.push(name)
    }
  } finally {
    await session.exec(`select pg_advisory_unlock(${LOCK})`).catch(() => {})
    session.release()
  }
  return applied
}

// However a checkout writes the ends of lines.
const checksumOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** What the tables and functions of each release from before the checksums come to, by the last of its migrations. */
const releasedShapes: Readonly<Record<string, string>> = {
  '0023_coming_soon.sql': '8dd219d55070af7df9088c9337ee9c951d5df52b0d909951b1430b6a5e5208c5',
}

/** Takes over a database whose migrations were applied before their words were kept, if it is shaped as that release was. */
async function adopt(session: Session, names: readonly string[], folder: URL): Promise<void> {
  const last = names.toSorted().at(-1) ?? ''
  const shape = await shapeOf(session)
  if (releasedShapes[last] !== shape)
    throw new MigrationChanged(
      `This database was made by a version that was never released: it says ${last}, and its tables are others (${shape.slice(0, 12)}). Start on a new one, or restore a backup of a release.`,
    )
  for (const name of names) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    await session.exec(`update migration set checksum = '${checksumOf(text)}' where name = '${name}'`)
  }
}

/** One number for all columns, constraints and functions of the schema, the same on every engine. */
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
