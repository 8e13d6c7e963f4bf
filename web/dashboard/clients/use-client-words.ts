import { clock, date, zonedTime } from '#contract/format.ts'
import type { Visit } from '#contract/bookings/own-clients.ts'
import { reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { clientWords } from './client-words.ts'

/** The words of clients, and how a day with one is said. */
export function useClientWords() {
  const { countryCode } = useOwn().profile
  const t = reader(clientWords, countryCode)
  const on = (day: string) => date(day, countryCode, new Date().getFullYear())
  return {
    t,
    on,
    /** Sat 12 June, 9:00 AM. */
    moment: ({ eventDate, startsAt, timeZone }: Pick<Visit, 'eventDate' | 'startsAt' | 'timeZone'>) =>
      `${on(eventDate)}, ${clock(zonedTime(startsAt, timeZone))}`,
  }
}
