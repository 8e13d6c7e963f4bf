import { useEffect, useRef, useState } from 'react'
import { type ApiError, apiErrorOf } from './api/api.ts'

interface Answered<T> {
  answer: T | null
  fault: ApiError | null
}
const nothing = { answer: null, fault: null }

/** What the server says about what is being looked at or typed, which no loader can know: asked once it has stood `after` milliseconds, never shown for anything else. */
export function useAnswer<T>(
  about: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  { after = 0 }: { after?: number } = {},
): Answered<T> & { again: () => void } {
  const [kept, setKept] = useState<Answered<T> & { about: string | null }>({ about: null, ...nothing })
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  latest.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (about === null) return
    const stop = new AbortController()
    const keep = (said: Answered<T>) => stop.signal.aborted || setKept({ about, ...said })
    const ask = () =>
      latest.current(stop.signal).then(
        (answer) => keep({ answer, fault: null }),
        (fault: unknown) => keep({ answer: null, fault: apiErrorOf(fault) }),
      )
    const timer = after > 0 ? setTimeout(ask, after) : void ask()
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [about, round, after])
  const { answer, fault } = about !== null && kept.about === about ? kept : nothing
  return {
    answer,
    fault,
    again: () => {
      setKept({ about: null, ...nothing })
      setRound(round + 1)
    },
  }
}
