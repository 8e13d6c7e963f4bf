import type { Values } from './i18n/messages.ts'
import { localiseSpelling } from './i18n/spelling.ts'
import { formatDigits } from './money.ts'
import { type Country, defaultCountry } from './words.ts'

type Forms = string | { one: string; other: string; zero?: string }

/** A template: plain text, plural forms by `{n}`, country variants, or a fixed text. */
export type Template = Forms | { text: Forms; US?: Forms; CA?: Forms; AU?: Forms } | { fixed: string }

const slot = /\{(\w+)\}/g

export const listSlots = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => [...(text ?? '').matchAll(slot)].map((found) => found[1] ?? ''))),
]

/**
 * Splits a text at its optional parts in double brackets; every second piece is the inside of a part. Runs in linear
 * time; an unclosed part is plain text.
 */
function splitParts(text: string): string[] {
  const pieces: string[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf('[[', at)
    const end = start < 0 ? -1 : text.indexOf(']]', start + 2)
    if (end < 0) return [...pieces, text.slice(at)]
    pieces.push(text.slice(at, start), text.slice(start + 2, end))
    at = end + 2
  }
}

export const stripOptionalParts = (text: string): string =>
  splitParts(text)
    .filter((_, i) => i % 2 === 0)
    .join('')

/** Returns the names that occur only inside optional parts. */
export function listOptionalSlots(texts: readonly (string | null)[]): string[] {
  const required = listSlots(texts.map((text) => text && stripOptionalParts(text)))
  return listSlots(texts).filter((name) => !required.includes(name))
}

/** Returns the error in the optional parts of a text, for the text's author. */
export function findPartProblem(text: string): string | null {
  const parts = splitParts(text).filter((_, i) => i % 2 === 1)
  if (/\[\[|\]\]/.test(stripOptionalParts(text)) || parts.some((inner) => inner.includes('[[')))
    return 'Each [[ needs a ]] after it.'
  if (parts.some((inner) => listSlots([inner]).length === 0)) return 'Text in [[ ]] needs a placeholder in braces.'
  return null
}

/**
 * Adds optional parts to a text that was written before they existed: a part is a list item, a value that is a whole
 * sentence, or else the sentence.
 */
export function markOptionalParts(text: string, optional: readonly string[]): string {
  if (optional.length === 0) return text
  const isOptional = (piece: string) => listSlots([piece]).some((name) => optional.includes(name))
  return splitParts(text)
    .map((piece, i) => (i % 2 ? `[[${piece}]]` : markSentences(piece, isOptional)))
    .join('')
}

function markSentences(text: string, isOptional: (piece: string) => boolean): string {
  return text
    .split(/((?<=[.?!])\s+|(?<=\})\s+(?=\{|[A-Z]))/)
    .map((sentence) => {
      if (!isOptional(sentence)) return sentence
      if (isOptional(sentence.replace(/, \{\w+\}/g, (item) => (isOptional(item) ? '' : item)))) return `[[${sentence}]]`
      return sentence.replace(/, \{\w+\}/g, (item) => (isOptional(item) ? `[[${item}]]` : item))
    })
    .join('')
}

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
    if (typeof value === 'number') return formatDigits(value, 0, 3) + stop
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
 * Renders a template for a country with its placeholders filled. An optional part, '[[, {entrance}]]', is removed if a
 * value in it is missing or empty.
 */
export function formatTemplate(template: Template, values: Values = {}, country: Country = defaultCountry): string {
  const fill = (text: string) => {
    if (!text.includes('{')) return text
    return filled(text.includes('[[') ? withoutEmptyParts(text, values) : text, values)
  }
  if (typeof template === 'object' && 'fixed' in template) return fill(template.fixed)
  if (typeof template === 'object' && 'text' in template) {
    const own = country === 'GB' ? undefined : template[country]
    return fill(own === undefined ? localiseSpelling(form(template.text, values), country) : form(own, values))
  }
  return fill(localiseSpelling(form(template, values), country))
}
