import { useEffect, useMemo, useRef } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { computeForecast, type Forecast } from '#contract/party/forecast.ts'
import { useMinutesHere } from '#web/platform/use-minutes.ts'

export type ForecastInput = Pick<Appointment, 'planned' | 'said' | 'elsewhere'>

/** The day as it runs by what was said and by this browser’s clock, without asking anybody: as the server reckons it. */
export function useForecast({ planned, said, elsewhere }: ForecastInput): Forecast {
  const now = useMinutesHere()
  return useMemo(() => computeForecast(planned, said, now, iso, elsewhere), [planned, said, elsewhere, now])
}

const iso = (ms: number): string => new Date(ms).toISOString()

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
