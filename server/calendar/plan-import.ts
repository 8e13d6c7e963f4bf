import { randomUUID } from 'node:crypto'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import type { ImportAnswer, ImportCounts, ImportRow, LeftReason } from '#contract/calendar/client-imports.ts'
import { canBeSameName, joinAllergies, normaliseName, type Person, normalisePhone } from './match-clients.ts'
import type { AppointmentFields, FileAppointment } from './join-appointments.ts'
import type { ClientFields, FileRow, ImportFile } from './import-file.ts'
import type { ImportState, StoredAppointment } from './import-state.ts'
import { toMajor, type Minor } from '#contract/money.ts'

const longest = { allergies: 1_000, note: 4_000 }

export type ClientPlan = { id: string; key: string | null; rowKey: string | null } & (
  | { kind: 'new'; fields: ClientFields }
  | { kind: 'changed'; before: Partial<ClientFields>; after: Partial<ClientFields> }
  | { kind: 'same' }
)

export type RowPlan = {
  row: number
  client: ClientPlan | null
  appointment: PlannedAppointment | null
  shown: ImportRow
}

/**
 * Plans an import row by row against the saved state. Preview and import use this class. Each planned row changes the
 * in-memory state for later rows.
 */
export class ImportPlanner {
  readonly #state: ImportState
  readonly #answers: ReadonlyMap<number, ImportAnswer>
  readonly #appointments: AppointmentPlanner
  readonly #appointmentsByPerson: ReadonlyMap<Person, readonly FileAppointment[]>

  constructor(file: ImportFile, state: ImportState, answers: readonly ImportAnswer[], clock: ImportClock) {
    this.#state = state
    this.#answers = new Map(answers.map((answer) => [answer.row, answer]))
    this.#appointments = new AppointmentPlanner(state, clock)
    const appointments = new Map<Person, FileAppointment[]>()
    for (const { person, appointment, row } of file.rows) {
      if (!person || appointment?.row !== row) continue
      const known = appointments.get(person)
      if (known) known.push(appointment)
      else appointments.set(person, [appointment])
    }
    this.#appointmentsByPerson = appointments
  }

  plan(fileRow: FileRow): RowPlan {
    const { row, person, appointment } = fileRow
    const shown = blankRow(fileRow)
    if (!person || fileRow.why) return { row, client: null, appointment: null, shown: { ...shown, why: fileRow.why } }
    const answer = this.#answers.get(row)
    const use = answer?.use ?? 'mine'
    const found = this.#clientOf(person, this.#answers.get(person.row)?.client)
    if (!found) return { row, client: null, appointment: null, shown: { ...shown, ...leaveOut(fileRow, 'full') } }
    const client = found.isKnown ? this.#planKnown(person, found.id, row, use) : this.#planNew(person, found.id)
    if (client.why)
      return { row, client: null, appointment: null, shown: { ...shown, ...leaveOut(fileRow, client.why) } }
    if (person.row === row && found.candidates.length > 0) {
      shown.candidates = found.candidates
      shown.choice = found.choice
    }
    shown.client = client.plan.kind
    shown.differences = client.differences
    shown.use = use
    const planned = this.#planAppointment(fileRow, appointment, found.id, use, shown)
    this.#state.applyClient(client.plan)
    this.#state.resolve(person.row, found.id)
    return { row, client: client.plan, appointment: planned, shown }
  }

