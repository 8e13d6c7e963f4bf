import { type ClientFields, type ImportFile, readImport } from './import-file.ts'
import type { AppointmentFields, FileAppointment } from './join-appointments.ts'
import { ClientMatcher } from './match-clients.ts'
import {
  type AppointmentValues,
  type ClientPlan,
  countRow,
  type ImportClock,
  ImportPlanner,
  noCounts,
  type PlannedAppointment,
  type RowPlan,
} from './plan-import.ts'
import { MOST_CLIENTS } from './private-clients.ts'
import { buildPrivateAppointmentRow, MOST_APPOINTMENTS } from './private-appointments.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countOwnAppointments } from './private-clients.queries.ts'
import type { Db } from '#db/database.ts'
import { yieldToEventLoop } from '#server/platform/work/turns.ts'
import {
  listBusyTimes,
  listImportedClients,
  listStoredAppointments,
  listStoredClients,
} from './client-imports.queries.ts'
import type { ImportCounts, ImportOptions, ImportRow } from '#contract/calendar/client-imports.ts'
import type { Context } from '#server/platform/context.ts'

export type StoredClient = ClientFields & { id: string; key: string | null; rowKey: string | null }
export type StoredAppointment = {
  id: string
  values: AppointmentValues
  imported: AppointmentFields | null
  isTouched: boolean
}
export type BusyTime = { from: number; to: number; ownId: string | null }

export type StoredState = {
  country: string
  clients: readonly StoredClient[]
  appointments: readonly (StoredAppointment & { key: string })[]
  busy: readonly BusyTime[]
  clientRoom: number
  appointmentRoom: number
  resolved: ReadonlyMap<number, string>
}

/** In-memory state of an artist's clients and appointments. Each planned row is applied to it. */
export class ImportState {
  readonly country: string
  readonly clients: Map<string, StoredClient>
  readonly byKey: Map<string, string>
  readonly byRowKey: Map<string, string>
  readonly matcher: ClientMatcher<string>
  readonly resolved: Map<number, string> = new Map()
  readonly rowOf: Map<string, number> = new Map()
  clientRoom: number
  appointmentRoom: number
  readonly #appointments: Map<string, StoredAppointment>
  readonly #busy: Map<string, BusyTime>

  constructor(stored: StoredState) {
    this.country = stored.country
    this.clients = new Map(stored.clients.map((client) => [client.id, { ...client }]))
    this.byKey = new Map(stored.clients.flatMap(({ id, key }) => (key ? [[key, id] as const] : [])))
    this.byRowKey = new Map(stored.clients.flatMap(({ id, rowKey }) => (rowKey ? [[rowKey, id] as const] : [])))
    this.matcher = new ClientMatcher(stored.country)
    for (const client of stored.clients) this.matcher.set(client.id, client)
    for (const [row, id] of [...stored.resolved].sort(([a], [b]) => a - b)) this.resolve(row, id)
    this.clientRoom = stored.clientRoom
    this.appointmentRoom = stored.appointmentRoom
    this.#appointments = new Map(stored.appointments.map((one) => [one.key, one]))
    this.#busy = new Map(stored.busy.map((time, i) => [time.ownId ?? `other ${i}`, time]))
  }

  findAppointment({ key, earlierKey, fields }: FileAppointment): StoredAppointment | undefined {
    const found = this.#appointments.get(key)
    if (found) return found
    const earlier = this.#appointments.get(earlierKey)
    return earlier?.values.event_date === fields.eventDate ? earlier : undefined
  }

  resolve(row: number, id: string): void {
    this.resolved.set(row, id)
    if (!this.rowOf.has(id)) this.rowOf.set(id, row)
  }

  isBusy(from: number, to: number, exceptOwnId: string | null): boolean {
    for (const time of this.#busy.values())
      if (time.from < to && from < time.to && (time.ownId === null || time.ownId !== exceptOwnId)) return true
    return false
  }

  applyClient(plan: ClientPlan): void {
    const { id, key, rowKey } = plan
    if (key) this.byKey.set(key, id)
    if (rowKey) this.byRowKey.set(rowKey, id)
    const before = this.clients.get(id)
    const keys = { key: key ?? before?.key ?? null, rowKey: rowKey ?? before?.rowKey ?? null }
    if (plan.kind === 'same') {
      if (before) Object.assign(before, keys)
      return
    }
    if (plan.kind === 'new') this.clientRoom--
    const fields = plan.kind === 'new' ? plan.fields : { ...(before as StoredClient), ...plan.after }
    const client = { ...fields, id, ...keys }
    this.clients.set(id, client)
    this.matcher.set(id, client)
  }

  applyAppointment({ key, earlierKey }: FileAppointment, planned: PlannedAppointment): void {
    const { id, after, imported } = planned
    if (planned.kind === 'new') this.appointmentRoom--
    else this.#appointments.delete(earlierKey)
    this.#appointments.set(key, { id, values: after, imported, isTouched: false })
    this.#busy.delete(id)
    if (!after.cancelled)
      this.#busy.set(id, { from: Date.parse(after.starts_at), to: Date.parse(after.ends_at), ownId: id })
  }
}

const ROWS_AT_ONCE = 100

export type ImportProvider = { id: string; country_code: string; tz: string; buffer_minutes: number }

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

export const createClock = ({ tz }: ImportProvider, now: Date): ImportClock => ({
  now,
  toValues: ({ cancelled, ...said }, clientId) => {
    try {
      const { starts_at, ends_at, ...kept } = buildPrivateAppointmentRow({ ...said, coordinates: null }, tz, now)
      const times = { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() }
      return { ...kept, ...times, client_id: clientId, cancelled, answered: null }
    } catch (fault) {
      if (fault instanceof Refusal) return fault.code === 'date_too_far' ? 'far' : 'time'
      throw fault
    }
  },
})

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
    if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToEventLoop()
    const { shown } = planner.plan(fileRow)
    rows.push(shown)
    counts = countRow(counts, shown)
  }
  return { file, rows, counts }
}

export const formatOutcome = ({ client, appointment, why }: RowPlan['shown']): string =>
  [client ?? '', appointment ?? '', why ?? ''].join(' ')
