import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { cube } from '@electric-sql/pglite/contrib/cube'
import { earthdistance } from '@electric-sql/pglite/contrib/earthdistance'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { DirectoryUnusable } from './directory-unusable.ts'
import { SyncedFiles, syncTree } from './synced-files.ts'
import { parsers } from '#db/value-parsers.ts'

const extensions = { btree_gist, citext, cube, earthdistance, pg_trgm, pgcrypto, unaccent }
// By itself the engine makes no checkpoint for the size of its log: these say only how much of it stands ready to be written over after one, which is as much again as the market in every copy.
const settings = ['-c', 'shared_buffers=64MB', '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=32MB']
// The engine runs without syncing unless it is told otherwise, and of the ways to sync its log only this one reaches the disk.
const inMemory = [...PGlite.defaultStartParams, ...settings]
const onDisk = [...inMemory.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

/** Starts the engine in memory. */
export const createInMemory = (seed: Blob | undefined): Promise<PGlite> =>
  createEngine({ startParams: inMemory, ...(seed ? { loadDataDir: seed } : {}) })

const createEngine = (options: PGliteOptions): Promise<PGlite> => PGlite.create({ extensions, parsers, ...options })

/** Starts the engine on the files in a data directory. */
export async function createOnDisk(directory: string, seed?: Blob): Promise<PGlite> {
  const path = join(directory, 'pg')
  const known = existsSync(path) && readdirSync(path).length > 0
  // The engine would write a new database over what is left of the old one.
  if (known && !existsSync(join(path, 'PG_VERSION'))) throw damaged(directory, 'its file PG_VERSION is missing')
  const said: string[] = []
  const opening = createEngine({
    fs: new SyncedFiles(path),
    startParams: onDisk,
    onStderr: (line) => {
      said.push(line)
      return false
    },
    ...(seed ? { loadDataDir: seed } : {}),
  })
  const pglite = await opening.catch((fault: Error) => {
    throw known ? unusable(directory, said, fault) : fault
  })
  // What a new database begins with was written without the engine's knowing.
  if (!known) await syncTree(path)
  return pglite
}

const damaged = (directory: string, reason: string): DirectoryUnusable =>
  new DirectoryUnusable(
    `The database in ${directory} is damaged: ${reason}. Keep a copy of that directory, move it away, and restore your last backup (npm run primp -- restore FILE).`,
  )

/** Why the engine would not open a directory, by its own words. */
function unusable(directory: string, said: readonly string[], fault: Error): DirectoryUnusable {
  const after = (sign: RegExp) => said.find((line) => sign.test(line))?.replace(/^.*?[A-Z]+: +/, '')
  const reason = after(/(FATAL|PANIC): /) ?? fault.message.split('\n')[0] ?? ''
  if (!reason.includes('incompatible with server')) return damaged(directory, reason)
  return new DirectoryUnusable(
    `The database in ${directory} was made by another version of the embedded engine. ${after(/DETAIL: /) ?? ''} Export it with the Primp that made it (npm run primp -- export FILE), and import it into a new DATA_DIR with this one.`,
  )
}
