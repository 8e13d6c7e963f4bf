import { markOptionalParts } from '#contract/optional-parts.ts'
import { hasValue, say, type Values } from '#contract/words.ts'

/** What fills a slot: text, or a link that the text leads with. */
export type Slot = string | { text: string; to: string } | null

const named = /\{([a-zA-Z]+(?:\.[a-zA-Z]+)?)\}/g

/** The slots that a text names, each with its line. */
export const slotsIn = (source: string): { slot: string; line: number }[] =>
  source
    .split('\n')
    .flatMap((text, index) => [...text.matchAll(named)].map((found) => ({ slot: found[1] ?? '', line: index + 1 })))

// Ways to reach somebody: of two, or of a list, those stay that there are.
const either = /([A-Z][a-z]+(?: [a-z]+)*) \{(\w+)\} or ([a-z]+(?: [a-z]+)*) \{(\w+)\}/g
// A question that the ways answer goes with them.
const asked = /(^|[.?!] )[^.?!|]+\? +(?=[A-Z][a-z]+(?: [a-z]+)* \{\w+\} or )/g
const besides = / or by [a-z]+(?: [a-z]+)* \{(\w+)\}/g
const onlySlots = /^\{\w+\}(, \{\w+\})*\.$/

function withoutEmpty(line: string, slots: Readonly<Record<string, Slot>>): string {
  const has = (name: string) => Boolean(slots[name])
  if (onlySlots.test(line))
    return `${line
      .slice(0, -1)
      .split(', ')
      .filter((slot) => has(slot.slice(1, -1)))
      .join(', ')}.`
  const none = [...line.matchAll(either)].some((found) => !has(found[2] ?? '') && !has(found[4] ?? ''))
  const told = (none ? line.replace(asked, '$1') : line).replace(besides, (whole, name: string) =>
    has(name) ? whole : '',
  )
  return told.replace(either, (whole, first: string, a: string, second: string, b: string) => {
    if (has(a) === has(b)) return whole
    return has(a) ? `${first} {${a}}` : `${second.charAt(0).toUpperCase()}${second.slice(1)} {${b}}`
  })
}

/**
 * Returns a text with its slots filled, before it is parsed. A sentence or table row with an empty slot is an optional
 * part, also where the text does not mark it, and is left out.
 */
export function fillSlots(source: string, slots: Readonly<Record<string, Slot>>): string {
  const values: Values = Object.fromEntries(
    Object.entries(slots).map(([name, slot]) => [
      name.replace('.', '_'),
      slot === null ? null : typeof slot === 'string' ? escaped(slot) : `[${escaped(slot.text)}](${slot.to})`,
    ]),
  )
  const empty = Object.keys(values).filter((name) => !hasValue(values[name]))
  return source
    .split('\n')
    .flatMap((line) => {
      if (!line.match(named)) return [line]
      if (onlySlots.test(line) && withoutEmpty(line, slots) === '.') return []
      const fixed = withoutEmpty(line, slots)
        .replace(named, (_, name: string) => `{${name.replace('.', '_')}}`)
        .replaceAll('e.g.', 'such as')
      const filled = say({ fixed: markOptionalParts(fixed, empty) }, values)
      return filled === '' || /^(-|#+|\*\*[^*]*\*\*)$/.test(filled) ? [] : [filled]
    })
    .join('\n')
}

// Values are words, whatever signs they hold.
const escaped = (value: string): string => value.replace(/[\\`*_[\]<>&|#~!{}]/g, '\\$&').replaceAll('\n', ' ')