  #planAppointment(
    fileRow: FileRow,
    appointment: FileAppointment | null,
    clientId: string,
    use: 'mine' | 'file',
    shown: ImportRow,
  ): PlannedAppointment | null {
    if (!appointment) return null
    if (appointment.row !== fileRow.row) {
      shown.appointment = appointment.repeats.includes(fileRow.row) ? 'same' : 'joined'
      return null
    }
    const result = this.#appointments.plan(appointment, clientId, use)
    shown.differences = [...shown.differences, ...result.differences]
    if (result.why) Object.assign(shown, leaveOut(fileRow, result.why))
    shown.appointment = result.shown
    if (result.planned) this.#state.applyAppointment(appointment, result.planned)
    return result.planned
  }

  #clientOf(person: Person, answer: string | undefined) {
    const state = this.#state
    const known = (id: string) => ({ id, isKnown: true, candidates: [], choice: id })
    const resolved = state.resolved.get(person.row)
    if (resolved && state.clients.has(resolved)) return known(resolved)
    const referred = person.key ? state.byKey.get(person.key) : undefined
    if (referred && this.#fits(referred, person)) return known(referred)
    const imported = state.byRowKey.get(person.rowKey) ?? this.#importedClient(person)
    if (imported) return known(imported)
    const match = state.matcher.find(person.client)
    // Two different references of one tool are two clients, even if everything else matches.
    const key = match.kind === 'same' ? state.clients.get(match.id)?.key : null
    if (match.kind === 'same' && (!key || !person.key || key === person.key)) return known(match.id)
    const matched = match.kind === 'ask' ? match.ids : match.kind === 'same' ? [match.id] : []
    const ofFile = person.candidates.flatMap((row) => state.resolved.get(row) ?? [])
    const asked = new Set([...ofFile, ...(referred ? [referred] : []), ...matched])
    const candidates = [...asked].flatMap((id) => {
      const client = state.clients.get(id)
      const row = state.rowOf.get(id)
      const { name, email, phone } = client ?? person.client
      return client ? [{ id: row === undefined ? id : `row-${row}`, name, email, phone }] : []
    })
    const chosen = [...asked].find((id) => id === answer || `row-${state.rowOf.get(id)}` === answer)
    if (chosen) return { id: chosen, isKnown: true, candidates, choice: answer ?? chosen }
    if (state.clientRoom <= 0) return null
    return { id: randomUUID(), isKnown: false, candidates, choice: 'new' }
  }

  #fits(id: string, { client }: Person): boolean {
    const { matcher, clients } = this.#state
    return matcher.sharesContact(id, client) || canBeSameName(clients.get(id)?.name ?? '', client.name)
  }

  /** Returns the client for whom an earlier import saved an appointment of this person. */
  #importedClient(person: Person): string | null {
    const names = normaliseName(person.client.name)
    for (const appointment of this.#appointmentsByPerson.get(person) ?? []) {
      const client = this.#state.clients.get(this.#state.findAppointment(appointment)?.values.client_id ?? '')
      if (
        client &&
        (normaliseName(client.name) === names || this.#state.matcher.sharesContact(client.id, person.client))
      )
        return client.id
    }
    return null
  }

  #planNew(person: Person, id: string) {
    const plan: ClientPlan = { kind: 'new', id, fields: person.client, key: person.key, rowKey: person.rowKey }
    return { plan, differences: [] as ImportRow['differences'], why: null as LeftReason | null }
  }

  #planKnown(person: Person, id: string, row: number, use: 'mine' | 'file') {
    const mine = this.#state.clients.get(id)
    const differences: ImportRow['differences'] = []
    const { email, phone } = person.client
    const keys = {
      key: mine?.key === null ? person.key : null,
      // For a client without contact details, this key is the only way to recognise the row.
      rowKey: mine?.rowKey === null && !email && !phone ? person.rowKey : null,
    }
    const same = { plan: { kind: 'same', id, ...keys } as ClientPlan, differences, why: null as LeftReason | null }
    if (!mine || person.row !== row) return same
    const after: Partial<ClientFields> = {}
    const isEqual = (field: keyof ClientFields): boolean => {
      const [a, b] = [mine[field], person.client[field]]
      if (field === 'email') return normaliseEmail(a) === normaliseEmail(b)
      if (field === 'phone') return normalisePhone(a, this.#state.country) === normalisePhone(b, this.#state.country)
      if (field === 'name') return normaliseName(a) === normaliseName(b)
      return a.trim().toLowerCase() === b.trim().toLowerCase()
    }
    for (const field of ['name', 'email', 'phone', 'address', 'note'] as const) {
      const value = person.client[field]
      if (!value || isEqual(field)) continue
      if (field === 'note' && mine.note.includes(value)) continue
      if (!mine[field]) after[field] = value
      else {
        differences.push({ field, mine: mine[field], file: value })
        if (use === 'file') after[field] = value
      }
    }
    const why = this.#planAllergies(mine, person.client.allergies, after)
    if (why) return { ...same, differences, why }
    if (Object.keys(after).length === 0) return { ...same, differences }
    const before = Object.fromEntries(Object.keys(after).map((field) => [field, mine[field as keyof ClientFields]]))
    return { plan: { kind: 'changed', id, before, after, ...keys } as ClientPlan, differences, why: null }
  }

  /** Allergies are never dropped. If the field is full, they go to the note. */
  #planAllergies(mine: ClientFields, added: string, after: Partial<ClientFields>): LeftReason | null {
    const joined = joinAllergies(mine.allergies, added)
    if (joined === mine.allergies) return null
    if (joined.length <= longest.allergies) {
      after.allergies = joined
      return null
    }
    const note = after.note ?? mine.note
    if (note.includes(added)) return null
    const longer = [note, `Allergies: ${added}`].filter(Boolean).join('\n')
    if (longer.length > longest.note) return 'long'
    after.note = longer
    return null
  }
}

