import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The part that the address names comes into view, opened, with the focus at its heading. */
export function useAddressed(at: string): RefObject<HTMLElement | null> {
  const part = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same part may be followed again
  useEffect(() => {
    if (hash !== `#${at}`) return
    const fold = part.current?.querySelector('details')
    if (fold) fold.open = true
    fold?.querySelector('summary')?.focus({ preventScroll: true })
    part.current?.scrollIntoView()
  }, [hash, key, at])
  return part
}
