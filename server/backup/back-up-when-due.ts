import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Context } from '#server/platform/context.ts'

const command = fileURLToPath(new URL('./command.ts', import.meta.url))

export const isArchive = (name: string): boolean => /^primp-.*\.tar\.gz(\.part)?$/.test(name)

/**
 * Backs up the embedded database. A child process does the work, so requests wait only while the data directory is
 * copied.
 */
export async function runBackupIfDue({ env, log }: Context): Promise<void> {
  if (!env.BACKUP_DIR) return
  const age = Date.now() - (await newestIn(env.BACKUP_DIR))
  if (age < env.BACKUP_HOURS * 3_600_000) return
  const started = performance.now()
  await promisify(execFile)(process.execPath, [
    command,
    'backup',
    `${env.BACKUP_DIR}/`,
    '--keep',
    String(env.BACKUPS_KEPT),
  ])
  log.info({ seconds: Math.round((performance.now() - started) / 1000) }, 'backup created')
}

async function newestIn(directory: string): Promise<number> {
  const names = await readdir(directory).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return []
    throw fault
  })
  const times = await Promise.all(
    names
      .filter((name) => /^primp-.*\.tar\.gz$/.test(name))
      .map(async (name) => (await stat(join(directory, name))).mtimeMs),
  )
  return Math.max(0, ...times)
}
