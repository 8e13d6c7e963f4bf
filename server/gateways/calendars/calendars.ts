import { Worker } from 'node:worker_threads'
import type { Env } from '#server/platform/env.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { WorkQueue } from '#server/platform/work/work-queue.ts'
import { CalendarUnreadable, TOO_SLOW_TO_READ } from './calendar-unreadable.ts'
import type { CalendarResult, CalendarTask } from './calendar-worker.ts'
import { type CalendarFile, fetchCalendar } from './fetch-calendar.ts'
import type { CalendarSpan, ParsedCalendar } from './parse-calendar.ts'

/**
 * A calendar that was read. `times` are merged and in order. `ownEvents` are those that this site published itself; they
 * are not in `times`. The whole day of each skipped event is. `events` counts the components that were read: 0 means
 * that the calendar is empty. `assumedZones` are unknown zones that were read as the artist's zone. Everything before
 * `completeUntil` is known, and nothing after it; null means that the whole span is.
 */
export type CalendarReading = ParsedCalendar & { etag: string | null }
/** @public */
export type BusyTime = ParsedCalendar['times'][number]
/** @public */
export type SkippedEvent = ParsedCalendar['skipped'][number]
export { CalendarUnreadable }

const WAIT_MS = 5_000
/** Wall-clock limit of one parse, for a machine that is very busy. The parser stops itself much earlier. */
const READ_MS = 4_000
const MOST_MEMORY_MB = 256
const PER_OWNER = { standing: 5, perSecond: 1, burst: 30 }

// Files are parsed in a thread of their own, so that a hostile one can neither block the process nor outlive its time.
const worker = new URL('calendar-worker.ts', import.meta.url)
// Owners take turns, so that slow calendars of one artist do not delay those of others.
const queue = new WorkQueue({ atOnce: 2, waiting: 100, ofNetwork: PER_OWNER })

/**
 * Reads the busy times of an iCalendar address between two instants (epoch milliseconds). Repeating events are
 * expanded; times without a zone are read in `zone`. Only public addresses are asked, unless the site itself runs on
 * loopback. `owner` is whose calendar it is: parsing is shared fairly between owners. `waitMs` limits the download.
 * Throws `CalendarUnreadable`.
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

/** Parses a calendar file in a worker thread. `readMs` limits the time of the parse. Throws `CalendarUnreadable`. */
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
    throw new CalendarUnreadable('Too many calendars are being read. We will try again.', 'busy')
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
        isTooLarge ? 'The calendar is too large to be read.' : 'The calendar could not be read.',
        'unreadable',
        fault,
      )
    })
    thread.once('exit', () => fail('The calendar could not be read.'))
  })
}
