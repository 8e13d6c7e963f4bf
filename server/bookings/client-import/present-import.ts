import { csvLines } from '#contract/csv.ts'
import { type ClientImport, type ImportRow, importLimits, type ImportTool } from '#contract/bookings/own-import.ts'
import type { ImportRecord } from './import-queries.ts'
import { isNotable } from './plan-import.ts'

const DAY_MS = 86_400_000
/** Rows that an answer lists; the report has all. */
const MOST_SHOWN = 500

/** Returns until when an import can be undone. */
export const getUndoDeadline = ({ finished_at }: Pick<ImportRecord, 'finished_at'>): Date =>
  new Date((finished_at?.getTime() ?? 0) + importLimits.undoDays * DAY_MS)

export function presentImport(record: ImportRecord, now: Date): ClientImport {
  const until = getUndoDeadline(record)
  const isUndoable = ['done', 'failed'].includes(record.state) && record.done_rows > 0 && until > now
  return {
    id: record.id,
    fileName: record.file_name,
    tool: record.tool as ImportTool,
    state: record.state as ClientImport['state'],
    totalRows: record.total_rows,
    doneRows: record.done_rows,
    counts: record.counts,
    createdAt: record.created_at.toISOString(),
    finishedAt: record.finished_at?.toISOString() ?? null,
    undoUntil: isUndoable ? until.toISOString() : null,
  }
}

/** Picks the rows that need the artist's eye, and counts those that are too many to list. */
export function pickNotable(rows: readonly ImportRow[]): { notable: ImportRow[]; more: number } {
  const notable = rows.filter(isNotable)
  return { notable: notable.slice(0, MOST_SHOWN), more: Math.max(0, notable.length - MOST_SHOWN) }
}

const reasons: Readonly<Record<NonNullable<ImportRow['why']>, string>> = {
  broken: 'The row has other columns than the header.',
  name: 'There is no name.',
  date: 'The day cannot be read.',
  time: 'There is no start time, or one that the clocks skip.',
  minutes: 'The length cannot be read.',
  price: 'The price cannot be read.',
  negative: 'The price is below zero.',
  long: 'The row has more text than can be saved.',
  taken: 'Another appointment is at that time.',
  far: 'The day is more than two years away.',
  full: 'There is no room for more.',
}

/** Returns all rows as CSV: what happens to the client and the appointment of each, and why it is left out. */
export const formatReport = (rows: readonly ImportRow[]): string =>
  csvLines([
    ['Row', 'Name', 'Client', 'Appointment', 'Left out because', 'Differences', 'Uses', 'May be', 'Undo', 'Cells'],
    ...rows.map((row) => [
      String(row.row),
      row.name,
      row.client ?? '',
      row.appointment ?? '',
      row.why ? reasons[row.why] : '',
      row.differences.map(({ field, mine, file }) => `${field}: ${mine} / ${file}`).join('; '),
      row.differences.length > 0 ? row.use : '',
      row.candidates.map(({ name, email, phone }) => [name, email, phone].filter(Boolean).join(' ')).join('; '),
      row.undone ?? '',
      row.cells.join(' | '),
    ]),
  ])
