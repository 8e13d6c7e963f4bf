import { useEffect } from 'react'
import { useHere } from '#web/platform/use-here.ts'
import { useMatches } from 'react-router'
import { formatCountryCookie, detectVisitorCountry, parseCountryCookie } from '#contract/visitor-country.ts'
import { type Country, countries, defaultCountry } from '#contract/words.ts'

/** Returns the country of the page's event or place, else the visitor's. */
export function usePageCountry(): Country {
  const matches = useMatches()
  const own = countryIn(matches, 'countryCode')
  // A page with its own country does not re-render for the visitor's.
  return useHere(
    () => own ?? visitorsNow(),
    () => own ?? countryIn(matches, 'visitorCountry') ?? defaultCountry,
  )
}

// A cached page learns the visitor's country only in the browser.
const visitorsNow = (): Country => detectVisitorCountry(document.cookie, navigator.languages.join())

/** Stores the country of the last page with its own, unless chosen by the visitor in the footer. */
export function useKeptCountry(): void {
  const own = countryIn(useMatches(), 'countryCode')
  useEffect(() => {
    const kept = parseCountryCookie(document.cookie)
    // biome-ignore lint/suspicious/noDocumentCookie: one line of a cookie that the server reads; the Cookie Store API is not everywhere
    if (own && !kept?.chosen && kept?.country !== own) document.cookie = formatCountryCookie(own, false)
  }, [own])
  useEffect(() => {
    const choose = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-country]') : null
      const chosen = countries.find((country) => country === link?.getAttribute('data-country'))
      // biome-ignore lint/suspicious/noDocumentCookie: as above
      if (chosen) document.cookie = formatCountryCookie(chosen, true)
    }
    document.addEventListener('click', choose, true)
    return () => document.removeEventListener('click', choose, true)
  }, [])
}

function countryIn(matches: ReturnType<typeof useMatches>, name: 'countryCode' | 'visitorCountry'): Country | null {
  for (const match of matches.toReversed()) {
    const code = String(((match.loaderData ?? {}) as Record<string, unknown>)[name] ?? '').toUpperCase()
    const known = countries.find((country) => country === code)
    if (known) return known
  }
  return null
}
