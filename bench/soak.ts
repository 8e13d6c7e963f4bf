import { type ClientRequest, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { listCitiesByPeople } from '#db/market/cities.ts'
import { bookTime, call, findTime } from './bookings.ts'
import { round } from './measure.ts'
import { rollOf, wishes } from './parties.ts'
import { newVisitor } from './streams.ts'
import type { Site } from './site.ts'

/** One minute: megabytes per process, work done, and errors. */
export type Minute = {
  minute: number
  memoryMb: number[]
  searches: number
  bookings: number
  pages: number
  events: number
  streams: number
  /** Faults counted by the processes, and 5xx or missing responses. */
  faults: number
}
export type Soak = {
  minutes: Minute[]
  /** Memory growth of each process after the warm-up, in percent. */
  growthPercent: number[]
  warmMinutes: number
  faults: number
  /** The first error of each kind. */
  wrong: string[]
}

const CITIES = 200
const STREAMS = 60
// Low rates that do not saturate two cores, because the soak test measures memory, not throughput.
const perSecond = { searches: 4, bookings: 0.5, pages: 10 }
const WARM_MINUTES = 10

/** Runs mixed traffic at constant rates on two web processes and a worker for this number of minutes. */
export async function soak(
  web: readonly Site[],
  worker: Site,
  minutes: number,
  say: (minute: Minute) => void,
): Promise<Soak> {
  const all = [...web, worker]
  const counted = { searches: 0, bookings: 0, pages: 0, events: 0, streams: 0, lost: 0 }
  const wrong = new Map<string, string>()
  const amiss = (what: string) => {
    counted.lost++
    wrong.set(what.replace(/\d{4,}|[\w-]{12,}/g, '…'), what)
  }
  const stop = new AbortController()
  const traffic = mixedTraffic(web, counted, amiss, stop.signal)
  const done: Minute[] = []
  let before = await faultsOf(all)
  const first = before
  for (let minute = 1; minute <= minutes; minute++) {
    const was = { ...counted }
    await setTimeout(60_000)
    const faults = await faultsOf(all)
    const row: Minute = {
      minute,
      memoryMb: (await Promise.all(all.map((site) => site.memoryBytes()))).map((bytes) => round(bytes / 2 ** 20, 1)),
      searches: counted.searches - was.searches,
      bookings: counted.bookings - was.bookings,
      pages: counted.pages - was.pages,
      events: counted.events - was.events,
      streams: counted.streams,
      faults: faults - before + counted.lost - was.lost,
    }
    before = faults
    done.push(row)
    say(row)
  }
  stop.abort()
  await traffic
  const warmMinutes = Math.min(WARM_MINUTES, Math.floor(minutes / 3))
  return {
    minutes: done,
    growthPercent: all.map((_, i) => growthOf(done.slice(warmMinutes).map(({ memoryMb }) => memoryMb[i] as number))),
    warmMinutes,
    faults: before - first + counted.lost,
    wrong: [...wrong.values()],
  }
}

const faultsOf = async (sites: readonly Site[]): Promise<number> =>
  (await Promise.all(sites.map((site) => site.faults()))).reduce((sum, n) => sum + n, 0)

// Compares the first and last tenth (at least five of ten or more), because a single reading depends on garbage
// collection.
function growthOf(megabytes: readonly number[]): number {
  const share = Math.max(1, Math.min(5, Math.floor(megabytes.length / 2)), Math.floor(megabytes.length / 10))
  const mean = (some: readonly number[]) => some.reduce((sum, n) => sum + n, 0) / some.length
  return round((mean(megabytes.slice(-share)) / mean(megabytes.slice(0, share)) - 1) * 100, 1)
}

type Counted = { searches: number; bookings: number; pages: number; events: number; streams: number; lost: number }

async function mixedTraffic(
  web: readonly Site[],
  counted: Counted,
  amiss: (what: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  const roll = rollOf(17)
  const cities = listCitiesByPeople(1, CITIES)
  const wish = wishes(cities, 19)
  const site = () => web[Math.floor(roll() * web.length)] as Site
  const places = await placePaths(web[0] as Site)
  const paths = ['/', '/content/help', '/lessons', '/@/mia-hollis', '/content/reviews', ...places]
  const taken = new Set<string>()
  let customers = 0

  const search = async () => {
    const at = site()
    const saved = await call<{ search: { id: string } }>(at, '/v1/quotes/', wish.next().value)
    if (saved.status >= 500) return amiss(`POST /v1/quotes/ ${saved.status}`)
    if (saved.status !== 200) return undefined
    // Often read from the other process.
    const quotes = await call(site(), `/v1/quotes/${saved.data.search.id}`, undefined, saved.cookie)
    if (quotes.status !== 200) return amiss(`GET /v1/quotes/{id} ${quotes.status}`)
    counted.searches++
    return undefined
  }
  const booking = async () => {
    const found = await findTime(site(), customers++, taken)
    const booked = found && (await bookTime(site(), found))
    if (!booked) return undefined
    if ('status' in booked) return booked.status >= 500 ? amiss(`a booking ${booked.status}`) : undefined
    counted.bookings++
    return undefined
  }
  const page = async () => {
    const path = paths[Math.floor(roll() * paths.length)] as string
    const answer = await fetch(site().url + path)
    await answer.text()
    if (answer.status >= 400) return amiss(`GET ${path} ${answer.status}`)
    counted.pages++
    return undefined
  }
  await Promise.all([
    evenly(perSecond.searches, search, amiss, stopped),
    evenly(perSecond.bookings, booking, amiss, stopped),
    evenly(perSecond.pages, page, amiss, stopped),
    ...Array.from({ length: STREAMS }, (_, n) => stream(site(), n, roll, counted, stopped)),
  ])
}

/** Starts the work at this rate, regardless of earlier runs, and waits for all at the end. */
async function evenly(
  often: number,
  act: () => Promise<unknown>,
  amiss: (what: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  const open = new Set<Promise<unknown>>()
  while (!stopped.aborted) {
    const acting = act()
      .catch((fault: Error) => amiss(`${fault.message} ${(fault.cause as Error | undefined)?.message ?? ''}`))
      .finally(() => open.delete(acting))
    open.add(acting)
    await setTimeout(1_000 / often, undefined, { signal: stopped }).catch(() => {})
  }
  await Promise.all(open)
}

async function stream(
  site: Site,
  n: number,
  roll: () => number,
  counted: Counted,
  stopped: AbortSignal,
): Promise<void> {
  const cookie = await newVisitor(site)
  while (!stopped.aborted) {
    const asked: ClientRequest = get(
      `${site.url.replace('localhost', '127.0.0.1')}/v1/live`,
      { agent: false, headers: { cookie }, localAddress: `127.0.1.${1 + (n % 4)}` },
      (answer) => answer.on('data', () => counted.events++).on('error', () => {}),
    )
    asked.on('error', () => {})
    counted.streams++
    await setTimeout(30_000 + roll() * 90_000, undefined, { signal: stopped }).catch(() => {})
    asked.destroy()
    counted.streams--
  }
}

async function placePaths({ url }: Site): Promise<string[]> {
  const index = await (await fetch(`${url}/sitemap.xml`)).text()
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => new URL(loc as string).pathname)
  const paths: string[] = []
  for (const part of parts) {
    const list = await (await fetch(url + part)).text()
    for (const [, loc] of list.matchAll(/<loc>([^<]+)<\/loc>/g)) paths.push(new URL(loc as string).pathname)
  }
  const places = paths.filter((path) => /^\/(au|ca|gb|us)\/[a-z-]+\/[a-z-]+$/.test(path))
  return places.filter((_, i) => i % Math.max(1, Math.floor(places.length / CITIES)) === 0)
}
