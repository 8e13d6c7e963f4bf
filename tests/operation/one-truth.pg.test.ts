import fc from 'fast-check'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hasCluster, openCluster } from '#server/test-cluster.ts'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { type Line, openLine } from '#server/test-line.ts'
import { normalize, openFreshRenders } from './fresh-renders.ts'
import { endAll, type Running, startPrimp } from './primp-process.ts'
import { keepCookie, signedIn as headersOf } from '#tests/signed-in.ts'

const full = process.env['PROVE'] === '1'
const name = `${process.pid}_one_truth`
const AGREED_MS = 5_000
const COME_AGAIN_MS = 20_000
const eventDate = '2027-07-03'
const place = '/gb/makeup-hair-styling/london'
const reason = 'Tried by a test of many processes.'
const publicUrl = 'http://localhost:3000'
const settings = { PUBLIC_URL: publicUrl, SAMPLE_MARKET: 'on', CLOCK: '2026-11-20T09:00:00Z', RATE_LIMITS: 'off' }

let url = ''
const lines: Line[] = []
const cluster = full && hasCluster() ? openCluster() : undefined
const started = performance.now()
const clock = () => new Date(Date.parse(settings.CLOCK) + performance.now() - started)

beforeAll(async () => {
  url = await createCopy(name)
})
afterEach(async () => {
  await endAll()
  for (const line of lines.splice(0)) await line.close()
})
afterAll(async () => {
  await cluster?.close()
  await deleteCopy(name)
})

const notices = async (to: string): Promise<Line> => {
  const line = await openLine(to)
  lines.push(line)
  return line
}
const start = (databaseUrl: string, directUrl: string, roles = 'web') =>
  startPrimp(
    '',
    {
      ...settings,
      DATABASE_URL: databaseUrl,
      DATABASE_DIRECT_URL: directUrl,
      ROLES: roles,
      DATABASE_ANSWER_MS: '3000',
    },
    '/readyz',
  )

type Call = (
  { url }: Running,
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; data: Record<string, never> }>

