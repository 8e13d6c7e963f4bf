import { useMatches } from 'react-router'
import { type Country, countries, defaultCountry } from '#contract/words.ts'

/** The country of the page on show: of its event, its place or its address; Australia where there is none. */
export function usePageCountry(): Country {
  for (const match of useMatches().toReversed()) {
    const { countryCode } = (match.loaderData ?? {}) as { countryCode?: unknown }
    const code = String(countryCode ?? match.params.country ?? '').toUpperCase()
    const known = countries.find((country) => country === code)
    if (known) return known
  }
  return defaultCountry
}
