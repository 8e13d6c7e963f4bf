import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Booked, BookingLoad } from './booking-load.ts'
import { inProcess, round, spreadOf } from './measure.ts'
import { cpuBetween, databaseCpu, type Site } from './site.ts'
import { logPosition, type Writes, writesSince } from './writes.ts'

export type BookingRun = {
  connections: number
  perSecond: number
  booked: number
  lost: number
  ms: { p50: number; p95: number; p99: number }
  hold: { p50: number; p95: number; p99: number }
  confirm: { p50: number; p95: number; p99: number }
  /** CPU milliseconds per booking: the server (including an embedded database), PostgreSQL, and the load generator. */
  cpuMs: { server: number; database: number | null; load: number }
  /** The time until all background work was done after the last response, and its CPU. */
  after: { seconds: number; serverMs: number; databaseMs: number | null }
  /** Writes per booking including its background work; null for the embedded database. */
  writes: Writes | null
}

const two = (n: number) => String(n).padStart(2, '0')
export type Ready = { cookie: string; quoteId: string; slug: string; hash: string }

export async function call<T>(
  site: { url: string },
  path: string,
  body: unknown,
  cookie = '',
  method = body === undefined ? 'GET' : 'POST',
): Promise<{ status: number; data: T; cookie: string }> {
  const answer = await fetch(site.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: site.url,
      'idempotency-key': crypto.randomUUID(),
      ...(cookie ? { cookie } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { data } = (await answer.json()) as { data: T }
  return { status: answer.status, data, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? cookie }
}

/** Customers with an open price, each with a different artist and time. Not measured. */
async function prepare(site: Site, wanted: number): Promise<Ready[]> {
  const ready: Ready[] = []
  const taken = new Set<string>()
  let n = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (ready.length < wanted && n < wanted * 3) {
        const found = await findTime(site, n++, taken)
        if (found) ready.push(found)
      }
    }),
  )
  return ready
}

/** Opens a price for the nth customer near London on an unbooked day. Null if there is none. */
export async function findTime(site: { url: string }, n: number, taken: Set<string>): Promise<Ready | null> {
  const eventDate = new Date(Date.UTC(2027, 1, 1 + (n % 150))).toISOString().slice(0, 10)
  const search = await call<{ search: { id: string } }>(site, '/v1/quotes/', {
    storeSlug: 'beauty',
    categorySlug: 'makeup-hair-styling',
    eventDate,
    finishTime: `${two(10 + (n % 8))}:00`,
    services: ['makeup'],
    location: {
      type: 'Point',
      coordinates: [-0.1 + ((n * 7) % 100) / 1000, 51.48 + ((n * 13) % 100) / 1000],
      address: { placeName: 'London', countryCode: 'GB' },
    },
  })
  const quoteId = search.data.search.id
  const who = {
    name: 'Leila Hart',
    email: `${crypto.randomUUID()}@bench.example`,
    event: 'Wedding',
    mobile: '07700 900142',
  }
  await call(site, `/v1/quotes/${quoteId}`, who, search.cookie, 'PATCH')
  const page = await call<{ offers: { mobile: { provider: { slug: string } }[] } }>(
    site,
    `/v1/quotes/${quoteId}`,
    undefined,
    search.cookie,
  )
  const free = page.data.offers.mobile.find(({ provider }) => !taken.has(`${provider.slug} ${eventDate}`))
  if (!free) return null
  taken.add(`${free.provider.slug} ${eventDate}`)
  const opened = await call<{ locked: { hash: string } | null }>(
    site,
    `/v1/quotes/${quoteId}/@/${free.provider.slug}?type=mobile`,
    undefined,
    search.cookie,
  )
  const hash = opened.data.locked?.hash
  return hash ? { cookie: search.cookie, quoteId, slug: free.provider.slug, hash } : null
}

