import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useLive } from '#web/messaging/live.ts'

const news = ['request.new', 'request.words', 'request.answered', 'request.ended'] as const

/** Asks the page's loader anew when a request comes or ends, and when somebody comes back to the page. */
export function useRequestNews(): void {
  const { revalidate, state } = useRevalidator()
  const idle = useRef(true)
  idle.current = state === 'idle'
  const look = useRef(() => {})
  look.current = () => void (document.visibilityState === 'visible' && idle.current && revalidate())
  useLive(news, () => look.current())
  useEffect(() => {
    const back = () => look.current()
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [])
}
