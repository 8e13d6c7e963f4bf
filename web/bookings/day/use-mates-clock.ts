import { useEffect, useRef } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'

const AGAIN_MS = 5 * 60_000
/** So long after the planned end nobody waits for anybody any more. */
const OVER_MS = 3 * 3_600_000

/** Asks anew now and then while somebody of a day is with another artist of the party: how long they stay there goes by a clock that this page does not have. */
export function useMatesClock(
  { elsewhere, endsAt }: Pick<Appointment, 'elsewhere' | 'endsAt'>,
  read: () => void,
): void {
  const latest = useRef(read)
  latest.current = read
  const waits = elsewhere.some(({ state }) => state !== 'done')
  useEffect(() => {
    if (!waits) return
    const looked = () => document.visibilityState === 'visible' && navigator.onLine
    const asking = setInterval(() => {
      if (looked() && Date.now() < Date.parse(endsAt) + OVER_MS) latest.current()
    }, AGAIN_MS)
    return () => clearInterval(asking)
  }, [waits, endsAt])
}
