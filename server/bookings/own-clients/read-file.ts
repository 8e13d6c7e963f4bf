import { createHash } from 'node:crypto'
import Papa from 'papaparse'
import { parseEmail } from '#contract/accounts/parse-email.ts'
import type { ImportTarget, LeftRow } from '#contract/bookings/own-import.ts'
import { minuteOfEvent } from '#server/platform/event-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { amountIn, dateIn, dayFirstIn, minutesIn, timeIn } from './read-cells.ts'
import { guessColumns } from './read-columns.ts'

const MOST_ROWS = 5_000
const LONGEST_CELL = 4_000
const USUAL_MINUTES = 60

export type FileClient = { name: string; email: string; phone: string; allergies: string; note: string }
export type FileAppointment = {
  eventDate: string
  startTime: string
  minutes: number
  services: string
  place: string
  price: number | null
  note: string
  cancelled: boolean
  sourceKey: Buffer
}
export type ReadRow = { line: number; cells: string[]; client: FileClient; appointment: FileAppointment | null }
export type ReadFile = {
  heads: string[]
  mapping: ImportTarget[]
  dayFirst: boolean
  all: string[][]
  read: ReadRow[]
  left: LeftRow[]
}

/** Reads a CSV file of clients or appointments, row by row: each is understood, or left with its reason. */
export function readFile(
  content: string,
  said: { mapping?: readonly ImportTarget[] | undefined; dayFirst?: boolean | undefined },
  monthFirstCountry: boolean,
): ReadFile {
  const { data, errors } = Papa.parse<string[]>(content.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' })
  const [heads = [], ...all] = data
  if (heads.length < 1 || all.length === 0) throw new Refusal('import_unreadable')
  if (all.length > MOST_ROWS) throw new Refusal('import_too_long')
  const guessed = guessColumns(heads)
  const mapping = heads.map((_, i) => said.mapping?.[i] ?? guessed[i] ?? 'leave')
  const days = all.map((cells) => cells[mapping.indexOf('date')] ?? '')
  const dayFirst = said.dayFirst ?? dayFirstIn(days) ?? !monthFirstCountry
  const broken = new Set(errors.flatMap(({ row, type }) => (type === 'Quotes' && row !== undefined ? [row - 1] : [])))
  const file: ReadFile = { heads, mapping, dayFirst, all, read: [], left: [] }
  for (const [i, cells] of all.entries()) {
    const line = i + 2
    const row = broken.has(i) || cells.length > heads.length ? 'broken' : rowOf(cells, file)
    if (typeof row === 'string') file.left.push({ line, cells, why: row })
    else file.read.push({ line, cells, ...row })
  }
  return file
}

function rowOf(
  cells: readonly string[],
  { heads, mapping, dayFirst }: ReadFile,
): Omit<ReadRow, 'line' | 'cells'> | LeftRow['why'] {
  const cell = (target: ImportTarget): string => (cells[mapping.indexOf(target)] ?? '').slice(0, LONGEST_CELL).trim()
  const name = (cell('name') || `${cell('firstName')} ${cell('lastName')}`).replaceAll(/\s+/g, ' ').trim().slice(0, 100)
  if (!/[\p{L}\p{N}]/u.test(name)) return 'name'
  const email = parseEmail(cell('email')) ?? ''
  const client = {
    name,
    email,
    phone: cell('phone').slice(0, 40),
    allergies: cell('allergies').slice(0, 1_000),
    note: '',
  }
  // Whatever has no field of its own is kept with the words of its head.
  const notes = [
    ...cells.flatMap((said, i) => {
      const words = said.trim()
      if (mapping[i] !== 'note' || words === '') return []
      return /note|comment|memo/i.test(heads[i] ?? '') ? [words] : [`${heads[i]}: ${words}`]
    }),
    ...(cell('email') && !email ? [cell('email')] : []),
  ]
  const note = notes.join('\n').slice(0, 4_000)
  if (!mapping.includes('date')) return { client: { ...client, note }, appointment: null }
  const appointment = appointmentOf(cell, dayFirst, name, note)
  return typeof appointment === 'string' ? appointment : { client, appointment }
}

function appointmentOf(
  cell: (target: ImportTarget) => string,
  dayFirst: boolean,
  name: string,
  note: string,
): FileAppointment | LeftRow['why'] {
  const eventDate = dateIn(cell('date'), dayFirst)
  if (!eventDate) return 'date'
  const startTime = timeIn(cell('time')) ?? timeIn(cell('date'))
  if (!startTime) return 'time'
  const end = timeIn(cell('endTime'))
  const minutes = cell('minutes')
    ? minutesIn(cell('minutes'))
    : end
      ? (minuteOfEvent(end) - minuteOfEvent(startTime) + 1_440) % 1_440
      : USUAL_MINUTES
  if (!minutes || minutes < 5 || minutes > 1_440) return 'minutes'
  const price = cell('price') ? amountIn(cell('price')) : null
  if (cell('price') && price === null) return 'price'
  const services = cell('services').slice(0, 500)
  const names = cell('reference') || [eventDate, startTime, name.toLowerCase(), services.toLowerCase()].join('\n')
  return {
    eventDate,
    startTime,
    minutes,
    services,
    place: cell('place').slice(0, 200),
    price,
    note: [/no.?show/i.test(cell('status')) ? cell('status') : '', note].filter(Boolean).join('\n').slice(0, 4_000),
    cancelled: /cancel|no.?show|declin|reject/i.test(cell('status')),
    sourceKey: createHash('sha256').update(names).digest(),
  }
}
