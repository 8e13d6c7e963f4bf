import { clock, date, zonedDay, zonedTime } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { programWords } from './program-words.ts'
import { usePrograms } from './programs.ts'

/** The words of keys and webhooks in the country of whose they are, and how an instant is written there, by the clock of this device. */
export function useProgramWords() {
  const { countryCode } = usePrograms()
  const t = reader(programWords, countryCode)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const at = (instant: string) =>
    `${date(zonedDay(instant, zone), countryCode, new Date().getFullYear())}, ${clock(zonedTime(instant, zone))}`
  return { t, at }
}
