import { useEffect, useState } from 'react'

/** Whether the page has been scrolled: then the pictures of all cards are fetched ahead, so that none is blank when it comes into view. */
export function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const now = () => setScrolled(true)
    window.addEventListener('scroll', now, { passive: true, once: true })
    return () => window.removeEventListener('scroll', now)
  }, [])
  return scrolled
}
