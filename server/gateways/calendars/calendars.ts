import { lookup as resolve } from 'node:dns'
import { request as plain } from 'node:http'
import { request as sealed } from 'node:https'
import { BlockList, type LookupFunction } from 'node:net'
import { type Env, onLoopback } from '#server/platform/env.ts'
import { CalendarUnreadable } from './calendar-unreadable.ts'
import { layOut } from './lay-out.ts'
import type { Happening, Moment } from './read-calendar-worker.ts'

/** A stretch of time that a calendar elsewhere keeps busy, in milliseconds since the epoch. */
export type BusyTime = { from: number; to: number }
export type ReadCalendar = { times: BusyTime[]; etag: string | null } | 'unchanged'

export { CalendarUnreadable }

const MOST_BYTES = 5 * 1024 * 1024
const WAIT_MS = 10_000
const MOST_REDIRECTS = 3
const MOST_TIMES = 5_000

const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(net, bits)
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['fc00::', 7],
  ['fec0::', 10],
  ['fe80::', 10],
  ['ff00::', 8],
  ['2002::', 16],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

/** Whether an address belongs to no public network: nobody may make this server look there. */
export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return inside.check(mapped)
  return address.includes(':') ? inside.check(address, 'ipv6') : inside.check(address)
}

/** Reads the busy times of an iCalendar address between two instants, repeating events laid out; what it holds beside times is never kept. Only public addresses are asked, except by a site that runs on this machine alone. */
export async function readCalendar(
  env: Pick<Env, 'publicUrl'>,
  url: string,
  { from, until, etag }: { from: number; until: number; etag: string | null },
): Promise<ReadCalendar> {
  const near = onLoopback(env.publicUrl)
  const answer = await fetchText(new URL(url), etag, near, MOST_REDIRECTS, AbortSignal.timeout(WAIT_MS))
  if (answer === 'unchanged') return answer
  if (!/BEGIN:VCALENDAR/i.test(answer.text)) throw new CalendarUnreadable('no calendar')
  return { times: await busyTimesOf(answer.text, from, until), etag: answer.etag }
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
  // What the name stands for is looked at as it is dialled, so that it cannot become another address in between.
  const lookup: LookupFunction = (hostname, options, done) =>
    resolve(hostname, { ...options, all: false }, (fault, address, family) => {
      if (!fault && !near && isInside(String(address))) return done(new CalendarUnreadable('address'), '', 4)
      if ((options as { all?: boolean }).all && !fault)
        return (done as unknown as (f: null, all: unknown[]) => void)(null, [{ address, family }])
      done(fault, address, family)
    })
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
          return fail(new CalendarUnreadable(`answered ${statusCode}`))
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

/** The times that an iCalendar text keeps busy between two instants: cancelled and see-through events left out, repeats laid out, overlaps joined. */
export async function busyTimesOf(text: string, from: number, until: number, readMs?: number): Promise<BusyTime[]> {
  const times: BusyTime[] = []
  for (const event of await layOut(text, from, until, readMs)) {
    for (const one of happenings(event)) {
      if (one.to > from && one.from < until && one.to > one.from)
        times.push({ from: Math.max(one.from, from), to: Math.min(one.to, until) })
      if (times.length >= MOST_TIMES) return joined(times)
    }
  }
  return joined(times)
}

function happenings(event: Happening): BusyTime[] {
  const own = busyOf(event)
  if (!event.days) return own ? [own] : []
  const changed = new Map(event.changed.map((one) => [one.at, one]))
  const left = new Set(event.left)
  return [
    ...(own
      ? event.days
          .filter((day) => !left.has(day) && !changed.has(day))
          .map((day) => ({ from: day, to: day + own.to - own.from }))
      : []),
    ...event.changed.flatMap((one) => busyOf(one) ?? []),
  ]
}

const busyOf = ({ start, end, status, transparency }: Moment): BusyTime | null =>
  start && end && status !== 'CANCELLED' && transparency !== 'TRANSPARENT' ? { from: start, to: end } : null

function joined(times: BusyTime[]): BusyTime[] {
  const all: BusyTime[] = []
  for (const time of times.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && time.from <= last.to) last.to = Math.max(last.to, time.to)
    else all.push({ ...time })
  }
  return all
}