/** Holds the time, opens the payment and confirms it. Returns the durations, or the status that ended it. */
export async function bookTime(
  site: { url: string },
  { cookie, quoteId, slug, hash }: Ready,
): Promise<{ holdMs: number; confirmMs: number } | { status: number }> {
  const from = performance.now()
  const held = await call<{ hold: { id: string } }>(
    site,
    '/v1/holds',
    { quoteId, profileId: slug, type: 'mobile', hash },
    cookie,
  )
  if (held.status !== 200) return { status: held.status }
  const kept = performance.now()
  const paid = await call<{ payment: { clientSecret: string } }>(
    site,
    `/v1/holds/${held.data.hold.id}/payment`,
    {
      requester: {
        name: 'Leila Hart',
        email: `${crypto.randomUUID()}@bench.example`,
        event: 'Wedding',
        mobile: '07700 900142',
      },
      day: { address: '1 Lark Row' },
      names: ['Leila'],
      terms: true,
    },
    cookie,
  )
  const done =
    paid.status === 200
      ? await call(
          site,
          `/v1/test-bank/intents/${paid.data.payment.clientSecret}/confirm`,
          { number: '4242424242424242', expiry: '12/30', code: '123' },
          cookie,
        )
      : paid
  if (done.status !== 200) return { status: done.status }
  return { holdMs: kept - from, confirmMs: performance.now() - kept }
}

/** Reorders the list so that no artist comes twice in a row, if possible. */
function spread(ready: readonly Ready[]): Ready[] {
  const lines = [...Map.groupBy(ready, ({ slug }) => slug).values()]
  const longest = Math.max(0, ...lines.map(({ length }) => length))
  return Array.from({ length: longest }, (_, n) => lines.flatMap((line) => line[n] ?? [])).flat()
}

export async function measureBookings(
  site: Site,
  { wanted, connections, databaseUrl }: { wanted: number; connections: number; databaseUrl: string | undefined },
): Promise<BookingRun> {
  const ready = spread(await prepare(site, wanted))
  if (databaseUrl) await asIfGrown(databaseUrl)
  await atRest(site, databaseUrl)
  const position = await logPosition(databaseUrl)
  const [cpu, database] = [await site.cpuMs(), databaseCpu(databaseUrl)]
  const load: BookingLoad = { url: site.url, ready, connections }
  const { holds, confirms, lost, seconds, cpuMs } = await inProcess<Booked>('./booking-load.ts', load)
  const [then, databaseThen] = [await site.cpuMs(), databaseCpu(databaseUrl)]
  const from = performance.now()
  await atRest(site, databaseUrl)
  const after = (performance.now() - from) / 1000
  const booked = holds.length
  const each = (ms: number) => round(ms / Math.max(1, booked), 1)
  const ofDatabase = (before: typeof database, now: typeof database) =>
    databaseUrl ? each(cpuBetween(before, now)) : null
  return {
    connections,
    perSecond: round(booked / seconds, 0),
    booked,
    lost,
    ms: spreadOf(holds.map((ms, n) => ms + (confirms[n] ?? 0))),
    hold: spreadOf(holds),
    confirm: spreadOf(confirms),
    cpuMs: { server: each(then - cpu), database: ofDatabase(database, databaseThen), load: each(cpuMs) },
    after: {
      seconds: round(after, 1),
      serverMs: each((await site.cpuMs()) - then),
      databaseMs: ofDatabase(databaseThen, databaseCpu(databaseUrl)),
    },
    writes: await writesSince(databaseUrl, position, booked),
  }
}

/** Updates the statistics of PostgreSQL, because plans for empty tables scan them. */
async function asIfGrown(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum analyze').finally(() => client.end())
}

const QUIET_MS = 500

/** Waits until the server has been nearly idle for half a second. */
async function atRest(site: Site, databaseUrl: string | undefined): Promise<void> {
  for (let quiet = false; !quiet; ) {
    const [server, database] = [await site.cpuMs(), databaseCpu(databaseUrl)]
    await setTimeout(QUIET_MS)
    quiet = (await site.cpuMs()) - server + cpuBetween(database, databaseCpu(databaseUrl)) < QUIET_MS / 10
  }
}
