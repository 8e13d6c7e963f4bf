import { type Country, countries, defaultCountry } from './words.ts'

/** The cookie that keeps the visitor's country: the code alone from the last page that had one, with a mark where it was chosen. */
const countryCookie = 'primp_country'

const known = (code: string | undefined): Country | undefined =>
  countries.find((country) => country === code?.toUpperCase())

/** What the cookie keeps, and whether the visitor chose it. */
export function parseCountryCookie(cookies: string | undefined): { country: Country; chosen: boolean } | null {
  const found = /(?:^|;\s*)primp_country=([A-Z]{2})(!?)(?:;|$)/.exec(cookies ?? '')
  const country = known(found?.[1])
  return country ? { country, chosen: found?.[2] === '!' } : null
}

/** The cookie's line for a country: a year, for this site alone. */
export const formatCountryCookie = (country: Country, chosen: boolean): string =>
  `${countryCookie}=${country}${chosen ? '!' : ''}; Path=/; Max-Age=31536000; SameSite=Lax`

/** The country of a visitor: by choice, else of the last page that had one, else of the first language that names one of ours, else Australia. */
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
