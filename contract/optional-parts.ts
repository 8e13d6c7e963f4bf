const slot = /\{(\w+)\}/g

export const listSlots = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => [...(text ?? '').matchAll(slot)].map((found) => found[1] ?? ''))),
]

/**
 * Splits a text at its optional parts in double brackets; every second piece is the inside of a part. Runs in linear
 * time; an unclosed part is plain text.
 */
export function splitParts(text: string): string[] {
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
