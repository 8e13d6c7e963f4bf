import type { ClientFields } from './read-import.ts'
import type { AppointmentFields, FileAppointment } from './join-appointments.ts'
import { ClientMatcher } from './match-clients.ts'
import type { AppointmentValues, PlannedAppointment } from './plan-appointment.ts'
import type { ClientPlan } from './plan-import.ts'

export type StoredClient = ClientFields & { id: string; key: string | null; rowKey: string | null }
export type StoredAppointment = {
  id: string
  values: AppointmentValues
  /** The values that the last import had; null if a version before this one saved it. */
  imported: AppointmentFields | null
  /** Changed by hand since it was saved. */
  isTouched: boolean
}
/** Time that an appointment or a hold takes, in milliseconds; of own appointments without the buffer. */
export type BusyTime = { from: number; to: number; ownId: string | null }

export type StoredState = {
  country: string
  clients: readonly StoredClient[]
  appointments: readonly (StoredAppointment & { key: string })[]
  busy: readonly BusyTime[]
  /** How many more clients and appointments there is room for. */
  clientRoom: number
  appointmentRoom: number
  /** The clients of persons whose rows have been imported, by the first row of each. */
  resolved: ReadonlyMap<number, string>
}

/** An artist's saved clients and appointments as an import sees them. Each planned row is applied to them. */
export class ImportState {
  readonly country: string
  readonly clients: Map<string, StoredClient>
  readonly byKey: Map<string, string>
  readonly byRowKey: Map<string, string>
  readonly matcher: ClientMatcher<string>
  readonly resolved: Map<number, string> = new Map()
  /** The first row of the file about a client. */
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

  /** Finds the appointment that an earlier import saved, by its key or by the one of versions before this one. */
  findAppointment({ key, earlierKey, fields }: FileAppointment): StoredAppointment | undefined {
    const found = this.#appointments.get(key)
    if (found) return found
    const earlier = this.#appointments.get(earlierKey)
    return earlier?.values.event_date === fields.eventDate ? earlier : undefined
  }

  /** Remembers which client a row of the file is about. */
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