const leaveOut = ({ cells }: FileRow, why: LeftReason) => ({ why, cells })

const blankRow = ({ row, cells, person, why }: FileRow): ImportRow => ({
  row,
  name: person?.client.name ?? '',
  client: null,
  appointment: null,
  why: null,
  cells: why ? cells : [],
  candidates: [],
  choice: '',
  differences: [],
  use: 'mine',
  unexpected: false,
  undone: null,
})

export const noCounts: ImportCounts = {
  clientsNew: 0,
  clientsChanged: 0,
  appointmentsNew: 0,
  appointmentsChanged: 0,
  appointmentsCancelled: 0,
  same: 0,
  left: 0,
}

export function countRow(counts: ImportCounts, { client, appointment, why }: ImportRow): ImportCounts {
  const brings = client === 'new' || client === 'changed' || (appointment !== null && appointment !== 'same')
  return {
    clientsNew: counts.clientsNew + (client === 'new' ? 1 : 0),
    clientsChanged: counts.clientsChanged + (client === 'changed' ? 1 : 0),
    appointmentsNew: counts.appointmentsNew + (appointment === 'new' ? 1 : 0),
    appointmentsChanged: counts.appointmentsChanged + (appointment === 'changed' ? 1 : 0),
    appointmentsCancelled: counts.appointmentsCancelled + (appointment === 'cancelled' ? 1 : 0),
    same: counts.same + (!brings && !why ? 1 : 0),
    left: counts.left + (why ? 1 : 0),
  }
}

/** A row needs attention if it was skipped, has a question or differs from the saved data. */
export const isNotable = ({ why, candidates, differences, unexpected, undone }: ImportRow): boolean =>
  why !== null || candidates.length > 0 || differences.length > 0 || unexpected || undone === 'kept'

export type AppointmentValues = {
  client_id: string
  event_date: string
  tz: string
  starts_at: string
  ends_at: string
  services: string
  place: string
  lat: number | null
  lng: number | null
  price_minor: Minor | null
  note: string
  cancelled: boolean
  answered: string | null
}
export type PlannedAppointment =
  | { kind: 'new'; id: string; key: string; after: AppointmentValues; imported: AppointmentFields }
  | {
      kind: 'changed'
      id: string
      key: string
      before: AppointmentValues
      after: AppointmentValues
      imported: AppointmentFields
      importedBefore: AppointmentFields | null
    }
export type ImportClock = {
  now: Date
  toValues: (fields: AppointmentFields, clientId: string) => AppointmentValues | LeftReason
}
type Result = {
  planned: PlannedAppointment | null
  shown: ImportRow['appointment']
  why: LeftReason | null
  differences: ImportRow['differences']
}

const parts: readonly {
  field: string
  columns: readonly (keyof AppointmentValues)[]
  text: (values: AppointmentValues) => string
}[] = [
  {
    field: 'time',
    columns: ['event_date', 'tz', 'starts_at', 'ends_at'],
    text: ({ event_date, starts_at, ends_at, tz }) => `${event_date} ${clock(starts_at, tz)}–${clock(ends_at, tz)}`,
  },
  { field: 'services', columns: ['services'], text: ({ services }) => services },
  { field: 'place', columns: ['place', 'lat', 'lng'], text: ({ place }) => place },
  {
    field: 'price',
    columns: ['price_minor'],
    text: ({ price_minor: price }) => (price === null ? '' : String(toMajor(price))),
  },
  { field: 'note', columns: ['note'], text: ({ note }) => note },
  { field: 'status', columns: ['cancelled'], text: ({ cancelled }) => (cancelled ? 'cancelled' : 'confirmed') },
]

