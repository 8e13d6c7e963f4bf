import { randomUUID } from 'node:crypto'
import type { ImportRow, LeftReason } from '#contract/bookings/own-import.ts'
import { major, type Minor } from '#contract/money.ts'
import type { ImportState, StoredAppointment } from './import-state.ts'
import type { AppointmentFields, FileAppointment } from './join-appointments.ts'

/** An appointment as its row has it, in JSON. */
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
  /** The client has answered to the link. */
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
/** The time of an import, and how what a file says about an appointment is saved by the clocks of the artist's place. */
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

/** The parts of an appointment that change together, and how the artist reads them. */
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
    text: ({ price_minor: price }) => (price === null ? '' : String(major(price))),
  },
  { field: 'note', columns: ['note'], text: ({ note }) => note },
  { field: 'status', columns: ['cancelled'], text: ({ cancelled }) => (cancelled ? 'cancelled' : 'confirmed') },
]

const clock = (instant: string, tz: string): string =>
  new Date(instant).toLocaleTimeString('en-GB', { timeZone: tz, hour: '2-digit', minute: '2-digit' })

/** Plans the appointments of an import on top of what is saved and of the rows before. */
export class AppointmentPlanner {
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
   * Brings an appointment of an earlier import up to date. A part that only the file has changed since then is taken
   * from it, one that only the artist has changed stays hers; where both have, she chooses.
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
    if (equalValues(after, mine)) return { planned: null, shown: 'same', why: null, differences }
    const isMoved = after.starts_at !== mine.starts_at || after.ends_at !== mine.ends_at
    // The client agreed to another time, or another price.
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

  /** Whether the time of an appointment that is ahead is taken by another one. */
  #isTaken({ starts_at, ends_at, cancelled }: AppointmentValues, ownId: string | null): boolean {
    const [from, to] = [Date.parse(starts_at), Date.parse(ends_at)]
    return !cancelled && to > this.#now.getTime() && this.#state.isBusy(from, to, ownId)
  }
}

const leftOut = (why: LeftReason): Result => ({ planned: null, shown: null, why, differences: [] })

/** Whether two versions of an appointment are the same. */
export const equalValues = (one: AppointmentValues, other: AppointmentValues): boolean =>
  (Object.keys(one) as (keyof AppointmentValues)[]).every((name) => one[name] === other[name])
