import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { numberEvents } from './announce.ts'

type Listener = (payload: string) => void
type Channel = { listeners: Set<Listener>; missed: Set<() => void> }

const open = new WeakMap<Database, Map<string, Promise<Channel>>>()

const LOOK_MS = 1_000

/**
 * Subscribes to a database channel. Returns the unsubscribe function. `missed` is called after a lost connection, and
 * every second during one while the database responds.
 */
export async function subscribe(
  database: Database,
  name: string,
  listener: Listener,
  missed?: () => void,
): Promise<() => void> {
  const channels = open.get(database) ?? channelsOf(database)
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

function channelsOf(database: Database): Map<string, Promise<Channel>> {
  const channels = new Map<string, Promise<Channel>>()
  open.set(database, channels)
  let asking = false
  const whileDeaf = async () => {
    if (asking || database.listening.isOpen()) return
    asking = true
    const answers = await sql`select 1`.execute(database.fresh).then(
      () => true,
      () => false,
    )
    asking = false
    if (!answers || database.listening.isOpen()) return
    for (const { missed } of await Promise.all(channels.values())) for (const told of missed) told()
  }
  setInterval(whileDeaf, LOOK_MS).unref()
  // Events of a process that died right after commit are numbered here.
  setInterval(() => numberEvents(database).catch(() => {}), LOOK_MS).unref()
  return channels
}

async function openChannel({ listening }: Database, name: string): Promise<Channel> {
  const channel: Channel = { listeners: new Set(), missed: new Set() }
  await listening.subscribe(
    name,
    (payload) => {
      for (const listener of channel.listeners) listener(payload)
    },
    () => {
      for (const missed of channel.missed) missed()
    },
  )
  return channel
}
