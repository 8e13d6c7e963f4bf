import { useEffect, useMemo, useRef } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { computeForecast, type Forecast } from '#contract/party/forecast.ts'
import { useMinutesHere } from '#web/platform/use-minutes.ts'

export type ForecastInput = Pick<Appointment, 'planned' | 'said' | 'elsewhere'>

/** Returns the expected day by updates and the browser's clock, computed as on the server. */
export function useForecast({ planned, said, elsewhere }: ForecastInput): Forecast {
  const now = useMinutesHere()
  return useMemo(() => computeForecast(planned, said, now, iso, elsewhere), [planned, said, elsewhere, now])
}

const iso = (ms: number): string => new Date(ms).toISOString()

const AGAIN_MS = 5 * 60_000
/** Time after the planned end when updates are no longer expected. */
const OVER_MS = 3 * 3_600_000

/**
 * Polls while a person is with another artist of the party, because those times depend on updates that this page does
 * not have.
 */
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
