import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { CalendarUnreadable } from './calendar-unreadable.ts'

export type Moment = { start: number; end: number; status?: string; transparency?: string }
/** An event with the instants at which it begins anew; null where it does not repeat. `left` are those that were called off, `changed` those that are otherwise. */
export type Happening = Moment & { days: number[] | null; left: number[]; changed: (Moment & { at: number })[] }

const READ_MS = 4_000
const AT_ONCE = 2
const MOST_WAITING = 50

// A thread of its own, so that a hostile file can neither hold up the process nor outlive its time. Written as text: the bundle has no second entry.
const reader = `
const { parentPort, workerData: { library, text, from, until } } = require('node:worker_threads')
const { sync } = require(library)
const moment = ({ start, end, status, transparency }) => ({ start: +start, end: +end, status, transparency })
const again = (event) => {
  const { start, end, rrule } = event
  const own = { ...moment(event), days: null, left: [], changed: [] }
  if (!rrule || !start || !end) return own
  return {
    ...own, days: rrule.between(new Date(from - (end - start)), new Date(until), true).map(Number), left: Object.values(event.exdate ?? {}).map(Number),
    changed: Object.values(event.recurrences ?? {}).map((one) => ({ ...moment(one), at: +one.recurrenceid })),
  }
}
parentPort.postMessage(Object.values(sync.parseICS(text)).filter((event) => event?.type === 'VEVENT').map(again))`

const library = createRequire(import.meta.url).resolve('node-ical')
let reading = 0
const waiting: (() => void)[] = []

/** The events of an iCalendar text with their repeats between two instants. Throws `CalendarUnreadable` for what cannot be read in a few seconds. */
export async function layOut(text: string, from: number, until: number): Promise<Happening[]> {
  if (reading >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new CalendarUnreadable('too many at once')
    await new Promise<void>((go) => waiting.push(go))
  }
  reading++
  try {
    return await inThread({ library, text, from, until })
  } finally {
    reading--
    waiting.shift()?.()
  }
}

function inThread(workerData: { library: string; text: string; from: number; until: number }): Promise<Happening[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(reader, {
      eval: true,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      stdout: true,
      stderr: true,
    })
    const end = (events: Happening[] | null, why = '') => {
      clearTimeout(late)
      events ? resolve(events) : reject(new CalendarUnreadable(why))
      worker.terminate().catch(() => {})
    }
    const late = setTimeout(() => end(null, 'too long'), READ_MS)
    worker.once('message', end)
    worker.once('error', (fault) => end(null, String(fault)))
    worker.once('exit', () => end(null, 'ended'))
  })
}
