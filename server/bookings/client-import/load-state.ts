import { MOST_CLIENTS } from '#server/bookings/own-clients/add-own-client.ts'
import { MOST_APPOINTMENTS } from '#server/bookings/own-clients/own-appointments.ts'
import { keptOf } from '#server/bookings/own-clients/own-time.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ImportClock } from './plan-appointment.ts'
import { countOwnAppointments } from '#server/bookings/own-clients/own-client-queries.ts'
import type { Db } from '#db/database.ts'
import { nextTurn } from '#server/platform/work/turns.ts'
import { listBusyTimes, listImportedClients, listStoredAppointments, listStoredClients } from './import-queries.ts'
import { ImportState } from './import-state.ts'
import { countRow, ImportPlanner, noCounts, type RowPlan } from './plan-import.ts'
import { type ImportFile, readImport } from './read-import.ts'
import type { ImportCounts, ImportOptions, ImportRow } from '#contract/bookings/own-import.ts'
import type { Context } from '#server/platform/context.ts'

const ROWS_AT_ONCE = 100

/** The columns of the artist that an import needs. */
export type ImportProvider = { id: string; country_code: string; tz: string; buffer_minutes: number }

/** Loads what is saved now of an artist's clients and appointments, as far as a file is about them. */
export async function loadState(
  db: Db,
  provider: ImportProvider,
  file: ImportFile,
  now: Date,
  importId?: string,
): Promise<ImportState> {
  const clients = await listStoredClients(db, provider.id)
  const keys = new Set(
    file.rows.flatMap(({ appointment }) => (appointment ? [appointment.key, appointment.earlierKey] : [])),
  )
  const imported = importId ? await listImportedClients(db, importId) : []
  return new ImportState({
    country: provider.country_code,
    clients,
    appointments: await listStoredAppointments(db, provider.id, [...keys]),
    busy: await listBusyTimes(db, provider.id, now),
    clientRoom: MOST_CLIENTS - clients.length,
    appointmentRoom: MOST_APPOINTMENTS - (await countOwnAppointments(db, provider.id)),
    resolved: new Map(imported.flatMap(({ row_no, client_id }) => (client_id ? [[row_no, client_id]] : []))),
  })
}

/** Returns the clock of an import: what a file says about a time is on the clocks of the artist's place. */
export const createClock = ({ tz }: ImportProvider, now: Date): ImportClock => ({
  now,
  toValues: ({ cancelled, ...said }, clientId) => {
    try {
      const { starts_at, ends_at, ...kept } = keptOf({ ...said, coordinates: null }, tz, now)
      const times = { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() }
      return { ...kept, ...times, client_id: clientId, cancelled, answered: null }
    } catch (fault) {
      if (fault instanceof Refusal) return fault.code === 'date_too_far' ? 'far' : 'time'
      throw fault
    }
  },
})

/** Reads a file and plans all its rows on what is saved now, without saving anything. */
export async function planFile(
  ctx: Context,
  provider: ImportProvider,
  content: Uint8Array,
  options: ImportOptions,
): Promise<{ file: ImportFile; rows: ImportRow[]; counts: ImportCounts }> {
  const file = await readImport(content, options, { country: provider.country_code, tz: provider.tz })
  const state = await loadState(ctx.db, provider, file, ctx.now)
  const planner = new ImportPlanner(file, state, options.answers, createClock(provider, ctx.now))
  const rows: ImportRow[] = []
  let counts = noCounts
  for (const [i, fileRow] of file.rows.entries()) {
    if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTurn()
    const { shown } = planner.plan(fileRow)
    rows.push(shown)
    counts = countRow(counts, shown)
  }
  return { file, rows, counts }
}

/** Returns a short text of a row's outcome, by which the import tells whether it is what the preview showed. */
export const formatOutcome = ({ client, appointment, why }: RowPlan['shown']): string =>
  [client ?? '', appointment ?? '', why ?? ''].join(' ')
