import { Worker } from 'node:worker_threads'
import { CalendarUnreadable } from './calendar-unreadable.ts'
import type { CalendarToRead, Happening } from './read-calendar-worker.ts'

/** No calendar that somebody keeps takes longer. */
export const READ_MS = 4_000
const AT_ONCE = 2
const MOST_WAITING = 50

// A thread of its own, so that a hostile file can neither hold up the process nor outlive its time.
const reader = new URL('read-calendar-worker.ts', import.meta.url)

let reading = 0
const waiting: (() => void)[] = []

/** The events of an iCalendar text with their repeats between two instants. Throws `CalendarUnreadable` for what cannot be read in that time. */
export async function layOut(text: string, from: number, until: number, readMs = READ_MS): Promise<Happening[]> {
  if (reading >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new CalendarUnreadable('too many at once')
    await new Promise<void>((go) => waiting.push(go))
  }
  reading++
  try {
    return await inThread({ text, from, until }, readMs)
  } finally {
    reading--
    waiting.shift()?.()
  }
}

function inThread(workerData: CalendarToRead, readMs: number): Promise<Happening[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(reader, {
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
    const late = setTimeout(() => end(null, 'too long'), readMs)
    worker.once('message', end)
    worker.once('error', (fault) => end(null, String(fault)))
    worker.once('exit', () => end(null, 'ended'))
  })
}
