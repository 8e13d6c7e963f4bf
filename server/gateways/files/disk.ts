import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from './files.ts'
import { FilesAway } from '#server/gateways/errors.ts'

const safe = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*(\.[a-z0-9]+)?$/

export function openDisk(dataDir: string): Files {
  const at = (key: string) => {
    if (!safe.test(key)) throw new Error('a file key may contain only words and slashes')
    return join(dataDir, 'files', key)
  }
  let writes = 0
  return {
    put: async (key, bytes) => {
      const file = at(key)
      const half = `${file}.${process.pid}-${++writes}`
      try {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 })
        // Written under a temporary name, so that a crash leaves no partial file.
        await writeFile(half, bytes, { mode: 0o600, flush: true })
        await rename(half, file)
      } catch (cause) {
        await rm(half, { force: true }).catch(() => {})
        const full = ['ENOSPC', 'EDQUOT', 'EROFS'].includes((cause as NodeJS.ErrnoException).code ?? '')
        throw full ? new FilesAway('the disk is full or read-only', { cause }) : cause
      }
    },
    get: (key) =>
      readFile(at(key)).catch((fault: NodeJS.ErrnoException) => {
        if (fault.code === 'ENOENT') return null
        throw fault
      }),
    remove: (key) => rm(at(key), { force: true }),
    list: () => keysIn(join(dataDir, 'files')),
  }
}

async function* keysIn(folder: string, above = ''): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return []
    throw fault
  })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const key = above + entry.name
    if (entry.isDirectory()) yield* keysIn(join(folder, entry.name), `${key}/`)
    // Skips partial files of a crash.
    else if (safe.test(key)) yield key
  }
}
