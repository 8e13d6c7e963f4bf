import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A data directory cannot be opened; the message names the cause and what to do. */
export class DirectoryUnusable extends Error {
  override name = 'DirectoryUnusable'
}

type Cause = 'full' | 'read-only' | 'denied' | 'not-a-directory' | 'too-many-files' | 'disk-error'

// The embedded engine reports the C library's words, Node the code, SQLite the number of its result.
const causes: readonly { cause: Cause; codes: readonly string[]; words: RegExp; sqlite: readonly number[] }[] = [
  {
    cause: 'full',
    codes: ['ENOSPC', 'EDQUOT'],
    words: /no space left on device|quota exceeded|disk is full/i,
    sqlite: [13],
  },
  { cause: 'read-only', codes: ['EROFS'], words: /read-only file ?system/i, sqlite: [] },
  {
    cause: 'denied',
    codes: ['EACCES', 'EPERM'],
    words: /permission denied|operation not permitted/i,
    sqlite: [8, 14, 3, 23],
  },
  { cause: 'not-a-directory', codes: ['ENOTDIR', 'EEXIST'], words: /not a directory/i, sqlite: [] },
  {
    cause: 'too-many-files',
    codes: ['EMFILE', 'ENFILE'],
    words: /too many open files|no file descriptors available/i,
    sqlite: [],
  },
  { cause: 'disk-error', codes: ['EIO'], words: /\bi\/o error|input\/output error/i, sqlite: [10] },
]

const advice: Readonly<Record<Cause, (directory: string) => string>> = {
  full: (directory) =>
    `The disk of the data directory ${directory} is full. The database is not damaged. Free some space and start Primp again.`,
  'read-only': (directory) =>
    `The data directory ${directory} is on a read-only file system. The database is not damaged. Mount the file system for writing and start Primp again.`,
  denied: (directory) =>
    `Primp has no permission to write in the data directory ${directory}. The database is not damaged. Give the directory, and everything in it, to the user that runs Primp (chown -R) and start Primp again.`,
  'not-a-directory': (directory) =>
    `The data directory ${directory} is a file, or is below one. Name a directory in DATA_DIR.`,
  'too-many-files': (directory) =>
    `Primp may not open more files, and cannot open the data directory ${directory}. The database is not damaged. Raise the limit (ulimit -n, LimitNOFILE) and start Primp again.`,
  'disk-error': (directory) =>
    `The disk of the data directory ${directory} reports an input/output error. Check the disk (dmesg, smartctl), and copy the directory to another disk before anything else.`,
}

/** Returns what to do about a file-system error in the data directory, or undefined if the error has another cause. */
export function explainDirectoryFault(directory: string, fault: unknown): string | undefined {
  const { code, errcode, message } = (typeof fault === 'string' ? { message: fault } : (fault ?? {})) as {
    code?: string
    errcode?: number
    message?: string
  }
  const found = causes.find(
    ({ codes, words, sqlite }) =>
      codes.includes(code ?? '') ||
      (errcode !== undefined && sqlite.includes(errcode & 0xff)) ||
      words.test(message ?? ''),
  )
  const said = (message ?? '').split('\n')[0]
  return found && `${advice[found.cause](directory)}${said ? ` (${said})` : ''}`
}

/**
 * Writes, syncs and removes a small file in each directory, before anything opens the database there.
 * Throws `DirectoryUnusable` with the cause, so that a full or read-only disk is not mistaken for a damaged database.
 */
export function assertWritable(directory: string, ...folders: readonly string[]): void {
  for (const folder of [directory, ...folders]) {
    const probe = join(folder, `.write-test-${process.pid}`)
    try {
      const file = openSync(probe, 'w', 0o600)
      try {
        writeSync(file, Buffer.alloc(PROBE_BYTES, 1))
        fsyncSync(file)
      } finally {
        closeSync(file)
        rmSync(probe, { force: true })
      }
    } catch (fault) {
      throw toDirectoryFault(directory, fault)
    }
  }
}
const PROBE_BYTES = 64 * 1024

export function toDirectoryFault(directory: string, fault: unknown): unknown {
  const explained = explainDirectoryFault(directory, fault)
  return explained ? new DirectoryUnusable(explained, { cause: fault }) : fault
}
