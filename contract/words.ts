import { getLanguage } from './i18n/language.ts'
import { formatDigits } from './money.ts'

export type Country = 'AU' | 'US' | 'GB' | 'CA'

export const countries: readonly Country[] = ['AU', 'US', 'GB', 'CA']

export const defaultCountry: Country = 'AU'

const count = (n: number) => formatDigits(n, 0, 3)

const small = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
]

/** Returns how to address a party: you, both of you, all three of you … all twenty of you. */
export function formatYou(people: number): string {
  if (getLanguage() === 'fr') return people <= 1 ? 'une personne' : `${count(people)} personnes`
  if (people <= 1) return 'you'
  return people === 2 ? 'both of you' : `all ${small[people] ?? count(people)} of you`
}

export function formatCount(n: number, one: string, other: string): string {
  return `${count(n)} ${n === 1 ? one : other}`
}

const names = /^(?:Christmas|Diwali|Easter|Eid|Halloween|Hanukkah|New Year|Thanksgiving|Valentine)/

/** Returns a label for use inside a sentence: first letter in lower case, except for names and abbreviations. */
export const lowercaseFirst = (label: string): string =>
  names.test(label) || /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

export const formatServiceLabel = (title: string | null | undefined, label: string): string =>
  title ? `${title} (${lowercaseFirst(label)})` : label

export const formatAddedTo = (label: string): string => `Added to ${lowercaseFirst(label)}`

export function formatList(labels: readonly string[]): string {
  const [first = '', ...others] = labels
  const rest = others.map(lowercaseFirst)
  const last = rest.pop()
  return last === undefined ? first : `${[first, ...rest].join(', ')} ${getLanguage() === 'fr' ? 'et' : 'and'} ${last}`
}

export const addOnLabel = (title: string, label: string): string => `${title} with ${lowercaseFirst(label)}`

export const labelWith = (label: string, titles: readonly string[]): string =>
  titles.length === 0 ? label : `${label} with ${lowercaseFirst(formatList(titles))}`

/**
 * Returns a text without trailing characters that match the pattern. A pattern such as `/[.!]+$/` would take quadratic
 * time.
 */
export function stripEnd(text: string, character: RegExp): string {
  let end = text.length
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

export const stripQuery = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''
