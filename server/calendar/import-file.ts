import { truncate } from '#contract/text.ts'
import { parseEmail } from '#contract/accounts/parse-email.ts'
import {
  type FileDelimiter,
  fileDelimiters,
  type FileEncoding,
  fileEncodings,
  importLimits,
  type ImportOptions,
  type ImportTarget,
  type ImportTool,
  type LeftReason,
  type NumberFormat,
} from '#contract/calendar/client-imports.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { yieldToEventLoop } from '#server/platform/work/turns.ts'
import { detectTool, findHeader, mapColumns } from './map-columns.ts'
import { type GetSource, groupPersons, normaliseName, type Person } from './match-clients.ts'
import { type FileAppointment, joinAppointments } from './join-appointments.ts'
import {
  type AmountFormat,
  detectDayFirst,
  detectNumberFormat,
  parseAmount,
  parseDate,
  parseMinutes,
  parseTime,
  toLocalTime,
} from './import-values.ts'
import chardet from 'chardet'
import Papa from 'papaparse'

const ROWS_AT_ONCE = 200
const USUAL_MINUTES = 60
const longest = { name: 100, phone: 40, address: 300, allergies: 1_000, services: 500, place: 200, note: 4_000 }

export type ClientFields = {
  name: string
  email: string
  phone: string
  address: string
  note: string
  allergies: string
}
export type AppointmentLine = {
  eventDate: string
  startTime: string
  endTime: string | null
  minutes: number | null
  services: string
  place: string
  price: number | null
  note: string
  status: string
  reference: string
}
export type ReadRow = {
  row: number
  cells: string[]
  client: ClientFields
  clientReference: string
  appointment: AppointmentLine | null
}
export type FileRow = {
  row: number
  cells: string[]
  why: LeftReason | null
  person: Person | null
  appointment: FileAppointment | null
}
export type ImportFile = {
  tool: ImportTool
  encoding: FileEncoding
  delimiter: FileDelimiter
  dayFirst: boolean
  numberFormat: NumberFormat
  heads: string[]
  mapping: ImportTarget[]
  rows: FileRow[]
}

type Market = { country: string; tz: string }

/** Detects every option that is not set. Throws `import_unreadable` for a file without rows. */
export async function readImport(
  bytes: Uint8Array,
  options: ImportOptions,
  { country, tz }: Market,
): Promise<ImportFile> {
  const table = readTable(bytes, options)
  const header = findHeader(table.records)
  const heads = trimEnd(table.records[header]?.cells ?? [])
  const records = table.records.slice(header + 1)
  if (heads.length < 1 || records.length === 0) throw new Refusal('import_unreadable')
  if (records.length > importLimits.rows) throw new Refusal('import_too_long')
  const tool = options.tool ?? detectTool(heads)
  const suggested = mapColumns(heads, tool)
  const mapping = heads.map((_, i) => options.mapping?.[i] ?? suggested[i] ?? 'leave')
  const columnOf = (target: ImportTarget): string[] => {
    const at = mapping.indexOf(target)
    return at < 0 ? [] : records.map(({ cells }) => cells[at] ?? '')
  }
  const dayFirst = options.dayFirst ?? detectDayFirst(columnOf('date')) ?? country !== 'US'
  // In all current markets, numbers are written as 1,250.00.
  const numberFormat = options.numberFormat ?? detectNumberFormat(columnOf('price'), 'point')
  const amounts = { format: numberFormat, chosen: options.numberFormat !== undefined }
  const columns = { heads, mapping, dayFirst, amounts, tz }
  const read: (ReadRow | { row: number; cells: string[]; why: LeftReason })[] = []
  for (const [i, record] of records.entries()) {
    if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToEventLoop()
    read.push(readRow(record, columns))
  }
  const understood = read.filter((one): one is ReadRow => !('why' in one))
  const source = getSource(tool)
  const persons = await groupPersons(understood, source, country)
  const appointments = joinAppointments(understood, persons, {
    source,
    totals: isTotal(heads[mapping.indexOf('price')] ?? ''),
  })
  const rows = read.map((one): FileRow => {
    if ('why' in one) return { ...one, person: null, appointment: null }
    const { row, cells } = one
    const person = persons.get(row) ?? null
    return { row, cells, why: person ? null : 'long', person, appointment: appointments.get(row) ?? null }
  })
  return { tool, ...pick(table), dayFirst, numberFormat, heads, mapping, rows }
}

const pick = ({ encoding, delimiter }: { encoding: FileEncoding; delimiter: FileDelimiter }) => ({
  encoding,
  delimiter,
})
const isTotal = (head: string): boolean => /total|gross/i.test(head.slice(0, 100))
const trimEnd = (cells: readonly string[]): string[] => {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1).map((cell) => cell.trim())
}

