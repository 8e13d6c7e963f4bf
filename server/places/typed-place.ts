import { searchText } from '#db/gazetteer/search-text.ts'
import { stripEnd } from '#contract/words.ts'

export type TypedPostcode = {
  country: 'AU' | 'US' | 'GB' | 'CA'
  code: string
  before: string
}

const codes: readonly { country: TypedPostcode['country']; pattern: RegExp }[] = [
  // The first part, optionally followed by a partial or full second part.
  { country: 'GB', pattern: /^(.*?)\b([A-Z]{1,2}\d[A-Z\d]?)(?:\s+\d[A-Z]{0,2}|\d[A-Z]{2})?$/ },
  { country: 'CA', pattern: /^(.*?)\b([A-Z]\d[A-Z])(?:[\s-]?\d(?:[A-Z]\d?)?)?$/ },
  { country: 'US', pattern: /^(.*?)\b(\d{5})(?:-\d{0,4})?$/ },
  { country: 'AU', pattern: /^(.*?)\b(\d{4})$/ },
]

/**
 * Returns possible postcodes at the end of a text, with the text before them. British and Canadian codes are stored by
 * their first part.
 */
export function parsePostcodeCandidates(typed: string): TypedPostcode[] {
  const text = typed.trim()
  return codes.flatMap(({ country, pattern }) => {
    const found = pattern.exec(text.toUpperCase())
    if (!found?.[2]) return []
    const before = stripEnd(text.slice(0, (found[1] ?? '').length), /[\s,]/)
    return [{ country, code: found[2], before }]
  })
}

export function splitTyped(typed: string): { head: string; tail: string }[] {
  const words = typed.trim().split(/\s+/)
  return Array.from({ length: Math.min(words.length - 1, 4) }, (_, i) => ({
    head: words.slice(0, words.length - 1 - i).join(' '),
    tail: words.slice(words.length - 1 - i).join(' '),
  }))
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const longestSlip = 24

/** Returns all texts with one typo: swapped, missing, added or wrong letter. */
export function listTypos(text: string): string[] {
  if (text.length < 4 || text.length > longestSlip) return []
  const slips = new Set<string>()
  for (let i = 0; i <= text.length; i++) {
    const [before, at, after] = [text.slice(0, i), text[i] ?? '', text.slice(i + 1)]
    if (at) slips.add(before + after)
    if (after) slips.add(before + after[0] + at + after.slice(1))
    for (const letter of letters) {
      if (at) slips.add(before + letter + after)
      slips.add(before + letter + at + after)
    }
  }
  slips.delete(text)
  return [...slips]
}

const countryWords: Record<string, string> = {
  GB: 'gb uk great britain united kingdom',
  US: 'us usa america united states',
  AU: 'au aus australia',
  CA: 'ca canada',
}

type Within = {
  country_code: string
  area: string | null
  locality: string | null
  region: string
  region_code: string
}

export function isWithin(row: Within, words: string): boolean {
  const said = searchText(words)
  if (!said) return true
  const around = [row.area, row.locality, row.region, row.region_code].map((name) => searchText(name ?? ''))
  const country = countryWords[row.country_code] ?? ''
  const parts = [...around, ...country.split(' '), country.replace(/^\w+ \w+ /, '')]
  const isPart = (text: string) =>
    parts.some((part) => part && (part === text || (text.length > 2 && part.startsWith(text))))
  return isPart(said) || splitTyped(said).some(({ head, tail }) => isPart(head) && isPart(tail))
}
