import type pg from 'pg'
import type { Database } from '#db/database.ts'

type Listener = (payload: string) => void
type Channel = { listeners: Set<Listener>; missed: Set<() => void>; stop: () => Promise<void> }

const open = new WeakMap<Database, Map<string, Promise<Channel>>>()
const RETRY_MS = 2_000

/** Subscribes to a channel of the database until the answer is called; one connection serves all who listen. `missed` is called when it was lost for a while. */
export async function subscribe(
  database: Database,
  name: string,
  listener: Listener,
  missed?: () => void,
): Promise<() => void> {
  const channels = open.get(database) ?? new Map<string, Promise<Channel>>()
  open.set(database, channels)
  const opening = channels.get(name) ?? openChannel(database, name)
  channels.set(name, opening)
  const channel = await opening
  channel.listeners.add(listener)
  if (missed) channel.missed.add(missed)
  return () => {
    channel.listeners.delete(listener)
    if (missed) channel.missed.delete(missed)
  }
}

async function openChannel(database: Database, name: string): Promise<Channel> {
  const listeners = new Set<Listener>()
  const missed = new Set<() => void>()
  const tell = (payload: string) => {
    for (const listener of listeners) listener(payload)
  }
  if (database.pglite) return { listeners, missed, stop: await database.pglite.listen(name, tell) }
  let client: pg.PoolClient | undefined
  let stopped = false
  const connect = async () => {
    client = await database.pool?.connect()
    client?.on('notification', (message) => message.channel === name && tell(message.payload ?? ''))
    client?.once('error', () => {
      client?.release(true)
      if (!stopped) reconnect()
    })
    await client?.query(`listen ${name}`)
  }
  const reconnect = () =>
    setTimeout(
      () =>
        connect().then(() => {
          for (const one of missed) one()
        }, reconnect),
      RETRY_MS,
    )
  await connect()
  return {
    listeners,
    missed,
    stop: async () => {
      stopped = true
      client?.release(true)
    },
  }
}

/** Ends every subscription and its connection, before the database closes. */
export async function endSubscriptions(database: Database): Promise<void> {
  for (const opening of open.get(database)?.values() ?? []) await (await opening).stop()
  open.delete(database)
}
