import { useEffect, useRef } from 'react'
import { type Heard, LiveStream, streamOwner } from './live-stream.ts'

const subscribers = new Set<(event: Heard) => void>()
let stream: LiveStream | null = null
// What came while one page gave way to the next, which had read its own part before.
let recent: { event: Heard; at: number }[] = []
const RECENT_MS = 3_000

// One stream while anybody listens; another as soon as somebody else is signed in.
function tend(): void {
  const owner = subscribers.size > 0 ? streamOwner() : null
  if (stream?.owner === owner) return
  stream?.stop()
  stream = owner
    ? new LiveStream(owner, (event) => {
        recent = [...recent.filter(({ at }) => at > Date.now() - RECENT_MS), { event, at: Date.now() }].slice(-50)
        // biome-ignore lint/nursery/noUselessSpread: a subscriber may unsubscribe while it runs.
        for (const deliver of [...subscribers]) deliver(event)
      })
    : null
  recent = []
}

/**
 * Calls back for each event of these kinds that this person's stream brings: a whole kind (`offer.new`), or all that begin so (`message.`).
 * Every page also hears `missed`: more has happened than is kept, and it should ask for everything anew.
 */
export function useLive(kinds: readonly string[], onEvent: (event: Heard) => void): void {
  const latest = useRef({ kinds, onEvent })
  latest.current = { kinds, onEvent }
  useEffect(() => {
    const deliver = (event: Heard) => {
      const { kinds: wanted, onEvent: tell } = latest.current
      if (
        event.kind === 'missed' ||
        wanted.some((kind) => event.kind === kind || (kind.endsWith('.') && event.kind.startsWith(kind)))
      )
        tell(event)
    }
    subscribers.add(deliver)
    for (const { event, at } of recent) if (event.kind !== 'missed' && at > Date.now() - RECENT_MS) deliver(event)
    tend()
    window.addEventListener('storage', tend)
    return () => {
      subscribers.delete(deliver)
      window.removeEventListener('storage', tend)
      // A page that follows listens again at once: the stream stays for it.
      setTimeout(tend, 500)
    }
  }, [])
}
