import type { Database } from '#db/database.ts'

type Listener = (payload: string) => void
type Channel = { listeners: Set<Listener>; missed: Set<() => void> }

const open = new WeakMap<Database, Map<string, Promise<Channel>>>()

/** Subscribes to a channel of the database until the answer is called. `missed` is called when it was lost for a while. */
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

async function openChannel({ listening }: Database, name: string): Promise<Channel> {
  const channel: Channel = { listeners: new Set(), missed: new Set() }
  await listening.hear(
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
