import { useEffect, useState } from 'react'

export function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The same for server-rendered pages: null until hydrated, because the browser's clock differs. */
export function useMinutesHere(): number | null {
  const now = useMinutes()
  const [here, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  return here ? now : null
}
