import pg from 'pg'
import { getClientConfig } from './connections.ts'
import { type Host, getHosts } from './hosts.ts'

export type Listening = {
  /** Subscribes to a channel. `lost` is called when notifications may have been missed. */
  subscribe: (channel: string, heard: (payload: string) => void, lost: () => void) => Promise<void>
  isOpen: () => boolean
  close: () => Promise<void>
}

const FIRST_REST_MS = 250
const LONGEST_REST_MS = 2_000
/** Interval of the connection test: changes are shown within five seconds even if the connection went silent. */
const BEAT_MS = 1_000
const limits = { name: 'listening', connectMs: 3_000, answerMs: 2_000 }

type Listener = { heard: (payload: string) => void; lost: () => void }

/**
 * Opens one connection for all channels, outside the pools. If it breaks or does not answer, it reconnects with growing
 * delays and notifies all listeners that they may have missed notifications.
 */
export function openListening(url: string): Listening {
  const listeners = new Map<string, Listener[]>()
  const hosts = getHosts(url)
  let client: pg.Client | undefined
  let host: Host | undefined
  let opening: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let [isClosed, isOpen, hasMissed, restMs] = [false, false, false, 0]
  // One statement at a time: the driver deprecates a queue of its own.
  let lastListen = Promise.resolve()
  let isTesting = false

  const open = async (): Promise<void> => {
    try {
      host = await hosts.writer()
      const next = new pg.Client(getClientConfig(host, limits))
      client = next
      next.on('error', () => retryLater(next))
      next.on('end', () => retryLater(next))
      next.on('notification', ({ channel, payload = '' }) => {
        for (const { heard } of listeners.get(channel) ?? []) heard(payload)
      })
      await next.connect()
      for (const channel of listeners.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (client !== next) throw new Error('Connection terminated')
    } catch (fault) {
      retryLater(client)
      throw fault
    }
    ;[restMs, isOpen] = [0, true]
    if (hasMissed) for (const { lost } of [...listeners.values()].flat()) lost()
    hasMissed = false
  }
  const connect = (): Promise<void> => {
    opening ??= open().finally(() => {
      opening = undefined
    })
    return opening
  }
  const retryLater = (broken: pg.Client | undefined) => {
    broken?.end().catch(() => {})
    if (client !== broken) return
    if (host) hosts.clearWriter(host)
    ;[client, isOpen, hasMissed] = [undefined, false, true]
    if (isClosed) return
    restMs = Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, restMs * 2))
    clearTimeout(retry)
    retry = setTimeout(() => connect().catch(() => {}), restMs * (0.5 + Math.random() / 2)).unref()
  }
  const listen = (channel: string): Promise<void> => {
    lastListen = lastListen.then(async () => {
      const asked = client
      if (asked && isOpen) await asked.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => retryLater(asked))
    })
    return lastListen
  }
  // A connection that was cut looks like one without notifications.
  const beat = setInterval(() => {
    const asked = client
    if (!isOpen || !asked || isTesting) return
    isTesting = true
    asked
      .query('select 1')
      .catch(() => retryLater(asked))
      .finally(() => {
        isTesting = false
      })
  }, BEAT_MS)
  beat.unref()

  return {
    subscribe: async (channel, heard, lost) => {
      const known = listeners.get(channel)
      const listener = { heard, lost }
      if (known) known.push(listener)
      else listeners.set(channel, [listener])
      // A failed reconnect is retried; afterwards all listeners are notified.
      if (!client && !retry) await connect().catch(() => {})
      else if (opening) await opening.catch(() => {})
      if (!known) await listen(channel)
    },
    isOpen: () => isOpen,
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      clearInterval(beat)
      await opening?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
