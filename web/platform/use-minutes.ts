import { useEffect, useState } from 'react'

/** The clock of a page that counts down, by the minute. */
export function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The same on a page that the server draws first: null until it runs in a browser, whose clock is another. */
export function useMinutesHere(): number | null {
  const now = useMinutes()
  const [here, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  return here ? now : null
}
