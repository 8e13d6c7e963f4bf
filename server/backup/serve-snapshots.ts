import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, cp, link, mkdir, readdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { toFaultFields, type Log } from '#server/platform/log.ts'

/** In the data directory: access to it is the authorisation. */
export const SNAPSHOT_SOCKET = 'snapshots.sock'

const PREFIX = 'snapshot-'

/**
 * Serves snapshots of the running embedded database, which only this process can create. A connection to the socket in
 * the data directory receives the snapshot's path, valid until it closes.
 */
export async function serveSnapshots({
  database,
  env,
  log,
}: {
  database: Database
  env: Env
  log: Log
}): Promise<() => Promise<void>> {
  const { pglite } = database
  if (!pglite) return async () => {}
  const path = join(env.DATA_DIR, SNAPSHOT_SOCKET)
  // Removes leftovers of a killed process.
  await rm(path, { force: true })
  for (const name of await readdir(env.DATA_DIR))
    if (name.startsWith(PREFIX)) await rm(join(env.DATA_DIR, name), { recursive: true, force: true })
  const serve = async (line: Socket) => {
    const directory = join(env.DATA_DIR, `${PREFIX}${randomUUID()}`)
    const gone = new Promise((ended) => line.once('close', ended))
    line.on('error', () => {})
    line.resume()
    try {
      await snapshot(pglite, env.DATA_DIR, directory)
      line.write(`${JSON.stringify({ directory })}\n`)
      await gone
    } catch (fault) {
      log.error(toFaultFields(fault), 'snapshot failed')
      line.end(`${JSON.stringify({ failed: toFaultFields(fault).message })}\n`)
    }
    await rm(directory, { recursive: true, force: true })
  }
  const served = new Map<Socket, Promise<void>>()
  const server = createServer((line) => {
    served.set(
      line,
      serve(line).finally(() => served.delete(line)),
    )
  })
  try {
    await new Promise<void>((listens, fails) => server.once('error', fails).listen(path, listens))
    await chmod(path, 0o600)
  } catch (fault) {
    // The site runs without backups if the socket fails, for example by a long path.
    log.error(toFaultFields(fault), 'snapshots are unavailable')
    return async () => {}
  }
  return async () => {
    server.close()
    for (const line of served.keys()) line.destroy()
    await Promise.all(served.values())
  }
}

/** Copies database and files at one moment, with writes blocked. */
async function snapshot(pglite: NonNullable<Database['pglite']>, from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  const files = () => linkTree(join(from, 'files'), join(to, 'files'))
  // Files are immutable. They are linked before and after, so that concurrent changes are included.
  await files()
  // A checkpoint makes the copy open fast.
  await pglite.exec('checkpoint')
  await pglite.runExclusive(() =>
    cp(join(from, 'pg'), join(to, 'pg'), { recursive: true, mode: constants.COPYFILE_FICLONE }),
  )
  await files()
}

async function linkTree(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(
    (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ENOENT') return []
      throw fault
    },
  )
  const made = new Set<string>()
  for (const entry of entries.filter((one) => one.isFile())) {
    const source = join(entry.parentPath, entry.name)
    const target = join(to, source.slice(from.length))
    if (!made.has(dirname(target))) await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    made.add(dirname(target))
    await link(source, target).catch((fault: NodeJS.ErrnoException) => {
      // Already linked, or deleted since it was listed.
      if (fault.code !== 'EEXIST' && fault.code !== 'ENOENT') throw fault
    })
  }
}