const clock = (instant: string, tz: string): string =>
  new Date(instant).toLocaleTimeString('en-GB', { timeZone: tz, hour: '2-digit', minute: '2-digit' })

/** Plans the appointments of an import against the saved state and earlier rows. */
class AppointmentPlanner {
  readonly #state: ImportState
  readonly #now: Date
  readonly #toValues: ImportClock['toValues']

  constructor(state: ImportState, { now, toValues }: ImportClock) {
    this.#state = state
    this.#now = now
    this.#toValues = toValues
  }

  plan(appointment: FileAppointment, clientId: string, use: 'mine' | 'file'): Result {
    if (appointment.why) return leftOut(appointment.why)
    const target = this.#toValues(appointment.fields, clientId)
    if (typeof target === 'string') return leftOut(target)
    const stored = this.#state.findAppointment(appointment)
    return stored ? this.#planStored(appointment, stored, target, use) : this.#planNew(appointment, target)
  }

  #planNew({ key, fields }: FileAppointment, after: AppointmentValues): Result {
    if (this.#state.appointmentRoom <= 0) return leftOut('full')
    if (this.#isTaken(after, null)) return leftOut('taken')
    const planned = { kind: 'new', id: randomUUID(), key, after, imported: fields } as const
    return { planned, shown: 'new', why: null, differences: [] }
  }

  /**
   * Merges an appointment with its version from an earlier import. If only the file changed a field, the file's value
   * is used. If only the artist changed it, the artist's value stays. If both did, the artist chooses.
   */
  #planStored(
    { key, fields }: FileAppointment,
    stored: StoredAppointment,
    file: AppointmentValues,
    use: 'mine' | 'file',
  ): Result {
    const mine = stored.values
    const before = stored.imported && this.#toValues(stored.imported, mine.client_id)
    const base = before && typeof before !== 'string' ? before : stored.isTouched ? null : mine
    const after = { ...mine, client_id: file.client_id }
    const differences: ImportRow['differences'] = []
    for (const { field, columns, text } of parts) {
      const isBlank = text(file) === ''
      if (isBlank || text(file) === text(mine)) continue
      if (base && text(file) === text(base)) continue
      const isConflict = !base || text(mine) !== text(base)
      if (isConflict) differences.push({ field, mine: text(mine), file: text(file) })
      if (!isConflict || use === 'file')
        Object.assign(after, Object.fromEntries(columns.map((name) => [name, file[name]])))
    }
    if (areEqualValues(after, mine)) return { planned: null, shown: 'same', why: null, differences }
    const isMoved = after.starts_at !== mine.starts_at || after.ends_at !== mine.ends_at
    // The client accepted the appointment under other terms.
    if (isMoved || after.price_minor !== mine.price_minor) after.answered = null
    if ((isMoved || mine.cancelled) && this.#isTaken(after, stored.id)) return { ...leftOut('taken'), differences }
    const importedBefore = stored.imported
    const planned = {
      kind: 'changed',
      id: stored.id,
      key,
      before: mine,
      after,
      imported: fields,
      importedBefore,
    } as const
    const shown = after.cancelled && !mine.cancelled ? 'cancelled' : 'changed'
    return { planned, shown, why: null, differences }
  }

  #isTaken({ starts_at, ends_at, cancelled }: AppointmentValues, ownId: string | null): boolean {
    const [from, to] = [Date.parse(starts_at), Date.parse(ends_at)]
    return !cancelled && to > this.#now.getTime() && this.#state.isBusy(from, to, ownId)
  }
}

const leftOut = (why: LeftReason): Result => ({ planned: null, shown: null, why, differences: [] })

export const areEqualValues = (one: AppointmentValues, other: AppointmentValues): boolean =>
  (Object.keys(one) as (keyof AppointmentValues)[]).every((name) => one[name] === other[name])
