import { useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError, isUnanswered } from '#web/platform/api/api.ts'

interface Answered<T> {
  answer: T | null
  fault: ApiError | null
}
/** What is known, and of what it is. */
interface Known<T> extends Answered<T> {
  about: string | null
}
export const unasked: Known<never> = { about: null, answer: null, fault: null }
export const setAnswer = <T>(about: string, answer: T): Known<T> => ({ about, answer, fault: null })
/** Where nobody answers, what was known of the same stays beside the fault; a refusal is the newest that is known. */
export const setFault = <T>(known: Known<T>, about: string, fault: ApiError): Known<T> => ({
  ...(known.about === about && isUnanswered(fault) ? known : unasked),
  about,
  fault,
})

/** What the server says about what is being looked at or typed, which no loader can know: asked once it has stood `after` milliseconds, never shown for anything else; asked again, the last answer stays until there is another. */
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
