import { useEffect, useRef } from 'react'

const ASKS_MS = 30_000
const AGAIN_MS = 60_000

/**
 * Subscribes to changes of a run sheet by its link; falls back to polling every 30 seconds while visible. Does nothing
 * without a link.
 */
export function useSheetLive(key: string | null, onChange: () => void): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (key === null) return
    let source: EventSource | null = null
    let again: ReturnType<typeof setTimeout> | undefined
    const looked = () => document.visibilityState === 'visible' && navigator.onLine
    const streams = () => source?.readyState === EventSource.OPEN
    const open = () => {
      source = new EventSource(`/v1/live?sheet=${encodeURIComponent(key)}`)
      for (const kind of ['ready', 'missed', 'live']) source.addEventListener(kind, () => latest.current())
      // The browser reconnects, except after a refusal.
      source.onerror = () => {
        if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS)
      }
    }
    open()
    const asking = setInterval(() => !streams() && looked() && latest.current(), ASKS_MS)
    return () => {
      clearInterval(asking)
      clearTimeout(again)
      source?.close()
    }
  }, [key])
}
