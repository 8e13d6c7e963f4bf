import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A data directory is open in another process. */
export class DirectoryInUse extends Error {
  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another Primp. Stop that one, or give this one its own with DATA_DIR.`,
    )
  }
}

/**
 * Takes the directory for this process and answers how to give it back.
 * A lock of the kernel on a side file: the embedded database has none of its own, and this one is free again even after kill -9.
 */
export function lockDirectory(directory: string): () => void {
  const lock = new DatabaseSync(join(directory, 'lock.sqlite'))
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch {
    lock.close()
    throw new DirectoryInUse(directory)
  }
  return () => lock.close()
}
