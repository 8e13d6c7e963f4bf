import { useCallback, useState } from 'react'

/**
 * Calls `onChange` when the element enters or leaves the window, and once at the start. Returns a function that stops
 * it. A busy page delivers several events at once; only the newest is true.
 */
export function observeVisibility(
  element: Element,
  onChange: (visibility: IntersectionObserverEntry) => void,
  options?: IntersectionObserverInit,
): () => void {
  const observer = new IntersectionObserver((changes) => {
    const newest = changes.at(-1)
    if (newest) onChange(newest)
  }, options)
  observer.observe(element)
  return () => observer.disconnect()
}

/** Returns a ref for an element, and whether that element is in the window; `initially` until it is known. */
export function useInView(initially = false) {
  const [inView, setInView] = useState(initially)
  const ref = useCallback((element: Element | null) => {
    if (!element) return
    const stop = observeVisibility(element, ({ isIntersecting }) => setInView(isIntersecting))
    return () => {
      stop()
      setInView(false)
    }
  }, [])
  return { inView, ref }
}
