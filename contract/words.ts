import { formatDigits } from './money.ts'
import { listSlots, splitParts } from './optional-parts.ts'

export type Country = 'AU' | 'US' | 'GB' | 'CA'

export const countries: readonly Country[] = ['AU', 'US', 'GB', 'CA']

export const defaultCountry: Country = 'AU'

type Forms = string | { one: string; other: string; zero?: string }

/** A text of a message catalogue: plain text, plural forms by `{n}`, country variants, or a fixed text. */
export type Phrase = Forms | { text: Forms; US?: Forms; CA?: Forms; AU?: Forms } | { fixed: string }

export type Catalogue = Readonly<Record<string, Phrase>>

/** Values of a phrase's placeholders; `n` also selects the plural form. */
export type Values = Readonly<Record<string, string | number | null | undefined>>

const american: readonly [RegExp, string][] = [
  [/\b(c)olour/gi, '$1olor'],
  [/\b(g)rey\b/gi, '$1ray'],
  [/\b(c)entre/gi, '$1enter'],
  [/\b(f)avour/gi, '$1avor'],
  [/\b(n)eighbourhood/gi, '$1eighborhood'],
  [/\b(organ|recogn|author)is(e|ed|es|ing|ation)\b/gi, '$1iz$2'],
  [/\b(anal)ys(e|ed|ing)\b/gi, '$1yz$2'],
  [/\b(c)ancelled\b/gi, '$1anceled'],
  [/\b(t)ravell(ed|ing)\b/gi, '$1ravel$2'],
  [/\b(l)abelled\b/gi, '$1abeled'],
  [/\b(f)avourite/gi, '$1avorite'],
  [/\b(l)icence/gi, '$1icense'],
  [/\bpostcode/g, 'ZIP code'],
  [/\bPostcode/g, 'ZIP code'],
  [/\bdiary\b/g, 'calendar'],
  [/\bDiary\b/g, 'Calendar'],
  [/\b(j)ewellery\b/gi, '$1ewelry'],
  [/\b(m)oisturiser/gi, '$1oisturizer'],
  [/\b(u)nrecognisable\b/gi, '$1nrecognizable'],
  [/\ba socket\b/g, 'an outlet'],
  [/\bturn(s|ed)? up\b/g, 'show$1 up'],
  [/\b(p)ractis(e|ed|es|ing)\b/gi, '$1ractic$2'],
]

const canadian: readonly [RegExp, string][] = [
  [/\b(organ|recogn|author)is(e|ed|es|ing|ation)\b/gi, '$1iz$2'],
  [/\b(anal)ys(e|ed|ing)\b/gi, '$1yz$2'],
  [/\bpostcode/g, 'postal code'],
  [/\bPostcode/g, 'Postal code'],
  [/\bdiary\b/g, 'calendar'],
  [/\bDiary\b/g, 'Calendar'],
  [/\b(j)ewellery\b/gi, '$1ewelry'],
  [/\b(m)oisturiser/gi, '$1oisturizer'],
  [/\b(u)nrecognisable\b/gi, '$1nrecognizable'],
  [/\ba socket\b/g, 'an outlet'],
  [/\bturn(s|ed)? up\b/g, 'show$1 up'],
]

const spellings: Record<Country, readonly [RegExp, string][]> = { GB: [], AU: [], US: american, CA: canadian }

export function localiseSpelling(text: string, country: Country): string {
  return spellings[country].reduce((said, [pattern, by]) => said.replace(pattern, by), text)
}

const spelled = new Map<string, string>()

function spellOnce(text: string, country: Country): string {
  if (!spellings[country].length) return text
  const known = spelled.get(country + text)
  if (known !== undefined) return known
  const said = localiseSpelling(text, country)
  spelled.set(country + text, said)
  return said
}

const count = (n: number) => formatDigits(n, 0, 3)

function form(forms: Forms, values: Values): string {
  if (typeof forms === 'string') return forms
  const n = Number(values.n ?? 0)
  if (n === 0 && forms.zero !== undefined) return forms.zero
  return n === 1 ? forms.one : forms.other
}

// A value that ends its own sentence, such as 'Leila Inc.', gets no second full stop.
const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}(\.?)/g, (slot, name: string, stop: string) => {
    const value = values[name]
    if (value === undefined || value === null) return slot
    if (typeof value === 'number') return count(value) + stop
    return /[.!?…]$/.test(value) ? value : value + stop
  })

export const hasValue = (value: Values[string]): boolean =>
  value !== undefined && value !== null && /\S/.test(`${value}`)

// If a part is removed, the space before it is removed too.
const withoutEmptyParts = (text: string, values: Values): string => {
  let said = ''
  for (const [i, piece] of splitParts(text).entries()) {
    if (i % 2 === 0 || listSlots([piece]).every((name) => hasValue(values[name]))) said += piece
    else if (said.endsWith(' ')) said = said.slice(0, -1)
  }
  return said.trim()
}

/**
 * Renders a phrase for a country with its placeholders filled. An optional part, '[[, {entrance}]]', is removed if a
 * value in it is missing or empty.
 */
export function formatPhrase(phrase: Phrase, values: Values = {}, country: Country = defaultCountry): string {
  const fill = (text: string) => {
    if (!text.includes('{')) return text
    return filled(text.includes('[[') ? withoutEmptyParts(text, values) : text, values)
  }
  if (typeof phrase === 'object' && 'fixed' in phrase) return fill(phrase.fixed)
  if (typeof phrase === 'object' && 'text' in phrase) {
    const own = country === 'GB' ? undefined : phrase[country]
    return fill(own === undefined ? spellOnce(form(phrase.text, values), country) : form(own, values))
  }
  return fill(spellOnce(form(phrase, values), country))
}

export function createTranslator<C extends Catalogue>(catalogue: C, country: Country = defaultCountry) {
  return (key: keyof C & string, values?: Values): string => formatPhrase(catalogue[key] as Phrase, values, country)
}

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
  if (people <= 1) return 'you'
  return people === 2 ? 'both of you' : `all ${small[people] ?? count(people)} of you`
}

export function formatCount(n: number, one: string, other: string): string {
  return `${count(n)} ${n === 1 ? one : other}`
}

const names = /^(?:Christmas|Diwali|Easter|Eid|Halloween|Hanukkah|New Year|Thanksgiving|Valentine)/

/** Returns a label for use inside a sentence: first letter in lower case, except for names. */
export const lowercaseFirst = (label: string): string =>
  names.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

export const formatServiceLabel = (title: string | null | undefined, label: string): string =>
  title ? `${title} (${lowercaseFirst(label)})` : label

export const formatAddedTo = (label: string): string => `Added to ${lowercaseFirst(label)}`

export function formatList(labels: readonly string[]): string {
  const [first = '', ...others] = labels
  const rest = others.map(lowercaseFirst)
  const last = rest.pop()
  return last === undefined ? first : `${[first, ...rest].join(', ')} and ${last}`
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
