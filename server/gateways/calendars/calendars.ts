import { request as plain } from 'node:http'
import { request as sealed } from 'node:https'
import { dayOf } from '#server/platform/event-day.ts'
import { type Env, onLoopback } from '#server/platform/env.ts'
import { isInside, lookUpOutside } from '#server/gateways/outside.ts'
import { CalendarUnreadable } from './calendar-unreadable.ts'
import { layOut } from './lay-out.ts'
import type { Happening, Moment } from './read-calendar-worker.ts'

/** A stretch of time that a calendar elsewhere keeps busy, in milliseconds since the epoch. */
export type BusyTime = { from: number; to: number }
/** An event that could not be read: its title, its day (YYYY-MM-DD in the owner's zone) if that is known, and why. */
type SkippedEvent = { title: string; date: string | null; reason: 'start' | 'repeat' | 'duplicate' | 'other' }
/** One reading of a calendar. Instants are in milliseconds since the epoch. */
export type CalendarReading = {
  /** Merged, clipped to the span, in order. The whole day of each skipped event with a date is among them. */
  times: BusyTime[]
  /** How many components were read. */
  events: number
  /** Busy times of events whose UID ends in `@primp`, which are not in `times`. */
  ownEvents: { uid: string; from: number; to: number }[]
  /** At most 20. */
  skipped: SkippedEvent[]
  /** Names of zones that nobody knows, read in the owner's zone; at most 20. */
  assumedZones: string[]
  /** Null if the whole span was read; otherwise nothing is known from this instant on. */
  completeUntil: number | null
  etag: string | null
}

export { CalendarUnreadable }

const MOST_BYTES = 5 * 1024 * 1024
const WAIT_MS = 5_000
const MOST_REDIRECTS = 3
const MOST_TIMES = 5_000

/**
 * Reads the busy times of an iCalendar address between two instants (epoch milliseconds). Repeating events are
 * expanded; times without a zone are read in `zone`. Only public addresses are asked, unless the site itself runs on
 * loopback. `owner` is whose calendar it is: parsing is shared fairly between owners. Throws `CalendarUnreadable`.
 */
export async function readCalendar(
  env: Pick<Env, 'publicUrl'>,
  url: string,
  { from, until, etag, zone, owner }: { from: number; until: number; etag: string | null; zone: string; owner: string },
  waitMs = WAIT_MS,
): Promise<CalendarReading | 'unchanged'> {
  const near = onLoopback(env.publicUrl)
  const answer = await fetchText(new URL(url), etag, near, MOST_REDIRECTS, AbortSignal.timeout(waitMs)).catch(
    (fault: Error) => {
      throw fault.cause instanceof Error && fault.cause.name === 'TimeoutError'
        ? new CalendarUnreadable('no answer in time', 'timeout')
        : fault
    },
  )
  if (answer === 'unchanged') return answer
  if (!/BEGIN:VCALENDAR/i.test(answer.text)) throw new CalendarUnreadable('no calendar')
  const read = await parseCalendar(answer.text, { from, until, zone, owner })
  return { ...read, skipped: [], assumedZones: [], completeUntil: null, etag: answer.etag }
}

