import { clock, date, zonedDay, zonedTime } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { programWords } from './program-words.ts'

/** The words of keys and webhooks in the artist's country, and how an instant is written there, by the clock of this device. */
export function useProgramWords() {
  const { countryCode } = useOwn().profile
  const t = reader(programWords, countryCode)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const at = (instant: string) =>
    `${date(zonedDay(instant, zone), countryCode, new Date().getFullYear())}, ${clock(zonedTime(instant, zone))}`
  return { t, at }
}
