import type { Stream } from '#art/seed.ts'
import { type Country, wording } from '#db/catalog/catalogue.ts'

export type Slots = Readonly<Record<string, string | undefined>>

type Replacer = { pattern: RegExp; words: Readonly<Record<string, string>> }
const replacers = new Map<Country, Replacer | undefined>()

function replacerOf(country: Country): Replacer | undefined {
  if (!replacers.has(country)) {
    const words = wording[country]
    const known = Object.keys(words).sort((a, b) => b.length - a.length)
    const pattern = new RegExp(
      `(?<![\\p{L}'-])(${known.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![\\p{L}])`,
      'giu',
    )
    replacers.set(country, known.length ? { pattern, words } : undefined)
  }
  return replacers.get(country)
}

const worded = new Map<string, string>()

export function localiseSentence(country: Country, text: string): string {
  const key = country + text
  const known = worded.get(key)
  if (known !== undefined) return known
  const replacer = replacerOf(country)
  const made = replacer
    ? text.replace(replacer.pattern, (word) => {
        const other = replacer.words[word.toLowerCase()] ?? word
        return /^\p{Lu}/u.test(word) ? capitalise(other) : other
      })
    : text
  worded.set(key, made)
  return made
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const slot = /\{(\w+)\}/g

const asked = new Map<string, readonly string[]>()

export function canFillSlots(text: string, slots: Slots): boolean {
  let names = asked.get(text)
  if (!names) {
    names = [...text.matchAll(slot)].map(([, name]) => name as string)
    asked.set(text, names)
  }
  return names.every((name) => slots[name])
}

export function composeSentence(text: string, stream: Stream, country: Country, slots: Slots): string {
  const chosen = localiseSentence(country, text).replace(/\[([^[\]]*)\]/g, (_, options: string) =>
    stream.pick(options.split('|')),
  )
  const filled = chosen.replace(slot, (_, name: string) => slots[name] ?? '')
  return filled.replace(/(^|[.!?] +)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}

const numbers = [
  'no',
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

export const spellNumber = (count: number): string => numbers[count] ?? String(count)
