import { date } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { checkWords } from './check-words.ts'

/** The words of checks in the artist's country, and how a day is written there. */
export function useCheckWords() {
  const { countryCode } = useOwn().profile
  const day = (of: string) => date(of.slice(0, 10), countryCode)
  return { t: reader(checkWords, countryCode), day }
}
