import { Worker } from 'node:worker_threads'
import type { Env } from '#server/platform/env.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { WorkQueue } from '#server/platform/work/work-queue.ts'
import { CalendarUnreadable, TOO_SLOW_TO_READ } from './calendar-unreadable.ts'
import type { CalendarResult, CalendarTask } from './calendar-worker.ts'
import { type CalendarFile, fetchCalendar } from './fetch-calendar.ts'
import type { CalendarSpan, ParsedCalendar } from './parse-calendar.ts'

/**
 * `times` are merged and in order. `ownEvents` are events published by this site and excluded from them. Skipped events
 * block their whole day. `events` is the component count, 0 for an empty calendar. `assumedZones` are unknown zones
 * parsed as the artist's. Times are complete until `completeUntil`; null for the whole span.
 */
export type CalendarReading = ParsedCalendar & { etag: string | null }
/** @public */
export type BusyTime = ParsedCalendar['times'][number]
/** @public */
export type SkippedEvent = ParsedCalendar['skipped'][number]
export { CalendarUnreadable }

const WAIT_MS = 5_000
/** Timeout of one parse on an overloaded machine. The parser's own budget is much smaller. */
const READ_MS = 4_000
const MOST_MEMORY_MB = 256
const PER_OWNER = { standing: 5, perSecond: 1, burst: 30 }

// Parsed in a worker thread with a timeout, so that a hostile file cannot block the process.
const worker = new URL('calendar-worker.ts', import.meta.url)
const queue = new WorkQueue({ atOnce: 2, waiting: 100, ofNetwork: PER_OWNER })

/**
 * Reads the busy times of an iCalendar URL between two instants (epoch milliseconds). Expands recurrences; floating
 * times are in `zone`. Requests only public addresses, unless the site runs on loopback. `owner` is for fair queueing;
 * `waitMs` is the download timeout. Throws `CalendarUnreadable`.
 */
export async function readCalendar(
  env: Pick<Env, 'publicUrl'>,
  url: string,
  { etag, owner, ...span }: CalendarSpan & { etag: string | null; owner: string },
  waitMs = WAIT_MS,
): Promise<CalendarReading | 'unchanged'> {
  const file = await fetchCalendar(env, { url, etag, waitMs })
  if (file === 'unchanged') return file
  return { ...(await parseFile(file, span, owner)), etag: file.etag }
}

export async function parseFile(
  { bytes, charset }: Pick<CalendarFile, 'bytes' | 'charset'>,
  { from, until, zone }: CalendarSpan,
  owner: string,
  readMs = READ_MS,
): Promise<ParsedCalendar> {
  const task: CalendarTask = { bytes, charset, span: { from, until, zone } }
  try {
    return await queue.run(owner, () => runWorker(task, readMs))
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
    throw new CalendarUnreadable('We are reading too many calendars at the moment. We will try again later.', 'busy')
  }
}

function runWorker(workerData: CalendarTask, readMs: number): Promise<ParsedCalendar> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(worker, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
      stdout: true,
      stderr: true,
    })
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      thread.terminate().catch(() => {})
    }
    const fail = (reason: string, kind?: CalendarUnreadable['kind'], cause?: unknown) =>
      finish(() => reject(new CalendarUnreadable(reason, kind, { cause })))
    const timer = setTimeout(() => fail(TOO_SLOW_TO_READ, 'timeout'), readMs)
    thread.once('message', (result: CalendarResult) =>
      'reason' in result ? fail(result.reason, result.kind) : finish(() => resolve(result)),
    )
    thread.once('error', (fault) => {
      const isTooLarge = (fault as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
      fail(
        isTooLarge ? 'The calendar is too large for us to read.' : 'We could not read the calendar.',
        'unreadable',
        fault,
      )
    })
    thread.once('exit', () => fail('We could not read the calendar.'))
  })
}
