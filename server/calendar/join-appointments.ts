import { truncate } from '#contract/text.ts'
import { createHash } from 'node:crypto'
import type { LeftReason } from '#contract/calendar/client-imports.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import { toEventMinute } from '#server/platform/event-day.ts'
import type { GetSource, Person } from './match-clients.ts'
import type { AppointmentLine, ReadRow } from './import-file.ts'

const DAY_MINUTES = 1_440
const SHORTEST_MINUTES = 5
const longest = { services: 500, note: 4_000 }

export type AppointmentFields = {
  eventDate: string
  startTime: string
  minutes: number
  services: string
  place: string
  price: number | null
  note: string
  cancelled: boolean
}
export type FileAppointment = {
  row: number
  /**
   * SHA-256 in hexadecimal of the tool and its reference. If there is no reference, of day, time, name and services.
   */
  key: string
  earlierKey: string
  fields: AppointmentFields
  repeats: readonly number[]
  why: LeftReason | null
}

type Line = { row: number; cells: string; line: AppointmentLine }

/**
 * Returns the appointment of each row, by row number. Rows of one person with the same reference are joined: their
 * services are combined, and their prices are added unless each row has the total.
 */
export function joinAppointments(
  rows: readonly ReadRow[],
  persons: ReadonlyMap<number, Person | null>,
  { source, totals }: { source: GetSource; totals: boolean },
): Map<number, FileAppointment> {
  const groups = new Map<string, Line[]>()
  const owners = new Map<string, Person>()
  for (const { row, cells, client, appointment: line } of rows) {
    const person = persons.get(row)
    if (!line || !person) continue
    const name = line.reference ? `${source(client.name)}\n${line.reference}` : describeLine(line, client.name)
    if (!owners.has(name)) owners.set(name, person)
    // If several people share a reference, each of them gets a separate appointment.
    const key = hash(owners.get(name) === person ? name : `${name}\n${person.client.name.toLowerCase()}\n${person.row}`)
    addLine(groups, key, { row, cells: cells.join('\n'), line })
  }
  const appointments = new Map<number, FileAppointment>()
  for (const [key, group] of groups) {
    const [first] = group
    if (!first) continue
    const earlierKey = first.line.reference ? hash(first.line.reference) : key
    const repeats = group.flatMap(({ row, cells }, i) =>
      group.findIndex((one) => one.cells === cells) < i ? [row] : [],
    )
    const appointment = { row: first.row, key, earlierKey, repeats, ...joinLines(group, totals) }
    for (const { row } of group) appointments.set(row, appointment)
  }
  return appointments
}

function addLine(groups: Map<string, Line[]>, key: string, line: Line): void {
  const group = groups.get(key)
  if (!group) groups.set(key, [line])
  else if (line.line.reference || group[0]?.cells === line.cells) group.push(line)
  else addLine(groups, hash(`${key}\nagain`), line)
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const describeLine = ({ eventDate, startTime, services }: AppointmentLine, name: string): string =>
  [eventDate, startTime, name.toLowerCase(), services.toLowerCase()].join('\n')

const isCancelled = (status: string): boolean => /cancel|no.?show|declin|reject/i.test(status)

function joinLines(group: readonly Line[], totals: boolean): Pick<FileAppointment, 'fields' | 'why'> {
  const distinct = [...new Map(group.map((one) => [one.cells, one.line])).values()]
  const kept = distinct.filter(({ status }) => !isCancelled(status))
  const lines = kept.length > 0 ? kept : distinct
  const first = lines.toSorted((a, b) => at(a) - at(b))[0] as AppointmentLine
  const notes = unique(
    lines.flatMap(({ status, note }) => [/no.?show/i.test(status) ? status : '', note]).filter(Boolean),
  )
  const services = unique(lines.map((line) => line.services).filter(Boolean)).join(', ')
  if (services.length > longest.services) notes.push(services)
  const prices = lines.flatMap(({ price }) => (price === null ? [] : [price]))
  const isOneTotal = totals && new Set(prices).size === 1
  const price = prices.length === 0 ? null : isOneTotal ? (prices[0] as number) : toMajor(sum(prices.map(toMinor)))
  const minutes = joinMinutes(lines)
  const note = notes.join('\n')
  const fields = {
    eventDate: first.eventDate,
    startTime: first.startTime,
    minutes,
    services: services.slice(0, longest.services),
    place: lines.find(({ place }) => place)?.place ?? '',
    price,
    note: truncate(note, longest.note),
    cancelled: kept.length === 0,
  }
  const why =
    minutes < SHORTEST_MINUTES || minutes > DAY_MINUTES
      ? 'minutes'
      : price !== null && price < 0
        ? 'negative'
        : note.length > longest.note
          ? 'long'
          : null
  return { fields, why }
}

/** Returns the minutes from the first start to the last end. For lines with the same start, adds their durations. */
function joinMinutes(lines: readonly AppointmentLine[]): number {
  const starts = lines.map(at)
  const from = Math.min(...starts)
  if (new Set(starts).size === 1 && lines.every(({ minutes }) => minutes !== null))
    return sum(lines.map(({ minutes }) => minutes ?? 0))
  return Math.max(...lines.map((line, i) => (starts[i] ?? from) + getLength(line))) - from
}

const at = ({ eventDate, startTime }: AppointmentLine): number =>
  Date.parse(`${eventDate}T00:00:00Z`) / 60_000 + toEventMinute(startTime)

function getLength({ startTime, endTime, minutes }: AppointmentLine): number {
  if (minutes !== null) return minutes
  const end = endTime ? toEventMinute(endTime) - toEventMinute(startTime) : 0
  return (end + DAY_MINUTES) % DAY_MINUTES
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const unique = (texts: readonly string[]): string[] => [...new Set(texts)]
