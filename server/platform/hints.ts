import type pg from 'pg'
import type { Database } from '#db/database.ts'

type Hear = (payload: string) => void
type Channel = { listeners: Set<Hear>; stop: () => Promise<void> }

const open = new WeakMap<Database, Map<string, Promise<Channel>>>()
const RETRY_MS = 2_000

/** Hears a channel of the database for as long as the answer is not called; one connection serves all who listen. */
export async function hear(database: Database, name: string, listener: Hear): Promise<() => void> {
  const channels = open.get(database) ?? new Map<string, Promise<Channel>>()
  open.set(database, channels)
  const opening = channels.get(name) ?? openChannel(database, name)
  channels.set(name, opening)
  const channel = await opening
  channel.listeners.add(listener)
  return () => channel.listeners.delete(listener)
}

async function openChannel(database: Database, name: string): Promise<Channel> {
  const listeners = new Set<Hear>()
  const tell = (payload: string) => {
    for (const listener of listeners) listener(payload)
  }
  if (database.pglite) return { listeners, stop: await database.pglite.listen(name, tell) }
  let client: pg.PoolClient | undefined
  let stopped = false
  const connect = async () => {
    client = await database.pool?.connect()
    client?.on('notification', (message) => message.channel === name && tell(message.payload ?? ''))
    client?.once('error', () => {
      client?.release(true)
      if (!stopped) setTimeout(() => connect().catch(() => {}), RETRY_MS)
    })
    await client?.query(`listen ${name}`)
  }
  await connect()
  return { listeners, stop: async () => { stopped = true; client?.release(true) } }
}

/** Gives back every connection that listens, before the database closes. */
export async function stopHearing(database: Database): Promise<void> {
  for (const opening of open.get(database)?.values() ?? []) await (await opening).stop()
  open.delete(database)
}
