import chardet from 'chardet'
import Papa from 'papaparse'
import {
  type FileDelimiter,
  type FileEncoding,
  fileDelimiters,
  fileEncodings,
  importLimits,
} from '#contract/bookings/own-import.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Enough bytes to tell the encoding of a file; detection takes time in proportion to them. */
const SAMPLE_BYTES = 64_000
const LONGEST_CELL = 20_000
/** The delimiter of a list of names, in which commas are part of the names. */
const NO_DELIMITER = '\u001f'

const delimiterCharacters: Readonly<Record<FileDelimiter, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
}
const findDelimiterName = (character: string): FileDelimiter =>
  fileDelimiters.find((name) => delimiterCharacters[name] === character) ?? 'comma'

/** A record of the file. `row` is its number in a spreadsheet, `broken` if its quotes are not closed. */
export type TableRow = { row: number; cells: string[]; broken: boolean }
export type Table = { encoding: FileEncoding; delimiter: FileDelimiter; records: TableRow[] }

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
 * Detects the encoding of a file. A byte order mark decides, then zero bytes (UTF-16 without a mark), then whether the
 * bytes are valid UTF-8; `chardet` tells the single-byte encodings apart. MacRoman cannot be detected and is chosen by hand.
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

/** Returns the text of a file without its byte order mark, null characters and unpaired surrogates. */
const decodeFile = (bytes: Uint8Array, encoding: FileEncoding): string =>
  new TextDecoder(encoding).decode(bytes).replaceAll('\0', '').toWellFormed()

/** Detects the delimiter of a CSV text: by the number of cells of its records, else by the character that is there most. */
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

/**
 * Reads the records of a CSV file, in the encoding and with the delimiter that are detected or given. A first line
 * `sep=;` names the delimiter, as Excel writes it. Refuses a file without records and one that is too long.
 */
export function readTable(
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
