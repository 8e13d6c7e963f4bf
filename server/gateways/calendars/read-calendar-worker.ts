import { parentPort, workerData } from 'node:worker_threads'
import { sync, type VEvent } from 'node-ical'

/** `floats` says that it is of a day or a clock without a zone: its instants are those of this machine's clock. */
export type Moment = { start: number; end: number; floats: boolean; status?: string; transparency?: string }
/** An event with the instants at which it begins anew; null where it does not repeat. `left` are those that were called off, `changed` those that are otherwise. */
export type Happening = Moment & {
  uid: string
  days: number[] | null
  left: number[]
  changed: (Moment & { at: number })[]
}
/** What the thread is handed: an iCalendar text and the two instants between which repeats are laid out. It answers its events. */
export type CalendarToRead = { text: string; from: number; until: number }

const { text, from, until } = workerData as CalendarToRead

const moment = ({ start, end, status, transparency }: Partial<VEvent>): Moment => ({
  start: Number(start),
  end: Number(end),
  floats: start?.tz === undefined,
  ...(status ? { status } : {}),
  ...(transparency ? { transparency } : {}),
})

function happening(event: VEvent): Happening {
  const { start, end, rrule } = event
  const own = { uid: String(event.uid ?? ''), ...moment(event), days: null, left: [], changed: [] }
  if (!rrule || !start || !end) return own
  return {
    ...own,
    days: rrule.between(new Date(from - (Number(end) - Number(start))), new Date(until), true).map(Number),
    left: Object.values(event.exdate ?? {}).map(Number),
    changed: Object.values(event.recurrences ?? {}).map((one) => ({ ...moment(one), at: Number(one.recurrenceid) })),
  }
}

const events = Object.values(sync.parseICS(text)).filter((event) => event?.type === 'VEVENT')
parentPort?.postMessage(events.map(happening))
