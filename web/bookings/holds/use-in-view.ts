import { useCallback, useState } from 'react'

/** Whether the element that `watch` is given as its ref stands in the window. */
export function useInView() {
  const [inView, setInView] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (!element) return
    const watching = new IntersectionObserver(([seen]) => setInView(Boolean(seen?.isIntersecting)))
    watching.observe(element)
    return () => {
      watching.disconnect()
      setInView(false)
    }
  }, [])
  return { inView, watch }
}
