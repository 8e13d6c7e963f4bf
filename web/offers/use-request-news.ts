import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

const POLL_MS = 30_000

/** Asks the page's loader anew every half minute, and when somebody comes back to the page. */
export function useRequestNews(): void {
  const { revalidate, state } = useRevalidator()
  const idle = useRef(true)
  idle.current = state === 'idle'
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && idle.current && revalidate())
    const timer = setInterval(look, POLL_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [revalidate])
}
