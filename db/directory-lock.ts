import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DirectoryUnusable, toDirectoryFault } from '#db/embedded/directory-faults.ts'

export class DirectoryInUse extends Error {
  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another Primp. Stop that one, or give this one its own with DATA_DIR.`,
    )
  }
}

const BUSY = 5
const LOCKED = 6
const CORRUPT = 11
const NOT_A_DATABASE = 26

/**
 * Locks the directory for this process and returns the function that releases it. Throws `DirectoryInUse` if another
 * process holds the lock, and `DirectoryUnusable` if the lock file cannot be used.
 * PGlite has no lock of its own; SQLite locks in the kernel, so the lock is released even after kill -9.
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, 'lock.sqlite')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (fault) {
    lock?.close()
    const result = ((fault as { errcode?: number }).errcode ?? 0) & 0xff
    if (result === BUSY || result === LOCKED) throw new DirectoryInUse(directory)
    if (result === CORRUPT || result === NOT_A_DATABASE || (existsSync(file) && result === 0))
      throw new DirectoryUnusable(
        `The lock file ${file} is invalid. It contains no data, and the database is not damaged. Make sure that no other Primp uses this directory, delete the file and start Primp again.`,
        { cause: fault },
      )
    throw toDirectoryFault(directory, fault)
  }
  const held = lock
  return () => held.close()
}
