import { Worker } from 'node:worker_threads'
import { Refusal } from '#server/platform/refusal.ts'
import { WorkQueue } from '#server/platform/work/work-queue.ts'
import { CalendarUnreadable } from './calendar-unreadable.ts'
import type { CalendarToRead, Happening } from './read-calendar-worker.ts'

/** Time limit of one parse. No calendar that somebody keeps takes longer. */
export const READ_MS = 4_000
const PER_OWNER = { standing: 5, perSecond: 1, burst: 30 }

// A thread of its own, so that a hostile file can neither hold up the process nor outlive its time.
const reader = new URL('read-calendar-worker.ts', import.meta.url)
// Owners take turns, so that one artist's slow calendars do not delay everybody else's.
const queue = new WorkQueue({ atOnce: 2, waiting: 100, ofNetwork: PER_OWNER })

/**
 * Parses an iCalendar text in a worker thread and returns its events with their repeats between two instants
 * (epoch milliseconds). Workers are shared fairly between owners. Throws `CalendarUnreadable` when the text cannot be
 * parsed within `readMs`, or when the owner has too many calendars waiting.
 */
export function layOut(
  text: string,
  { from, until, owner }: { from: number; until: number; owner: string },
  readMs = READ_MS,
): Promise<Happening[]> {
  return queue
    .run(owner, () => inThread({ text, from, until }, readMs))
    .catch((fault) => {
      throw fault instanceof Refusal ? new CalendarUnreadable('too many at once', 'busy') : fault
    })
}

function inThread(workerData: CalendarToRead, readMs: number): Promise<Happening[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(reader, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      stdout: true,
      stderr: true,
    })
    const end = (events: Happening[] | null, why = '', kind?: CalendarUnreadable['kind']) => {
      clearTimeout(late)
      events ? resolve(events) : reject(new CalendarUnreadable(why, kind))
      worker.terminate().catch(() => {})
    }
    const late = setTimeout(() => end(null, 'too long', 'timeout'), readMs)
    worker.once('message', end)
    worker.once('error', (fault) => end(null, String(fault)))
    worker.once('exit', () => end(null, 'ended'))
  })
}
