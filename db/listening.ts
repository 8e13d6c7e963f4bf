import pg from 'pg'
import { newClient } from './connections.ts'

/** A line to the database on which notifications come. */
export type Listening = {
  /** Hears a channel from now on; `lost` is called when something on it may have been missed. */
  hear: (channel: string, heard: (payload: string) => void, lost: () => void) => Promise<void>
  /** Whether the line stands. */
  stands: () => boolean
  close: () => Promise<void>
}

const FIRST_REST_MS = 250
const LONGEST_REST_MS = 2_000
// What changes is shown within five seconds, though the line on which it is told has gone silent.
const BEAT_MS = 1_000
const limits = { connectMs: 3_000, answerMs: 2_000 }

type Ear = { heard: (payload: string) => void; lost: () => void }

/**
 * Opens a connection of its own for all channels, outside every pool: where it breaks, or is silent when asked, it is
 * made anew with growing rests, and everybody is told that they may have missed something.
 */
export function openListening(url: string): Listening {
  const ears = new Map<string, Ear[]>()
  let [client, closed, restMs, stands] = [undefined as pg.Client | undefined, false, 0, false]
  let coming: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let missed = false

  const open = async (): Promise<void> => {
    const next = newClient(url, { ...limits, name: 'listening' })
    client = next
    next.on('error', () => broke(next))
    next.on('end', () => broke(next))
    next.on('notification', ({ channel, payload = '' }) => {
      for (const { heard } of ears.get(channel) ?? []) heard(payload)
    })
    try {
      await next.connect()
      for (const channel of ears.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (fault) {
      broke(next)
      throw fault
    }
    if (client !== next) throw new Error('Connection terminated')
    ;[restMs, stands] = [0, true]
    if (missed) for (const { lost } of [...ears.values()].flat()) lost()
    missed = false
  }
  const connect = (): Promise<void> => {
    coming ??= open().finally(() => {
      coming = undefined
    })
    return coming
  }
  const broke = (which: pg.Client) => {
    which.end().catch(() => {})
    if (client !== which) return
    ;[client, stands, missed] = [undefined, false, true]
    if (closed) return
    restMs = Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, restMs * 2))
    clearTimeout(retry)
    retry = setTimeout(() => connect().catch(() => {}), restMs * (0.5 + Math.random() / 2))
    retry.unref()
  }
  // A line that was cut without a word says nothing for ever, and nothing is what a quiet one says too.
  const beat = setInterval(() => {
    const asked = client
    if (stands && asked) asked.query('select 1').catch(() => broke(asked))
  }, BEAT_MS)
  beat.unref()

  return {
    hear: async (channel, heard, lost) => {
      const known = ears.get(channel)
      const ear = { heard, lost }
      if (known) known.push(ear)
      else ears.set(channel, [ear])
      // A line that cannot be had now is tried for again, and then everybody hears that they may have missed something.
      if (!client && !retry) await connect().catch(() => {})
      else if (coming) await coming.catch(() => {})
      const now = client
      if (now && stands && !known) await now.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => broke(now))
    },
    stands: () => stands,
    close: async () => {
      closed = true
      clearTimeout(retry)
      clearInterval(beat)
      await coming?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
