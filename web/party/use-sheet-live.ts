import { useEffect, useRef } from 'react'

const ASKS_MS = 30_000
const AGAIN_MS = 60_000

/** Calls back whenever something of a run sheet changes, for whoever has its link; where no stream is to be had, every half minute while the page is looked at. Without a link never. */
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
      // A browser tries again by itself, but not where it was told no.
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
