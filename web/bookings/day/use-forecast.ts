import { useMemo } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import { type Forecast, computeForecast } from '#contract/bookings/day/forecast.ts'
import { useMinutesHere } from '#web/platform/use-minutes.ts'

export type ForecastInput = Pick<Appointment, 'planned' | 'said' | 'elsewhere'>

/** The day as it runs by what was said and by this browser’s clock, without asking anybody: as the server reckons it. */
export function useForecast({ planned, said, elsewhere }: ForecastInput): Forecast {
  const now = useMinutesHere()
  return useMemo(() => computeForecast(planned, said, now, iso, elsewhere), [planned, said, elsewhere, now])
}

const iso = (ms: number): string => new Date(ms).toISOString()