/**
 * Returns the namespace of a file's references: its tool, so that a later export updates an earlier one. If the tool is
 * unknown, the namespace includes the client, because row numbers of different tables can be equal.
 */
const getSource =
  (tool: ImportTool): GetSource =>
  (name) =>
    tool === 'other' ? `other\n${normaliseName(name)}` : tool

type Columns = {
  heads: readonly string[]
  mapping: readonly ImportTarget[]
  dayFirst: boolean
  amounts: AmountFormat
  tz: string
}

function readRow(record: TableRow, columns: Columns): ReadRow | { row: number; cells: string[]; why: LeftReason } {
  const { row, cells } = record
  const { heads, mapping } = columns
  const left = (why: LeftReason) => ({ row, cells, why })
  if (record.broken || cells.slice(heads.length).some((cell) => cell.trim() !== '')) return left('broken')
  const all = (target: ImportTarget): string[] =>
    mapping.flatMap((one, i) => (one === target ? [plainCell(cells[i] ?? '')].filter(Boolean) : []))
  const cell = (target: ImportTarget): string => all(target)[0] ?? ''
  const notes = mapping.flatMap((target, i) => {
    const text = plainCell(cells[i] ?? '')
    if (target !== 'note' || text === '') return []
    return /note|comment|memo/i.test((heads[i] ?? '').slice(0, 100)) ? [text] : [`${heads[i]}: ${text}`]
  })
  // Shortens a text to the length of its field; the full text is added to the note.
  const shorten = (text: string, most: number, label: string): string => {
    if (text.length <= most) return text
    notes.push(`${label}: ${text}`)
    return truncate(text, most).trimEnd()
  }
  const named = cell('name') || [...all('firstName'), cell('lastName')].join(' ')
  const name = named.replaceAll(/\s+/g, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(name)) return left('name')
  const email = readEmail(all('email').join(' ::: '), notes)
  const phone = readPhone(record, columns, notes)
  const client = {
    name: shorten(name, longest.name, 'Name'),
    email,
    phone: shorten(phone, longest.phone, 'Phone'),
    address: shorten(unique(all('address').flatMap(splitLines)).join(', '), longest.address, 'Address'),
    allergies: shorten(unique(all('allergies')).join(', '), longest.allergies, 'Allergies'),
    note: '',
  }
  const read = mapping.includes('date') ? readAppointment(cell, shorten, columns) : null
  if (typeof read === 'string') return left(read)
  const note = notes.join('\n')
  if (note.length > longest.note) return left('long')
  const clientReference = cell('clientReference') || (read ? '' : cell('reference'))
  return {
    row,
    cells,
    client: { ...client, note: read ? '' : note },
    clientReference,
    appointment: read && { ...read, note },
  }
}

function readAppointment(
  cell: (target: ImportTarget) => string,
  shorten: (text: string, most: number, label: string) => string,
  { dayFirst, amounts, tz }: Columns,
): AppointmentLine | LeftReason {
  const start = toLocalTime(cell('date'), tz)
  const eventDate = parseDate(start, dayFirst)
  if (!eventDate) return 'date'
  const startTime = parseTime(toLocalTime(cell('time'), tz)) ?? parseTime(start)
  if (!startTime) return 'time'
  const endTime = parseTime(toLocalTime(cell('endTime'), tz))
  const minutes = cell('minutes') ? parseMinutes(cell('minutes')) : endTime ? null : USUAL_MINUTES
  if (cell('minutes') && !minutes) return 'minutes'
  const price = cell('price') ? parseAmount(cell('price'), amounts) : null
  if (cell('price') && price === null) return 'price'
  return {
    eventDate,
    startTime,
    endTime,
    minutes,
    services: shorten(cell('services'), longest.services, 'Services'),
    place: shorten(cell('place'), longest.place, 'Place'),
    price,
    note: '',
    status: truncate(cell('status'), 200),
    reference: truncate(cell('reference'), 200),
  }
}

function readPhone({ cells }: TableRow, { heads, mapping }: Columns, notes: string[]): string {
  const numbers = mapping.flatMap((target, i) => {
    if (target !== 'phone') return []
    const head = heads[i] ?? ''
    const texts = plainCell(cells[i] ?? '').split(' ::: ')
    return texts.filter(Boolean).map((text) => ({ text, head, isMobile: /mobile|cell|sms/i.test(head.slice(0, 100)) }))
  })
  const callable = numbers.filter(({ text }) => /\d/.test(text))
  const first = callable.find(({ isMobile }) => isMobile) ?? callable[0]
  for (const one of numbers) if (one !== first && one.text !== first?.text) notes.push(`${one.head}: ${one.text}`)
  return first?.text ?? ''
}

