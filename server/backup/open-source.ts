import { connect } from 'node:net'
import { join } from 'node:path'
import { type Database, openEmbedded } from '#db/database.ts'
import { DirectoryInUse } from '#db/directory-lock.ts'
import type { Env } from '#server/platform/env.ts'
import { openSiteDatabase } from '#server/platform/site-database.ts'
import { SNAPSHOT_SOCKET } from './serve-snapshots.ts'

type Source = { database: Database; env: Env; close: () => Promise<void> }

/** Opens the site's data: PostgreSQL, a stopped embedded database, or a snapshot of a running one. */
export async function openSource(env: Env): Promise<Source> {
  try {
    return sourceOf(await openSiteDatabase(env), env)
  } catch (fault) {
    if (!(fault instanceof DirectoryInUse)) throw fault
    const { directory, end } = await requestSnapshot(env.DATA_DIR).catch((lost: Error) => {
      throw new Error(`${fault.message} Requesting a snapshot from it failed too: ${lost.message}.`)
    })
    try {
      return sourceOf(await openEmbedded(directory), { ...env, DATA_DIR: directory }, end)
    } catch (unopened) {
      end()
      throw unopened
    }
  }
}

const sourceOf = (database: Database, env: Env, end = () => {}): Source => ({
  database,
  env,
  close: async () => {
    await database.close()
    end()
  },
})

/** Requests a snapshot from the running process, which deletes it when the connection ends. */
function requestSnapshot(dataDir: string): Promise<{ directory: string; end: () => void }> {
  return new Promise((made, failed) => {
    const line = connect(join(dataDir, SNAPSHOT_SOCKET))
    let said = ''
    line.setEncoding('utf8')
    line.on('data', (text) => {
      said += text
      if (!said.includes('\n')) return
      const answer = JSON.parse(said) as { directory?: string; failed?: string }
      if (answer.directory) made({ directory: answer.directory, end: () => line.end() })
      else failed(new Error(answer.failed ?? 'no answer'))
    })
    line.on('error', failed)
    line.on('close', () => failed(new Error('the connection was closed')))
  })
}
