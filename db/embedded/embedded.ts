import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { cube } from '@electric-sql/pglite/contrib/cube'
import { earthdistance } from '@electric-sql/pglite/contrib/earthdistance'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#db/database.ts'
import { assertWritable, DirectoryUnusable, toDirectoryFault, explainDirectoryFault } from './directory-faults.ts'
import { lockDirectory } from '#db/directory-lock.ts'
import { restrictDirectory } from '#db/private-files.ts'
import { type Engine, openEnginePool } from './engine-line.ts'
import { type OnEngineFailure, parseLogLine, watchEngine } from './engine-watch.ts'
import type { DB } from '#db/schema.generated.ts'
import { logTo, type StatementListener } from '#db/statements.ts'
import { MemoryFiles, SyncedFiles, syncTree } from './synced-files.ts'
import { parsers } from '#db/value-parsers.ts'

const extensions = { btree_gist, citext, cube, earthdistance, pg_trgm, pgcrypto, unaccent }
// The engine makes no checkpoint by the size of its log. These limit the log files that it keeps for reuse, which every
// copy of a market contains.
const settings = ['-c', 'shared_buffers=64MB', '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=32MB']
// The engine does not sync by default (`-F`), and only this method reaches the disk.
const inMemory = [...PGlite.defaultStartParams, ...settings]
const onDisk = [...inMemory.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

/** Exit code of a process whose embedded engine died (EX_SOFTWARE). */
export const ENGINE_FAILED_EXIT = 70

const endProcess: OnEngineFailure = (reason) => {
  process.stderr.write(`${reason}\n`)
  process.exit(ENGINE_FAILED_EXIT)
}

/**
 * Opens the embedded database in a directory, where every commit is synced to disk, or in memory. Throws
 * `DirectoryInUse` if another process has the directory open and `DirectoryUnusable` with the cause and the remedy if
 * it cannot be opened. If the engine dies later, `onFailure` has to end the process; by default it prints why and exits
 * with 70.
 */
export async function openEmbedded(
  directory: string | undefined,
  seed?: Blob,
  told?: StatementListener,
  onFailure: OnEngineFailure = endProcess,
): Promise<Database> {
  if (!directory) {
    const watch = watchEngine(undefined, onFailure)
    const pglite = await createEngine({
      fs: new MemoryFiles(watch.onAbort),
      startParams: inMemory,
      onStderr: watch.onStderr,
      ...(seed ? { loadDataDir: seed } : {}),
    })
    watch.opened(pglite)
    return databaseOf(pglite, told, watch.closing)
  }
  try {
    restrictDirectory(directory)
  } catch (fault) {
    throw toDirectoryFault(directory, fault)
  }
  assertWritable(directory)
  const unlock = lockDirectory(directory)
  try {
    const { pglite, closing } = await openDirectory(join(directory, 'pg'), directory, seed, onFailure)
    const tidying = new AbortController()
    const database = await databaseOf(pglite, told, closing, () => {
      tidying.abort()
      unlock()
    })
    if (database.pglite) runMaintenance(database.pglite, tidying.signal)
    return database
  } catch (fault) {
    unlock()
    throw fault
  }
}

const createEngine = (options: PGliteOptions): Promise<PGlite> => PGlite.create({ extensions, parsers, ...options })

async function openDirectory(path: string, directory: string, seed: Blob | undefined, onFailure: OnEngineFailure) {
  const creating = join(directory, 'creating')
  // A database whose creation was interrupted holds nothing yet.
  if (existsSync(creating)) rmSync(path, { recursive: true, force: true })
  const known = existsSync(path) && readdirSync(path).length > 0
  if (known) assertWritable(directory, path)
  // The engine would write a new database over what is left of the old one.
  if (known && !existsSync(join(path, 'PG_VERSION'))) throw damaged(directory, 'its file PG_VERSION is missing')
  if (!known) writeFileSync(creating, '')
  const watch = watchEngine(directory, onFailure)
  try {
    const pglite = await createEngine({
      fs: new SyncedFiles(path, watch.onAbort),
      startParams: onDisk,
      onStderr: watch.onStderr,
      ...(seed ? { loadDataDir: seed } : {}),
    })
    if (!known) await syncTree(path)
    rmSync(creating, { force: true })
    watch.opened(pglite)
    return { pglite, closing: watch.closing }
  } catch (fault) {
    throw unusable(directory, watch.lines, fault as Error, known)
  }
}

const damaged = (directory: string, reason: string): DirectoryUnusable =>
  new DirectoryUnusable(
    `The database in ${directory} is damaged: ${reason}. Keep a copy of that directory, move it away, and restore your last backup (npm run primp -- restore FILE).`,
  )

const WASI_NO_SPACE = 51

/**
 * Returns why the engine could not open a directory: the file system's fault if it reported one, then another engine
 * version, then damage.
 */
function unusable(directory: string, lines: readonly string[], fault: Error, known: boolean): Error {
  const entries = lines.map(parseLogLine)
  const messageOf = (...severities: string[]) =>
    entries.find((entry) => entry && severities.includes(entry.severity))?.message
  const reason = messageOf('FATAL', 'PANIC') ?? fault.message?.split('\n')[0] ?? String(fault)
  const explained = [reason, ...lines].map((line) => explainDirectoryFault(directory, line)).find(Boolean)
  if (explained) return new DirectoryUnusable(explained, { cause: fault })
  // The engine's file system reports only a number.
  const { errno } = fault as { errno?: number }
  if (errno === WASI_NO_SPACE) return toDirectoryFault(directory, Object.assign(fault, { code: 'ENOSPC' })) as Error
  try {
    assertWritable(directory)
  } catch (unwritable) {
    return unwritable as Error
  }
  if (!known) return fault
  if (!reason.includes('incompatible with server')) return damaged(directory, reason)
  return new DirectoryUnusable(
    `The database in ${directory} was created by another version of the embedded engine. ${messageOf('DETAIL') ?? ''} Export it with the Primp version that created it (npm run primp -- export FILE), and import it into a new DATA_DIR with this version.`,
  )
}

const LOOK_MS = 60_000
const LOG_BYTES = 64 * 1024 * 1024

/**
 * Makes checkpoints and vacuums until the signal: the engine has no background processes. Its log would grow until the
 * site is stopped, and its plans would rest on old statistics.
 */
function runMaintenance(engine: Engine, signal: AbortSignal): void {
  const look = () => checkpointWhenDue(engine).then(() => vacuumWhenDue(engine))
  const timer = setInterval(() => look().catch(() => {}), LOOK_MS).unref()
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** Vacuums and analyses the tables that autovacuum would choose. One at a time, since all other statements wait. */
export async function vacuumWhenDue(pglite: Engine): Promise<void> {
  await pglite.query('select pg_stat_force_next_flush()')
  const { rows } = await pglite.query<{ name: string }>(`
    select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
      or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    order by n_mod_since_analyze desc`)
  for (const { name } of rows) await pglite.exec(`vacuum analyze ${name}`)
}

/** Makes a checkpoint if much was written since the last, so that the log before it can be reused. */
export async function checkpointWhenDue(pglite: Engine): Promise<void> {
  const { rows } = await pglite.query<{ grown: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as grown from pg_control_checkpoint()',
  )
  if ((rows[0]?.grown ?? 0) >= LOG_BYTES) await pglite.exec('checkpoint')
}

async function databaseOf(
  pglite: PGlite,
  told: StatementListener,
  closing: () => void,
  closed = () => {},
): Promise<Database> {
  await pglite.exec(`set time zone 'UTC'`)
  const pool = await openEnginePool(pglite)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...logTo(told) })
  const ears = new Map<string, ((payload: string) => void)[]>()
  const dispatch = (channel: string, payload: string) => {
    for (const heard of ears.get(channel) ?? []) heard(payload)
  }
  // A notification comes with the next answer, on the line or on the engine's own interface.
  pool.onNotification(dispatch)
  pglite.onNotification(dispatch)
  return {
    engine: 'pglite',
    db,
    fresh: db,
    reads: db,
    following: undefined,
    jobs: db,
    counts: db,
    listening: {
      subscribe: async (channel, heard) => {
        await pool.ask({ text: `listen ${pg.escapeIdentifier(channel)}` })
        ears.set(channel, [...(ears.get(channel) ?? []), heard])
      },
      isOpen: () => true,
      close: async () => {},
    },
    pglite: pool.engine,
    pool: undefined,
    pools: () => ({}),
    prepared: async <Row>(name: string, text: string, values: unknown[]) => {
      const from = performance.now()
      const rows = await pool.ask<Row>({ name, text, values })
      told?.({ text, ms: performance.now() - from })
      return rows
    },
    exec: async (text) => {
      await pool.engine.exec(text)
    },
    close: async () => {
      closing()
      await pglite.close()
      closed()
    },
  }
}