function readEmail(cell: string, notes: string[]): string {
  if (!cell) return ''
  const parts = cell
    .slice(0, 2_000)
    .split(/ ::: |[;,|\s]/)
    .filter(Boolean)
  const at = parts.findIndex((part) => parseEmail(part) !== null)
  const rest = parts.filter((_, i) => i !== at)
  if (rest.length > 0) notes.push(rest.join(' '))
  return at < 0 ? '' : (parseEmail(parts[at] ?? '') ?? '')
}

/** Removes spreadsheet quoting: ="0770", and the apostrophe before a sign. */
const plainCell = (cell: string): string => {
  const text = cell.trim()
  if (/^="[^"]{0,200}"$/.test(text)) return text.slice(2, -1).trim()
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

/** Number of bytes from which the encoding is detected, because detection takes time in proportion. */
const SAMPLE_BYTES = 64_000
const LONGEST_CELL = 20_000
/** Delimiter for lists of names, which may contain commas. */
const NO_DELIMITER = '\u001f'

const delimiterCharacters: Readonly<Record<FileDelimiter, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
}
const findDelimiterName = (character: string): FileDelimiter =>
  fileDelimiters.find((name) => delimiterCharacters[name] === character) ?? 'comma'

type TableRow = { row: number; cells: string[]; broken: boolean }
type Table = { encoding: FileEncoding; delimiter: FileDelimiter; records: TableRow[] }

const marks: readonly [FileEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
const detectable: Readonly<Record<string, FileEncoding>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'iso-8859-2',
  'windows-1250': 'windows-1250',
}

/**
 * Detects the encoding by a byte order mark, by zero bytes (UTF-16 without a mark), then by valid UTF-8. `chardet`
 * distinguishes single-byte encodings, but cannot detect MacRoman, which the user has to choose.
 */
function detectEncoding(bytes: Uint8Array): FileEncoding {
  for (const [encoding, mark] of marks) if (mark.every((byte, i) => bytes[i] === byte)) return encoding
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  sample.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  if (even + odd > sample.length / 8) return even > odd ? 'utf-16be' : 'utf-16le'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return detectable[chardet.detect(sample) ?? ''] ?? 'windows-1252'
  }
}

const decodeFile = (bytes: Uint8Array, encoding: FileEncoding): string =>
  new TextDecoder(encoding).decode(bytes).replaceAll('\0', '').toWellFormed()

/** Chooses the delimiter by comparing the number of cells per record. The most frequent candidate is the fallback. */
function detectDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_BYTES)
  const { errors, meta } = Papa.parse<string[]>(sample, {
    delimitersToGuess: Object.values(delimiterCharacters),
    skipEmptyLines: 'greedy',
    preview: 50,
  })
  if (!errors.some(({ type }) => type === 'Delimiter')) return meta.delimiter
  if (/^\s{0,9}"?(full )?(name|client|customer)s?( name)?"?\s{0,9}$/im.test(sample.slice(0, sample.indexOf('\n') + 1)))
    return NO_DELIMITER
  const count = (character: string): number => sample.split(character).length
  return Object.values(delimiterCharacters).toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** Excel's first line `sep=;` sets the delimiter. Throws if the file is empty or too long. */
function readTable(
  bytes: Uint8Array,
  { encoding, delimiter }: { encoding?: FileEncoding | undefined; delimiter?: FileDelimiter | undefined },
): Table {
  if (bytes.length > importLimits.bytes) throw new Refusal('import_too_long')
  const known = encoding ?? detectEncoding(bytes)
  const text = decodeFile(bytes, fileEncodings.includes(known) ? known : 'utf-8')
  const separator = /^"?sep=(.)"?\r?\n?/i.exec(text.slice(0, 12))
  const rest = separator ? text.slice(separator[0].length) : text
  const character = delimiter ? delimiterCharacters[delimiter] : (separator?.[1] ?? detectDelimiter(rest))
  const { data, errors } = Papa.parse<string[]>(rest, { delimiter: character, preview: importLimits.rows * 2 + 100 })
  const broken = new Set(errors.flatMap(({ row, type }) => (type === 'Quotes' && row !== undefined ? [row] : [])))
  const records = data.flatMap((cells, i) =>
    cells.some((cell) => cell.trim() !== '')
      ? [{ row: i + 1, cells: cells.map(cleanCell), broken: broken.has(i) || cells.some(isTooLong) }]
      : [],
  )
  return { encoding: known, delimiter: findDelimiterName(character), records }
}

const isTooLong = (cell: string): boolean => cell.length > LONGEST_CELL
const cleanCell = (cell: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  cell.slice(0, LONGEST_CELL).replaceAll(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