function fetchText(
  url: URL,
  etag: string | null,
  near: boolean,
  redirects: number,
  signal: AbortSignal,
): Promise<{ text: string; etag: string | null } | 'unchanged'> {
  if (!/^https?:$/.test(url.protocol) || (!near && isInside(url.hostname.replace(/^\[|\]$/g, ''))))
    return Promise.reject(new CalendarUnreadable('address'))
  const lookup = lookUpOutside(near, () => new CalendarUnreadable('address'))
  return new Promise((done, fail) => {
    const asked = (url.protocol === 'https:' ? sealed : plain)(
      url,
      { lookup, signal, headers: { accept: 'text/calendar', ...(etag ? { 'if-none-match': etag } : {}) } },
      (response) => {
        const { statusCode = 0, headers } = response
        if (statusCode === 304) {
          response.resume()
          return done('unchanged')
        }
        if (statusCode >= 300 && statusCode < 400 && headers.location && redirects > 0) {
          response.resume()
          return done(
            URL.canParse(headers.location, url.href)
              ? fetchText(new URL(headers.location, url), etag, near, redirects - 1, signal)
              : Promise.reject(new CalendarUnreadable('redirect')),
          )
        }
        if (statusCode !== 200) {
          response.resume()
          return fail(
            new CalendarUnreadable(`answered ${statusCode}`, 'unreadable', {
              reason: `Your calendar server answered ${statusCode}.`,
              retryAfter: retryAfterOf(headers['retry-after']),
            }),
          )
        }
        const parts: Buffer[] = []
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > MOST_BYTES) response.destroy(new CalendarUnreadable('too big'))
          else parts.push(part)
        })
        response.on('end', () => done({ text: Buffer.concat(parts).toString('utf8'), etag: headers.etag ?? null }))
        response.on('error', fail)
      },
    )
    asked.on('error', fail)
    asked.end()
  })
}

const retryAfterOf = (header: string | undefined): number | null => {
  const at = header && /^\d{1,9}$/.test(header) ? Date.now() + Number(header) * 1000 : Date.parse(header ?? '')
  return Number.isNaN(at) ? null : at
}

/** Returns the busy times of an iCalendar text between two instants, without those of our own events. */
export const busyTimesOf = async (...asked: Parameters<typeof parseCalendar>): Promise<BusyTime[]> =>
  (await parseCalendar(...asked)).times

async function parseCalendar(
  text: string,
  { from, until, zone, owner = '' }: { from: number; until: number; zone: string; owner?: string },
  readMs?: number,
): Promise<Pick<CalendarReading, 'times' | 'events' | 'ownEvents'>> {
  const times: BusyTime[] = []
  const ownEvents: CalendarReading['ownEvents'] = []
  const events = await layOut(text, { from, until, owner }, readMs)
  for (const event of events) {
    const isOwn = /@primp(_R[0-9TZ]{1,20})?$/i.test(event.uid.slice(-40))
    for (const one of happenings(event, zone)) {
      if (one.to <= from || one.from >= until || one.to <= one.from) continue
      const time = { from: Math.max(one.from, from), to: Math.min(one.to, until) }
      if (isOwn) ownEvents.push({ uid: event.uid, ...time })
      else times.push(time)
      if (times.length >= MOST_TIMES) return { times: joined(times), events: events.length, ownEvents }
    }
  }
  return { times: joined(times), events: events.length, ownEvents }
}

function happenings(event: Happening, zone: string): BusyTime[] {
  const own = busyOf(event) ? event : null
  if (!event.days) return own ? [standing(own, zone)] : []
  const changed = new Map(event.changed.map((one) => [one.at, one]))
  const left = new Set(event.left)
  return [
    ...(own
      ? event.days
          .filter((day) => !left.has(day) && !changed.has(day))
          .map((day) => standing({ ...own, start: day, end: day + own.end - own.start }, zone))
      : []),
    ...event.changed.filter(busyOf).map((one) => standing(one, zone)),
  ]
}

const busyOf = ({ start, end, status, transparency }: Moment): boolean =>
  Boolean(start && end && status !== 'CANCELLED' && transparency !== 'TRANSPARENT')

// A day without a zone is a day where the artist lives.
const standing = ({ start, end, floats }: Moment, zone: string): BusyTime =>
  floats ? { from: instantIn(zone, start), to: instantIn(zone, end) } : { from: start, to: end }

function joined(times: BusyTime[]): BusyTime[] {
  const all: BusyTime[] = []
  for (const time of times.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && time.from <= last.to) last.to = Math.max(last.to, time.to)
    else all.push({ ...time })
  }
  return all
}

/** The instant at which the clocks of a zone show what this machine's clock shows at another. */
function instantIn(zone: string, here: number): number {
  const shown = here - new Date(here).getTimezoneOffset() * 60_000
  const date = new Date(shown).toISOString().slice(0, 10)
  return dayOf(date, zone).at((shown - Date.parse(date)) / 60_000)
}
