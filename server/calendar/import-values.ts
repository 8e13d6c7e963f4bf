import { Temporal } from 'temporal-polyfill'
import type { NumberFormat } from '#contract/calendar/client-imports.ts'

/** Cells beyond this length are neither a time nor an amount. */
const LONGEST_VALUE = 120
const MOST_AMOUNT = 1_000_000

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const clockShape =
  /(?:^|[\sT,])(\d{1,2})(?:[:.](\d{2})(?::\d{2}(?:\.\d{1,9})?)?)?\s?([ap])\.?m\.?\b|(?:^|[\sT,])(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?/i

// 10.30 and 10h30 are times only if the cell has nothing else.
const clockAlone = /^(\d{1,2})[.h](\d{2})$/i

/** Returns the time of day in a cell as HH:MM, or null if there is none. */
export function parseTime(cell: string): string | null {
  const text = cell.slice(0, LONGEST_VALUE).trim()
  const found = clockShape.exec(text) ?? clockAlone.exec(text)
  if (!found) return null
  const half = found[3]?.toLowerCase()
  const hour = Number(found[1] ?? found[4])
  const minute = Number(found[2] ?? found[5] ?? 0)
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null
  const hourOfDay = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  return `${String(hourOfDay).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Returns the date in a cell as YYYY-MM-DD, or null if there is none. */
export function parseDate(cell: string, dayFirst: boolean): string | null {
  const text = cell.slice(0, LONGEST_VALUE).trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text)
  if (iso) return formatDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/.exec(text)
  if (numbers) {
    const [one, two] = [Number(numbers[1]), Number(numbers[2])]
    const year = fullYear(numbers[3])
    return dayFirst ? formatDate(year, two, one) : formatDate(year, one, two)
  }
  const [, before, name = '', after, year] =
    /(?:^|\s)(?:(\d{1,2})(?:st|nd|rd|th)?[\s-]+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[\s,-]+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4}|\d{2})(?!\d)/i.exec(
      text,
    ) ?? []
  const day = before ?? after
  return day ? formatDate(fullYear(year), months.indexOf(name.toLowerCase()) + 1, Number(day)) : null
}

const instantShape = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d{2}:?\d{2})$/i

/** Rewrites an instant with its offset, such as 2027-06-12T09:30:00Z, to the clocks of a zone. Returns other cells as they are. */
export function toLocalTime(cell: string, tz: string): string {
  const [, day, time, zone = ''] = instantShape.exec(cell.slice(0, LONGEST_VALUE).trim()) ?? []
  if (!day || !time) return cell
  try {
    const offset = /^(z|utc)$/i.test(zone) ? 'Z' : zone
    const local = Temporal.Instant.from(`${day}T${time}${offset}`).toZonedDateTimeISO(tz)
    return local.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
  } catch {
    return cell
  }
}

const fullYear = (text = ''): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

function formatDate(year: number, month: number, day: number): string | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}

/** Returns whether the dates of a column begin with the day, if one of them can be read in one way only; null otherwise. */
export function detectDayFirst(cells: readonly string[]): boolean | null {
  for (const cell of cells) {
    const found = /^\s{0,9}(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(cell)
    if (found && Number(found[1]) > 12) return true
    if (found && Number(found[2]) > 12) return false
  }
  return null
}

/** Returns the minutes in a cell such as `90`, `90 min`, `1h 30min`, `1,5 h` or `1:30`; null if there are none. */
export function parseMinutes(cell: string): number | null {
  const text = cell.slice(0, LONGEST_VALUE).trim().toLowerCase()
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]) || null
  const words =
    /^(?:(\d{1,3}(?:[.,]\d{1,3})?)\s?h(?:ours?|rs?)?)?[\s,]{0,3}(?:(\d{1,4})\s?(?:m(?:in(?:ute)?s?)?)?)?\.?$/.exec(text)
  if (words && (words[1] || words[2]))
    return Math.round(Number((words[1] ?? '0').replace(',', '.')) * 60) + Number(words[2] ?? 0) || null
  return /^\d{1,4}$/.test(text) ? Number(text) || null : null
}

/** How a column writes amounts. `chosen` by the artist, rather than detected. */
export type AmountFormat = { format: NumberFormat; chosen: boolean }

/**
 * Detects how the amounts of a column are written. Both separators in one cell, or one or two digits behind a single
 * one, tell the decimal separator; three digits behind it are a group of thousands, since no price has three decimals,
 * and count only if no cell tells more. A column that tells nothing is read as the artist's country writes amounts.
 */
export function detectNumberFormat(cells: readonly string[], ofCountry: NumberFormat): NumberFormat {
  const votes = { point: 0, comma: 0 }
  for (const cell of cells) {
    const digits = strippedAmount(cell)?.digits ?? ''
    const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
    if (at < 0) continue
    const last = digits.charAt(at)
    const behind = digits.length - at - 1
    const isGroup = behind === 3 && !digits.includes(last === '.' ? ',' : '.')
    const decimal = isGroup ? (last === '.' ? ',' : '.') : last
    votes[decimal === '.' ? 'point' : 'comma'] += isGroup && digits.split(last).length === 2 ? 1 : 1_000_000
  }
  if (votes.point === votes.comma) return ofCountry
  return votes.point > votes.comma ? 'point' : 'comma'
}

/**
 * Returns the amount in a cell in major units, negative for `(12.00)`, `-12` and `12-`; null if there is none. A cell
 * that cannot be written in the format of its column is read in the other one, if it can be written so.
 */
export function parseAmount(cell: string, { format, chosen }: AmountFormat): number | null {
  const stripped = strippedAmount(cell)
  if (!stripped) return null
  const [own, other] = format === 'point' ? (['.', ','] as const) : ([',', '.'] as const)
  const amount =
    // Three digits are a group in either format, unless the artist says otherwise.
    (chosen ? null : readDigits(stripped.digits, own, 2)) ??
    (chosen ? readDigits(stripped.digits, own, 4) : readDigits(stripped.digits, other, 2)) ??
    readDigits(stripped.digits, other, 2) ??
    readDigits(stripped.digits, own, 4)
  if (amount === null || amount > MOST_AMOUNT) return null
  return stripped.negative && amount > 0 ? -amount : amount
}

/** Returns the digits and separators of an amount without currency, spaces and apostrophes, and whether it is negative. */
function strippedAmount(cell: string): { digits: string; negative: boolean } | null {
  const text = cell.slice(0, LONGEST_VALUE).trim()
  const bare = text
    // The point of an abbreviated currency, as in Kr. 80.
    .replaceAll(/\p{L}{1,4}\./gu, '')
    .replaceAll(/[\p{L}\p{Sc}\s'’]/gu, '')
    // A dash in the place of the decimals: 80,- is 80.
    .replace(/[.,][-–—]{1,2}$/, '')
  const found = /^[-−–]?(\()?[-−–]?(\d[\d.,]{0,20})([-−–])?\)?$/.exec(bare)
  if (!found) return null
  return { digits: found[2] ?? '', negative: /^[-−–(]/.test(bare) || found[3] !== undefined }
}

/** Reads digits with this decimal separator, with groups of three before it and up to `decimals` digits behind it. */
function readDigits(digits: string, decimal: '.' | ',', decimals: number): number | null {
  const group = decimal === '.' ? ',' : '.'
  const [whole = '', fraction = '', ...more] = digits.split(decimal)
  if (more.length > 0 || fraction.length > decimals || /\D/.test(fraction)) return null
  const groups = whole.split(group)
  const [first = '', ...rest] = groups
  if (!/^\d+$/.test(first) || (rest.length > 0 && first.length > 3)) return null
  // 0.500 is no group of thousands.
  if (rest.length > 0 && /^0/.test(first)) return null
  if (!rest.every((part) => /^\d{3}$/.test(part))) return null
  return Number(`${groups.join('')}.${fraction || '0'}`)
}
