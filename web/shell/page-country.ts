import { useMatches } from 'react-router'
import { type Country, countries, defaultCountry } from '#contract/words.ts'

/** The country of the page on show: of its event or its place; Australia where there is none. */
export function usePageCountry(): Country {
  const matches = useMatches()
  for (const match of matches.toReversed()) {
    const { countryCode } = (match.loaderData ?? {}) as { countryCode?: unknown }
    const code = String(countryCode ?? '').toUpperCase()
    const known = countries.find((country) => country === code)
    if (known) return known
  }
  return defaultCountry
}
