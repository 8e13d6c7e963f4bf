import { addDays } from '#web/ui/fields/calendar-days.ts'

/** Steps in which an appointment is moved, in minutes. */
export const stepMinutes = 15

/** How a grid of days is drawn, in pixels. */
export interface Scale {
  perMinute: number
  perDay: number
}

interface At {
  eventDate: string
  startTime: string
}

const [dayBegins, dayEnds] = [300, 1740]

/** Where an appointment lands that was moved so far over a grid: on a step, within its day from 5 AM to 5 AM, and on one of the days that are shown. */
export function movedTo(
  { eventDate, startTime }: At,
  by: { x: number; y: number },
  { perMinute, perDay }: Scale,
  days: readonly string[],
): At {
  const clock = Number(startTime.slice(0, 2)) * 60 + Number(startTime.slice(3))
  const minute = clock < dayBegins ? clock + 1440 : clock
  const steps = Math.round(by.y / perMinute / stepMinutes)
  const to = Math.min(dayEnds - stepMinutes, Math.max(dayBegins, steps === 0 ? minute : minute + steps * stepMinutes))
  const wanted = addDays(eventDate, Math.round(by.x / perDay))
  const [first = eventDate, last = eventDate] = [days[0], days.at(-1)]
  const two = (n: number) => String(n).padStart(2, '0')
  return {
    eventDate: wanted < first ? first : wanted > last ? last : wanted,
    startTime: `${two(Math.floor(to / 60) % 24)}:${two(to % 60)}`,
  }
}
