import { reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { insightWords } from './insight-words.ts'

/** The words of insights, as this provider's country spells them. */
export function useInsightWords() {
  const { countryCode } = useOwn().profile
  return { t: reader(insightWords, countryCode), country: countryCode }
}
