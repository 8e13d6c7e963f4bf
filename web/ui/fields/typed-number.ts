/** Amounts have at most two decimals, whole numbers none; coordinates may be negative and have up to six. */
export type NumberKind = 'amount' | 'whole' | 'coordinate'

const LONGEST = 24
const plain = /^\d{1,12}$/
const decimalPoint = /^(\d{0,12})[.,](\d{1,2})$/
const groupedByCommas = /^(\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/
const groupedByPoints = /^(\d{1,3}(?:\.\d{3}){1,3})(?:,(\d{1,2}))$/
const groupedBySpaces = /^(\d{1,3}(?: \d{3}){1,3})(?:[.,](\d{1,2}))?$/
const coordinate = /^-?\d{1,3}(?:\.\d{1,6})?$/

/**
 * Returns the number in a text, or null if it is negative, ambiguous or no number. Parses `1,200.50`; a comma before
 * the last one or two digits is a decimal comma, as in `46,50` and `1.200,50`.
 */
export function readNumber(typed: string, kind: NumberKind = 'amount'): number | null {
  const text = typed
    .slice(0, LONGEST + 1)
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length > LONGEST) return null
  if (kind === 'coordinate') return coordinate.test(text) ? Number(text) : null
  const bare = text.replace(/^(?:[A-Z]{1,3})?[£$] ?/, '')
  const match =
    decimalPoint.exec(bare) ?? groupedByCommas.exec(bare) ?? groupedByPoints.exec(bare) ?? groupedBySpaces.exec(bare)
  if (!match && !plain.test(bare)) return null
  const [, whole = bare, decimals = ''] = match ?? []
  if (kind === 'whole' && decimals !== '') return null
  // A group of zeros before the first separator, as in `0,500`, is no thousand.
  if (/^0+[ .,]/.test(whole)) return null
  return Number(`${whole.replace(/[ .,]/g, '') || '0'}.${decimals || '0'}`)
}

/** Returns a number as a field shows it, with nothing for null. */
export const formatTypedNumber = (value: number | null): string => (value === null ? '' : String(value))
