import { Temporal } from 'temporal-polyfill'
import type { NumberFormat } from '#contract/calendar/client-imports.ts'

/** A longer cell is neither a time nor an amount. */
const LONGEST_VALUE = 120
const MOST_AMOUNT = 1_000_000

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const clockShape =
  /(?:^|[\sT,])(\d{1,2})(?:[:.](\d{2})(?::\d{2}(?:\.\d{1,9})?)?)?\s?([ap])\.?m\.?\b|(?:^|[\sT,])(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?/i

// 10.30 and 10h30 count as times only if the cell contains nothing else.
const clockAlone = /^(\d{1,2})[.h](\d{2})$/i

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

/**
 * Converts an instant with offset, such as 2027-06-12T09:30:00Z, to local time of a zone. Returns other cells
 * unchanged.
 */
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

export function detectDayFirst(cells: readonly string[]): boolean | null {
  for (const cell of cells) {
    const found = /^\s{0,9}(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(cell)
    if (found && Number(found[1]) > 12) return true
    if (found && Number(found[2]) > 12) return false
  }
  return null
}

/** Parses cells such as `90`, `90 min`, `1h 30min`, `1,5 h` or `1:30`. */
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

export type AmountFormat = { format: NumberFormat; chosen: boolean }

/**
 * Both separators in one cell, or one or two digits after a single separator, show which one is the decimal separator.
 * Three digits after a separator are a thousands group, because no price has three decimals; this counts only as a
 * fallback. The default is the format of the artist's country.
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
 * Parses an amount in major units, negative for `(12.00)`, `-12` and `12-`. If the cell does not match its column's
 * format, the other format is used.
 */
export function parseAmount(cell: string, { format, chosen }: AmountFormat): number | null {
  const stripped = strippedAmount(cell)
  if (!stripped) return null
  const [own, other] = format === 'point' ? (['.', ','] as const) : ([',', '.'] as const)
  const amount =
    // Three digits are a group in either format, unless the artist chose one.
    (chosen ? null : readDigits(stripped.digits, own, 2)) ??
    (chosen ? readDigits(stripped.digits, own, 4) : readDigits(stripped.digits, other, 2)) ??
    readDigits(stripped.digits, other, 2) ??
    readDigits(stripped.digits, own, 4)
  if (amount === null || amount > MOST_AMOUNT) return null
  return stripped.negative && amount > 0 ? -amount : amount
}

function strippedAmount(cell: string): { digits: string; negative: boolean } | null {
  const text = cell.slice(0, LONGEST_VALUE).trim()
  const bare = text
    // Removes the dot of an abbreviated currency, as in Kr. 80.
    .replaceAll(/\p{L}{1,4}\./gu, '')
    .replaceAll(/[\p{L}\p{Sc}\s'’]/gu, '')
    // Removes a dash that replaces the decimals: 80,- is 80.
    .replace(/[.,][-–—]{1,2}$/, '')
  const found = /^[-−–]?(\()?[-−–]?(\d[\d.,]{0,20})([-−–])?\)?$/.exec(bare)
  if (!found) return null
  return { digits: found[2] ?? '', negative: /^[-−–(]/.test(bare) || found[3] !== undefined }
}

function readDigits(digits: string, decimal: '.' | ',', decimals: number): number | null {
  const group = decimal === '.' ? ',' : '.'
  const [whole = '', fraction = '', ...more] = digits.split(decimal)
  if (more.length > 0 || fraction.length > decimals || /\D/.test(fraction)) return null
  const groups = whole.split(group)
  const [first = '', ...rest] = groups
  if (!/^\d+$/.test(first) || (rest.length > 0 && first.length > 3)) return null
  // A number such as 0.500 has no thousands group.
  if (rest.length > 0 && /^0/.test(first)) return null
  if (!rest.every((part) => /^\d{3}$/.test(part))) return null
  return Number(`${groups.join('')}.${fraction || '0'}`)
}
