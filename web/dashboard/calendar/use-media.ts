import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const narrow = 'screen and (max-width: 767px)'

function subscribeToWidth(onChange: () => void): () => void {
  const media = matchMedia(narrow)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Returns whether the window is as narrow as a phone. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    subscribeToWidth,
    () => matchMedia(narrow).matches,
    () => false,
  )

/** Returns whether the page is being printed, so that it can render a list instead of a grid that scrolls. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const media = matchMedia('print')
    // The browser prints what is rendered when the event ends.
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    const change = () => (media.matches ? start() : end())
    addEventListener('beforeprint', start)
    addEventListener('afterprint', end)
    media.addEventListener('change', change)
    return () => {
      removeEventListener('beforeprint', start)
      removeEventListener('afterprint', end)
      media.removeEventListener('change', change)
    }
  }, [])
  return isPrinting
}
