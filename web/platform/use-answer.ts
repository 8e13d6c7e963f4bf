import { useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError, isUnanswered } from '#web/platform/api/api.ts'

interface Answered<T> {
  answer: T | null
  fault: ApiError | null
}
/** A response and its subject. */
interface Known<T> extends Answered<T> {
  about: string | null
}
export const unasked: Known<never> = { about: null, answer: null, fault: null }
export const setAnswer = <T>(about: string, answer: T): Known<T> => ({ about, answer, fault: null })
/** Keeps the earlier response of the same subject beside a network error; a refusal replaces it. */
export const setFault = <T>(known: Known<T>, about: string, fault: ApiError): Known<T> => ({
  ...(known.about === about && isUnanswered(fault) ? known : unasked),
  about,
  fault,
})

/**
 * Returns the server's response about the current input, debounced by `after` milliseconds. Discards responses to other
 * input; while revalidating, the last one stays.
 */
export function useAnswer<T>(
  about: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  { after = 0 }: { after?: number } = {},
): Answered<T> & { again: () => void } {
  const [kept, setKept] = useState<Known<T>>(unasked)
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  latest.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (about === null) return
    const stop = new AbortController()
    const keep = (step: (known: Known<T>) => Known<T>) => stop.signal.aborted || setKept(step)
    const ask = () =>
      latest.current(stop.signal).then(
        (answer) => keep(() => setAnswer(about, answer)),
        (fault: unknown) => keep((known) => setFault(known, about, toApiError(fault))),
      )
    const timer = after > 0 ? setTimeout(ask, after) : void ask()
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [about, round, after])
  const { answer, fault } = kept.about === about ? kept : unasked
  return {
    answer,
    fault,
    again: () => {
      setKept((now) => ({ ...now, fault: null }))
      setRound((now) => now + 1)
    },
  }
}
