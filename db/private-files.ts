import { type Dirent, chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const OTHERS = 0o077

/**
 * Makes every file that this process creates from now on readable by its own user only (directories 0700, files 0600).
 * Called first by each entry point: the database, uploads, exports and backups hold personal data and keys.
 */
export function createFilesPrivately(): void {
  process.umask(OTHERS)
}

/**
 * Creates the directory with mode 0700, or removes the access of other users from an existing one and from what
 * `isOurs` accepts in it. Returns false if some of it belongs to another user, whose permissions cannot be changed.
 */
export function restrictDirectory(directory: string, isOurs: (name: string) => boolean = () => true): boolean {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // A directory that is closed already hides everything below it: no walk over millions of uploads at each start.
  if (!(statSync(directory).mode & OTHERS)) return true
  const below = closeTree(directory, isOurs)
  // Last, so that a walk which was interrupted is repeated at the next start.
  return closePath(directory) && below
}

function closeTree(directory: string, isOurs: (name: string) => boolean): boolean {
  let closed = true
  for (const entry of entriesOf(directory)) {
    if (!isOurs(entry.name) || !(entry.isDirectory() || isPlain(entry))) continue
    const path = join(directory, entry.name)
    if (entry.isDirectory()) closed = closeTree(path, () => true) && closed
    closed = closePath(path) && closed
  }
  return closed
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (fault) {
    // Removed by another process, or owned by another user: `closePath` reports the latter.
    if (['ENOENT', 'EACCES'].includes((fault as NodeJS.ErrnoException).code ?? '')) return []
    throw fault
  }
}

// The target of a symbolic link is not ours to change.
const isPlain = (entry: Dirent): boolean => entry.isFile() || entry.isSocket()

function closePath(path: string): boolean {
  try {
    const { mode } = statSync(path)
    if (mode & OTHERS) chmodSync(path, mode & 0o7700)
    return true
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException
    if (code === 'ENOENT') return true
    if (code === 'EPERM' || code === 'EROFS' || code === 'EACCES') return false
    throw fault
  }
}