/** Calls of a signed-in account; its session is valid in every process. */
async function signedIn(primp: Running, who: string): Promise<Call> {
  const ask: (bearer: string) => Call =
    (bearer) =>
    async ({ url: base }, method, path, body) => {
      const answer = await fetch(base + path, {
        method,
        headers: { origin: publicUrl, 'content-type': 'application/json', ...(bearer ? headersOf(bearer) : {}) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { data } = (await answer.json()) as { data: Record<string, never> }
      if (data?.['token']) keepCookie(String(data['token']), answer.headers.getSetCookie())
      return { status: answer.status, data }
    }
  const { data } = await ask('')(primp, 'POST', '/v1/accounts/login', {
    email: `${who}@primp.test`,
    password: 'primp-sample-1',
  })
  return ask(String(data['token']))
}

type Hands = { mia: Call; olu: Call }
type Write = (at: Running, hands: Hands, n: number) => Promise<number>

/** Every mutation of visible data; each returns its status. */
const writes = {
  price: async (at, { mia }, n) => {
    const { data } = await mia(at, 'GET', '/v1/providers/me')
    const services = data['services'] as unknown as { id: string; categoryId: number; status: string }[]
    const one = services.find(({ status }) => status === 'active') ?? services[0]
    const items = [{ serviceId: one?.id, status: 'active', cost: 40 + n }]
    return (await mia(at, 'PUT', `/v1/providers/me/prices/${one?.categoryId}`, { items })).status
  },
  diary: async (at, { mia }, n) =>
    (await mia(at, n % 2 ? 'PUT' : 'DELETE', `/v1/providers/bookedoutdates/fullday/${eventDate}`)).status,
  pause: async (at, { mia }, n) => {
    const { status } = await mia(at, 'POST', '/v1/providers/me/pause', { paused: n % 3 === 0 })
    // Already in this state.
    return status === 409 ? 200 : status
  },
  review: async (at, { olu }, n) => {
    const { data } = await olu(at, 'GET', '/v1/operator/reviews?text=Hollis')
    const { data: all } = await olu(at, 'GET', '/v1/operator/reviews')
    const found = [...Object.values(data['reviews'] ?? []), ...Object.values(all['reviews'] ?? [])] as {
      id: string
      hiddenAt: string | null
    }[]
    const one = found[n % Math.min(5, found.length)]
    return (
      await olu(at, 'POST', `/v1/operator/reviews/${one?.id}/${one?.hiddenAt ? 'restore' : 'remove'}`, { reason })
    ).status
  },
  catalogue: async (at, { olu }, n) => {
    const { data } = await olu(at, 'GET', '/v1/operator/catalogue')
    const services = data['services'] as unknown as ({ id: string } & Record<string, unknown>)[]
    const made = services.find(({ id }) => id === 'makeup')
    const body = { ...made, label: `Makeup ${n}`, minutes: 30 + n, reason }
    return (await olu(at, 'PUT', '/v1/operator/catalogue/services/makeup', body)).status
  },
  fee: async (at, { olu }, n) => {
    const { data } = await olu(at, 'GET', '/v1/operator/catalogue')
    const categories = data['categories'] as unknown as { id: number; slug: string }[]
    const { id } = categories.find(({ slug }) => slug === 'makeup-hair-styling') ?? { id: 0 }
    return (await olu(at, 'PUT', `/v1/operator/catalogue/fees/${id}`, { percent: 5 + (n % 20), reason })).status
  },
  market: async (at, { olu }, n) =>
    (await olu(at, 'PUT', '/v1/operator/markets/GB', { covidTrained: n % 2 === 0, vaccinated: n % 3 === 0, reason }))
      .status,
  setting: async (at, { olu }, n) => {
    const business = { legalName: `Primp ${n} Ltd`, supportEmail: `help${n}@primp.test`, supportPhone: '', chat: '' }
    return (await olu(at, 'PUT', '/v1/operator/settings', { business, reason })).status
  },
  words: async (at, { olu }, n) => {
    const { data } = await olu(at, 'GET', `/v1/operator/page?path=${place}`)
    const { number, draft } = data as unknown as { number: number; draft: { mark: string } | null }
    const fields = { bannerTitle: `Artists of London, written ${n} times` }
    const kept = await olu(at, 'PUT', '/v1/operator/page/draft', { path: place, fields, mark: draft?.mark ?? null })
    const { mark } = (kept.data as unknown as { draft: { mark: string } }).draft
    return (await olu(at, 'POST', '/v1/operator/page/publish', { path: place, mark, seen: number, reason })).status
  },
} satisfies Record<string, Write>

const wedding = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate,
  finishTime: '13:30',
  services: ['makeup'],
  location: {
    type: 'Point',
    coordinates: [-0.055, 51.545],
    address: { placeName: 'Hackney, London', countryCode: 'GB', locality: 'Hackney', country: 'United Kingdom' },
  },
}

async function viewsOf(primp: Running): Promise<string[]> {
  const answer = await fetch(`${primp.url}/v1/quotes/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wedding),
  })
  const { id } = ((await answer.json()) as { data: { search: { id: string } } }).data.search
  return [
    `/v1/quotes/${id}`,
    '/v1/@/mia-hollis',
    `/v1/seo/gatsby/pages?link=${place}`,
    '/v1/seo/home',
    '/v1/quotes/formSettings',
    '/@/mia-hollis',
    place,
    '/',
    '/content/help',
  ]
}

/** Returns the page of a process; retries 503 for a while. */
async function shownBy({ url: base }: Running, path: string): Promise<string> {
  const until = performance.now() + COME_AGAIN_MS
  for (;;) {
    const answer = await fetch(base + path)
    const text = await answer.text()
    if (answer.status !== 503 || performance.now() > until) return normalize(text)
    await setTimeout(500)
  }
}

/** Returns paths where processes differ from the database five seconds after the last mutation. */
async function disagreement(
  processes: readonly Running[],
  views: readonly string[],
  oracle: (paths: readonly string[]) => Promise<Map<string, string>>,
): Promise<string[]> {
  const until = performance.now() + AGREED_MS
  let open = processes.flatMap((primp, i) => views.map((path) => ({ primp, path, who: `process ${i + 1} ${path}` })))
  const look = async (truth: ReadonlyMap<string, string>) => {
    const seen = await Promise.all(open.map(async (one) => ({ one, text: await shownBy(one.primp, one.path) })))
    const wrong = seen.filter(({ one, text }) => text !== truth.get(one.path))
    open = wrong.map(({ one }) => one)
    return wrong.map(({ one, text }) => `${one.who}: ${difference(text, truth.get(one.path) ?? '')}`)
  }
  let truth = await oracle(views)
  for (;;) {
    const wrong = await look(truth)
    if (wrong.length === 0) return []
    if (performance.now() > until) {
      // A scheduled job may have changed it.
      truth = await oracle(open.map(({ path }) => path))
      return look(truth)
    }
    await setTimeout(200)
  }
}

function difference(text: string, truth: string): string {
  const from = Math.max(0, [...truth].findIndex((letter, i) => letter !== text[i]) - 60)
  return `says …${text.slice(from, from + 200)}… where the database says …${truth.slice(from, from + 200)}…`
}

const step = fc.record({
  kind: fc.constantFrom(...(Object.keys(writes) as (keyof typeof writes)[])),
  n: fc.integer({ min: 0, max: 60 }),
  by: fc.integer({ min: 0, max: 1 }),
})
const run = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  news: fc.constantFrom('heard' as const, 'heard' as const, 'cut' as const, 'silent' as const),
})

test(
  'a write in one process is visible in the other within five seconds, with or without notifications',
  async () => {
    const line = await notices(url)
    const [one, two] = await Promise.all([start(url, line.url), start(url, line.url)])
    const worker = await start(url, line.url, 'worker')
    const processes = [one, two]
    const signIn = async () => ({ mia: await signedIn(one, 'mia'), olu: await signedIn(one, 'olu'), at: Date.now() })
    let hands = await signIn()
    const [views, oracle] = [await viewsOf(one), await openFreshRenders(url, settings, clock)]
    expect(await disagreement(processes, views, oracle)).toEqual([])

    // Every kind once, then random ones.
    const everything = Object.keys(writes).map((kind, i) => ({
      kind: kind as keyof typeof writes,
      n: i + 1,
      by: i % 2,
    }))
    await fc.assert(
      fc.asyncProperty(run, async ({ steps, news }) => {
        // Operator actions need a step-up of the last five minutes.
        if (Date.now() - hands.at > 120_000) hands = await signIn()
        if (news === 'cut') line.cut()
        if (news === 'silent') line.hang()
        for (const { kind, n, by } of steps)
          expect([kind, n, await writes[kind](processes[by] as Running, hands, n)]).toEqual([kind, n, 200])
        const wrong = await disagreement(processes, views, oracle)
        line.mend()
        expect(
          wrong,
          `${steps.map(({ kind, n, by }) => `${kind} ${n} in ${by + 1}`).join(', ')}, news ${news}`,
        ).toEqual([])
      }),
      {
        numRuns: full ? 60 : 4,
        endOnFailure: true,
        examples: [
          [{ steps: everything, news: 'heard' }],
          [{ steps: everything.map((one) => ({ ...one, n: one.n + 20 })), news: 'cut' }],
          [{ steps: everything.slice(0, 4).map((one) => ({ ...one, n: one.n + 41 })), news: 'silent' }],
        ],
      },
    )
    expect((await worker.end('SIGTERM')).code).toBe(0)
  },
  full ? 900_000 : 90_000,
)

test.skipIf(!cluster)(
  'writes acknowledged before, during and after a fail-over are visible in both processes five seconds later',
  async () => {
    if (!cluster) return
    const primary = await cluster.primary()
    cluster.fill(primary, url)
    const standby = await cluster.replicaOf(primary)
    // Synchronous replication.
    await primary.ask(`alter system set synchronous_standby_names = '*'`)
    await primary.ask('select pg_reload_conf()')
    const both = `postgres://primp@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write`
    const processes = await Promise.all([start(both, both), start(both, both)])
    const [one] = processes as [Running, Running]
    const worker = await start(both, both, 'worker')
    const hands = { mia: await signedIn(one, 'mia'), olu: await signedIn(one, 'olu') }
    const views = await viewsOf(one)

    /** Retries until the mutation succeeds. */
    const write = async ({ kind, n, by }: { kind: keyof typeof writes; n: number; by: number }) => {
      const until = performance.now() + 30_000
      for (;;) {
        const status = await writes[kind](processes[by] as Running, hands, n).catch(() => 503)
        if (status === 200) return
        expect([kind, status]).toEqual([kind, 503])
        expect(performance.now(), `${kind} is never acknowledged`).toBeLessThan(until)
        await setTimeout(100)
      }
    }
    const steps = fc.sample(step, { numRuns: 60, seed: 7 })
    for (const one of steps.slice(0, 10)) await write(one)
    let failedOver = Promise.resolve()
    for (const [i, one] of steps.slice(10, 40).entries()) {
      if (i === 5)
        failedOver = (async () => {
          primary.stop('immediate')
          await setTimeout(1_500)
          standby.promote()
        })()
      await write(one)
    }
    await failedOver
    const oracle = await openFreshRenders(standby.url(), settings, clock)
    expect(await disagreement(processes, views, oracle)).toEqual([])
    for (const one of steps.slice(40)) {
      await write(one)
      expect(await disagreement(processes, views, oracle), one.kind).toEqual([])
    }
    for (const primp of [...processes, worker]) expect((await primp.end('SIGTERM')).code).toBe(0)
  },
  300_000,
)
