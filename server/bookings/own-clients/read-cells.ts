import { Temporal } from 'temporal-polyfill'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const clockShape =
  /(?:^|[\sT,])(\d{1,2})(?:[:.](\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*([ap])\.?m\.?\b|(?:^|[\sT,])(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?/i

/** A time of day that a cell tells, HH:MM; null where there is none. */
export function timeIn(cell: string): string | null {
  const found = clockShape.exec(cell.trim())
  if (!found) return null
  const half = found[3]?.toLowerCase()
  const hour = Number(found[1] ?? found[4])
  const minute = Number(found[2] ?? found[5] ?? 0)
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null
  const of24 = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  return `${String(of24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** The day that a cell tells, YYYY-MM-DD; null for one that is none. */
export function dateIn(cell: string, dayFirst: boolean): string | null {
  const said = cell.trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(said)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/.exec(said)
  if (numbers) {
    const [one, two] = [Number(numbers[1]), Number(numbers[2])]
    return dayFirst ? dayOf(year(numbers[3]), two, one) : dayOf(year(numbers[3]), one, two)
  }
  const [, before, name = '', after, of] =
    /(?:^|\s)(?:(\d{1,2})(?:st|nd|rd|th)?[\s-]+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[\s,-]+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4}|\d{2})(?!\d)/i.exec(
      said,
    ) ?? []
  const day = before ?? after
  return day ? dayOf(year(of), months.indexOf(name.toLowerCase()) + 1, Number(day)) : null
}

const year = (said = ''): number => (said.length === 2 ? 2000 + Number(said) : Number(said))

function dayOf(of: number, month: number, day: number): string | null {
  try {
    return Temporal.PlainDate.from({ year: of, month, day }, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}

/** Whether the days of a file begin with the day of the month, where one of them can be nothing else; null where none tells. */
export function dayFirstIn(cells: readonly string[]): boolean | null {
  for (const cell of cells) {
    const found = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(cell)
    if (found && Number(found[1]) > 12) return true
    if (found && Number(found[2]) > 12) return false
  }
  return null
}

/** How many minutes a cell tells: 90, 90 min, 1h 30min, 1:30; null for what is none. */
export function minutesIn(cell: string): number | null {
  const said = cell.trim().toLowerCase()
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(said)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]) || null
  const words = /^(?:(\d+(?:\.\d+)?)\s*h(?:ours?|rs?)?)?[\s,]*(?:(\d+)\s*m(?:in(?:ute)?s?)?)?\.?$/.exec(said)
  if (words && (words[1] || words[2])) return Math.round(Number(words[1] ?? 0) * 60) + Number(words[2] ?? 0) || null
  return /^\d+$/.test(said) ? Number(said) || null : null
}

/** An amount in major units that a cell tells; null for what is none. */
export function amountIn(cell: string): number | null {
  const said = cell.replaceAll(/[^\d.,-]/g, '')
  if (!/\d/.test(said)) return null
  const plain =
    /,\d{2}$/.test(said) && !/\.\d/.test(said.slice(said.lastIndexOf(','))) && !said.includes('.')
      ? said.replace(/,(\d{2})$/, '.$1').replaceAll(/,(?=\d{3})/g, '')
      : said.replaceAll(',', '')
  const amount = Number(plain)
  return Number.isFinite(amount) && amount >= 0 && amount <= 1_000_000 ? amount : null
}
