import { type Country, countries, defaultCountry } from './words.ts'

/** Cookie with the visitor's country: the code of the last page with a country, marked if chosen. */
const countryCookie = 'primp_country'

const known = (code: string | undefined): Country | undefined =>
  countries.find((country) => country === code?.toUpperCase())

/** Returns the country in the cookie and whether it was chosen; null without a valid cookie. */
export function parseCountryCookie(cookies: string | undefined): { country: Country; chosen: boolean } | null {
  const found = /(?:^|;\s*)primp_country=([A-Z]{2})(!?)(?:;|$)/.exec(cookies ?? '')
  const country = known(found?.[1])
  return country ? { country, chosen: found?.[2] === '!' } : null
}

/** Returns the cookie header value for a country, valid for a year. */
export const formatCountryCookie = (country: Country, chosen: boolean): string =>
  `${countryCookie}=${country}${chosen ? '!' : ''}; Path=/; Max-Age=31536000; SameSite=Lax`

/**
 * Returns the visitor's country: chosen, else of the last page with one, else of the first supported language in the
 * header, else Australia.
 */
export function detectVisitorCountry(cookies: string | undefined, acceptLanguage: string | undefined): Country {
  const kept = parseCountryCookie(cookies)
  if (kept) return kept.country
  const languages = (acceptLanguage ?? '').slice(0, 200).split(',')
  const weighed = languages
    .map((language, i) => {
      const [tag = '', ...more] = language.trim().split(';')
      const weight = Number(/q=([\d.]+)/.exec(more.join(';'))?.[1] ?? 1)
      return { country: known(/^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})$/i.exec(tag)?.[1]), weight, i }
    })
    .filter(({ country, weight }) => country && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.i - b.i)
  return weighed[0]?.country ?? defaultCountry
}
