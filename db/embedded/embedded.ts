import { mkdirSync } from 'node:fs'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#db/database.ts'
import { lockDirectory } from '#db/directory-lock.ts'
import type { DB } from '#db/schema.generated.ts'
import { logTo, type Told } from '#db/statements.ts'
import { type BareEngine, type Engine, engineHere, inTurn } from './engine.ts'
import { openEnginePool } from './engine-line.ts'
import { openInThread, takeBegun } from './engine-thread.ts'

/** Opens the embedded database in a directory, where what is committed is on the disk, or in memory; refuses a directory that another process has open. */
export async function openEmbedded(directory: string | undefined, seed?: Blob, told?: Told): Promise<Database> {
  const { createInMemory, createOnDisk } = await import('./create-engine.ts')
  if (!directory) return databaseOf(inTurn(engineHere(await createInMemory(seed))), told)
  mkdirSync(directory, { recursive: true })
  return onDisk(lockDirectory(directory), async () => engineHere(await createOnDisk(directory, seed)), told)
}

/** The same for who serves a site meanwhile: the engine works in a thread of its own, and may have begun to open already. */
export async function openBeside(directory: string, told?: Told): Promise<Database> {
  mkdirSync(directory, { recursive: true })
  const begun = takeBegun(directory)
  return onDisk(begun?.unlock ?? lockDirectory(directory), () => begun?.engine ?? openInThread(directory), told)
}

async function onDisk(unlock: () => void, open: () => Promise<BareEngine>, told?: Told): Promise<Database> {
  try {
    const engine = inTurn(await open())
    const stopTidying = keepTidy(engine)
    return databaseOf(engine, told, () => {
      stopTidying()
      unlock()
    })
  } catch (fault) {
    unlock()
    throw fault
  }
}

const LOOK_MS = 60_000
const LOG_BYTES = 64 * 1024 * 1024

/**
 * Without processes of its own for it the engine makes no checkpoints, and its log would grow until the site is stopped; nor
 * does it clear away what was written over, or learn how large its tables have become, by which it plans.
 */
function keepTidy(pglite: Engine): () => void {
  const look = () => checkpointWhenDue(pglite).then(() => vacuumWhenDue(pglite))
  const timer = setInterval(() => look().catch(() => {}), LOOK_MS).unref()
  return () => clearInterval(timer)
}

/** Vacuums and analyses the tables in which much has changed since they last were, by the measure of PostgreSQL's own process for it, each by itself: everybody waits meanwhile. */
export async function vacuumWhenDue(pglite: Engine): Promise<void> {
  await pglite.query('select pg_stat_force_next_flush()')
  const { rows } = await pglite.query<{ name: string }>(`
    select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
      or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    order by n_mod_since_analyze desc`)
  for (const { name } of rows) await pglite.exec(`vacuum analyze ${name}`)
}

/** Makes a checkpoint where much has been written since the last; what stands in the log before it is free to be written over. */
export async function checkpointWhenDue(pglite: Engine): Promise<void> {
  const { rows } = await pglite.query<{ grown: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as grown from pg_control_checkpoint()',
  )
  if ((rows[0]?.grown ?? 0) >= LOG_BYTES) await pglite.exec('checkpoint')
}

async function databaseOf(pglite: Engine, told: Told, closed = () => {}): Promise<Database> {
  await pglite.exec(`set time zone 'UTC'`)
  const pool = await openEnginePool(pglite)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...logTo(told) })
  const ears = new Map<string, ((payload: string) => void)[]>()
  const dispatch = (channel: string, payload: string) => {
    for (const heard of ears.get(channel) ?? []) heard(payload)
  }
  // What is said comes with the next answer, whoever asked.
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
      hear: async (channel, heard) => {
        await pool.ask({ text: `listen ${pg.escapeIdentifier(channel)}` })
        ears.set(channel, [...(ears.get(channel) ?? []), heard])
      },
      stands: () => true,
      close: async () => {},
    },
    pglite,
    pool: undefined,
    pools: () => ({}),
    prepared: async <Row>(name: string, text: string, values: unknown[]) => {
      const from = performance.now()
      const rows = await pool.ask<Row>({ name, text, values })
      told?.({ text, ms: performance.now() - from })
      return rows
    },
    exec: async (text) => {
      await pglite.exec(text)
    },
    close: async () => {
      await pglite.close()
      closed()
    },
  }
}
