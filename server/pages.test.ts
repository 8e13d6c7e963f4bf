import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPostgres } from '#db/database.ts'
import { runWithWaitBudget } from '#db/postgres/wait-budget.ts'
import { clearTestTown, createTestProvider } from '#server/testing/providers.ts'
import { openRig, type TestRig, testNow } from './test-rig.ts'
import { visitContext } from '#web/platform/context.ts'
import { createApi } from './api.ts'
import { openPages } from './pages.ts'
import { createPageHandler } from '#web/platform/page-handler.ts'
import type { CachedPage } from '#server/platform/pages/page-cache.ts'

// Pages show the raw API answer, because only the time of rendering is tested.
const asked: Record<string, string> = {
  '/content/reviews': '/v1/seo/reviews',
  '/': '/v1/seo/home',
  '/content/gallery': '/v1/seo/gallery',
}
const apiPath = (path: string) =>
  asked[path] ?? (path.startsWith('/@/') ? `/v1${path}` : `/v1/seo/gatsby/pages?link=${path}`)
const page = {
  default: () => null,
  loader: async ({
    context,
    request,
  }: {
    context: { get: (of: typeof visitContext) => import('#web/platform/context.ts').Visit }
    request: Request
  }) => {
    const { read, country } = context.get(visitContext)
    const answered = await read?.(apiPath(new URL(request.url).pathname))
    return { country, status: answered?.response.status, answer: answered?.answer }
  },
}
const serverBuild = {
  entry: {
    module: {
      default: (
        _request: Request,
        status: number,
        headers: Headers,
        entry: { staticHandlerContext: { loaderData: object } },
      ) => {
        headers.set('content-type', 'text/html')
        return new Response(`<p>${JSON.stringify(entry.staticHandlerContext.loaderData)}</p>`, { status, headers })
      },
    },
  },
  routes: {
    root: { id: 'root', path: '', module: { default: () => null } },
    ...Object.fromEntries(
      [
        { index: true },
        { path: 'content/reviews' },
        { path: 'content/gallery' },
        { path: 'join' },
        { path: 'hairdressers/join-us-mobile' },
        { path: '@/:profileId' },
        { path: 'gb/:category/:neighborhood/:event?' },
        { path: 'quotes/:quoteId' },
      ].map((where, i) => [`page-${i}`, { id: `page-${i}`, parentId: 'root', ...where, module: page }]),
    ),
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  assetsBuildDirectory: '',
  basename: '/',
  publicPath: '/',
  isSpaMode: false,
  ssr: true,
  future: {},
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
} as unknown as ServerBuild
const build = createPageHandler(serverBuild)

const lerwickPath = '/gb/makeup-hair-styling/lerwick'
const london = '/gb/makeup-hair-styling/london'
const caller = { address: '127.0.9.1', requestId: 'pages-test', cookie: undefined }

let rig: TestRig
let processes: { get: (path: string) => Promise<CachedPage>; text: (path: string) => Promise<string> }[]
let close = async () => {}

function processOn(of: TestRig) {
  const pages = openPages(of, build, (path, init, { address }, dependsOn) =>
    Promise.resolve(createApiOf(of).request(path, init, { address, ...(dependsOn ? { dependsOn } : {}) })),
  )
  const open = async (path: string) => {
    const opened = await pages.open(path, '', caller)
    if (!opened || !('page' in opened)) throw new Error(`${path} is not cached`)
    return opened
  }
  return {
    get: async (path: string) => (await open(path)).page,
    text: async (path: string) => {
      const { page, cache } = await open(path)
      return (await cache.bytes(path, page, 'plain')).toString()
    },
  }
}
const apis = new Map<TestRig, ReturnType<typeof createApi>>()
const createApiOf = (of: TestRig) => {
  const api = apis.get(of) ?? createApi(of)
  apis.set(of, api)
  return api
}

beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  processes = [processOn(rig)]
  if (!rig.databaseUrl) return
  const database = await openPostgres(rig.databaseUrl)
  processes.push(processOn({ ...rig, database }))
  close = async () => {
    await database.close()
  }
})
beforeEach(() => clearTestTown(rig))
afterAll(async () => {
  await clearTestTown(rig)
  await close()
})

async function soon(what: () => Promise<boolean>): Promise<void> {
  const ends = performance.now() + 10_000
  while (!(await what())) {
    if (performance.now() > ends) throw new Error('timed out after ten seconds')
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Longer than the full check that a process makes after it starts to listen. */
const REST_MS = 2_000

/** Waits until a page has not been rendered for a while, so that earlier events are processed. */
async function atRest(one: { get: (path: string) => Promise<CachedPage> }, path: string): Promise<void> {
  await soon(async () => {
    const { madeAt } = await one.get(path)
    await new Promise((done) => setTimeout(done, REST_MS))
    const later = await one.get(path)
    return later.madeAt === madeAt && later.oldSince === null
  })
}

test('a new price is on the pages around the artist within ten seconds in every process, and distant pages stay cached', async () => {
  const artist = await createTestProvider(rig, { slug: 'price-on-pages', costs: { makeup: 5_000 } })
  // Both processes know the artist before the pages are rendered.
  for (const one of processes) await soon(async () => (await one.text(lerwickPath)).includes('price-on-pages'))
  // Concurrently, so that no page changes while another is awaited.
  await Promise.all(
    processes.flatMap((one) => [london, lerwickPath, '/content/reviews'].map((path) => atRest(one, path))),
  )
  const before = await Promise.all(
    processes.map(async (one) => ({
      london: await one.get(london),
      lerwick: await one.get(lerwickPath),
      reviews: await one.get('/content/reviews'),
      own: await one.text('/@/price-on-pages'),
    })),
  )
  await rig.database.db
    .updateTable('provider_service')
    .set({ cost_minor: 7_700 })
    .where('provider_id', '=', artist.id)
    .execute()
  for (const [i, one] of processes.entries()) {
    await soon(async () => (await one.get(lerwickPath)).etag !== before[i]?.lerwick.etag)
    await soon(async () => (await one.text('/@/price-on-pages')) !== before[i]?.own)
    expect(await one.get(london)).toMatchObject({
      etag: before[i]?.london.etag,
      madeAt: before[i]?.london.madeAt,
      oldSince: null,
    })
    expect(await one.get('/content/reviews')).toMatchObject({ madeAt: before[i]?.reviews.madeAt, oldSince: null })
  }
})

test('a review, a picture, a pause and a new name update the pages that show them', async () => {
  const { db } = rig.database
  const artist = await createTestProvider(rig, { slug: 'told-of', costs: { makeup: 5_000 } })
  for (const one of processes) {
    await soon(async () => (await one.text(lerwickPath)).includes('told-of'))
    await one.get('/content/reviews')
    await one.get('/content/gallery')
  }
  const review = await db
    .insertInto('review')
    .values({
      provider_id: artist.id,
      author: 'Ada L.',
      category_id: 1,
      event: 'Wedding',
      score: 5,
      comments: 'A comment that nobody has written before, and long enough to be read.',
      created_at: new Date('2026-11-20T08:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const one of processes)
    await soon(async () => (await one.text('/content/reviews')).includes('nobody has written before'))
  await db.updateTable('review').set({ hidden_at: testNow }).where('id', '=', review.id).execute()
  for (const one of processes)
    await soon(async () => !(await one.text('/content/reviews')).includes('nobody has written before'))
  await db.updateTable('provider').set({ name: 'Freya Told' }).where('id', '=', artist.id).execute()
  for (const one of processes) await soon(async () => (await one.text(lerwickPath)).includes('Freya Told'))
  await db.updateTable('provider').set({ state: 'paused' }).where('id', '=', artist.id).execute()
  for (const one of processes) await soon(async () => !(await one.text(lerwickPath)).includes('Freya Told'))
})

test('the page of an unknown artist is served once the artist’s profile exists', async () => {
  expect(await Promise.all(processes.map((one) => one.text('/@/yet-to-come')))).toSatisfy((texts: string[]) =>
    texts.every((text) => text.includes('404')),
  )
  await createTestProvider(rig, { slug: 'yet-to-come' })
  for (const one of processes) await soon(async () => (await one.text('/@/yet-to-come')).includes('"area":"Lerwick"'))
})

test('a thousand concurrent changes of artists cause few notifications', async () => {
  const words: string[] = []
  if (!rig.database.pglite) return
  await rig.database.listening.subscribe(
    'pages_changed',
    (payload) => words.push(payload),
    () => {},
  )
  const before = await rig.database.db
    .selectFrom('provider')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('state', '=', 'approved')
    .executeTakeFirstOrThrow()
  await rig.database.db
    .updateTable('provider')
    .set(({ eb }) => ({ notice_hours: eb('notice_hours', '+', 1) }))
    .where('state', '=', 'approved')
    .execute()
  await rig.database.db
    .updateTable('provider')
    .set(({ eb }) => ({ notice_hours: eb('notice_hours', '-', 1) }))
    .where('state', '=', 'approved')
    .execute()
  await soon(async () => words.length > 0)
  expect(new Set(words.flatMap((word) => JSON.parse(word).artists)).size).toBe(Number(before.n))
  expect(words.length).toBeLessThan(Number(before.n))
  expect(Math.max(...words.map((word) => word.length))).toBeLessThan(8_000)
})

test('all spellings of an address share one cached page, advert parameters do not matter, and concurrent first visitors share one rendering', async () => {
  const pages = processes[0] as (typeof processes)[0]
  const [a, b] = await Promise.all([
    pages.get('/gb/makeup-hair-styling/leeds'),
    pages.get('/gb/makeup-hair-styling/leeds'),
  ])
  expect(a).toBe(b)
  const opened = openPages(rig, build, (path, init, { address }, dependsOn) =>
    Promise.resolve(createApiOf(rig).request(path, init, { address, ...(dependsOn ? { dependsOn } : {}) })),
  )
  expect(await opened.open('/GB/Makeup-Hair-Styling/Leeds/', '?score=1', caller)).toMatchObject({
    made: { status: 308, headers: { location: '/gb/makeup-hair-styling/leeds?score=1' } },
  })
  await opened.open('/gb/makeup-hair-styling/leeds', '?gclid=1&utm_source=x', { ...caller, cookie: 'primp_visitor=x' })
  await opened.open('/gb/makeup-hair-styling/leeds', '?score=1', caller)
  expect(opened.kept().pages).toBe(1)
  expect(await opened.open('/quotes/q123', '', caller)).toBeNull()
})

test('a page that depends on the visitor’s country is cached per country, and no shared cache may mix them', async () => {
  const pages = openPages(rig, build, (path, init, { address }, dependsOn) =>
    Promise.resolve(createApiOf(rig).request(path, init, { address, ...(dependsOn ? { dependsOn } : {}) })),
  )
  const seen = async (path: string, visitor: { languages?: string; cookie?: string }) => {
    const opened = await pages.open(path, '', { ...caller, cookie: undefined, ...visitor })
    if (!opened || !('page' in opened)) throw new Error(`${path} is not cached`)
    const text = (await opened.cache.bytes(opened.path, opened.page, 'plain')).toString()
    return { country: /"country":"(..)"/.exec(text)?.[1], headers: opened.page.headers }
  }
  for (const round of [1, 2]) {
    expect((await seen('/', { languages: 'en-GB,en;q=0.8' })).country, `round ${round}`).toBe('GB')
    expect((await seen('/', { languages: 'en-GB', cookie: 'primp_country=US' })).country).toBe('US')
    expect((await seen('/', {})).country).toBe('AU')
    expect((await seen('/', { languages: 'en-US', cookie: 'primp_country=CA!' })).country).toBe('CA')
  }
  expect(pages.kept().pages).toBe(4)
  for (const path of ['/join', '/hairdressers/join-us-mobile', '/content/gallery', '/content/reviews'])
    for (const [languages, country] of [
      ['en-GB', 'GB'],
      ['en-US', 'US'],
    ] as const) {
      const { country: drawn, headers } = await seen(path, { languages })
      expect([path, drawn, headers['cache-control']]).toEqual([path, country, 'private, max-age=0, must-revalidate'])
    }
  const { headers } = await seen('/', { languages: 'en-GB' })
  expect(headers['cache-control']).toBe('private, max-age=0, must-revalidate')
  expect(headers['cdn-cache-control']).toBeUndefined()
  expect(headers['vary']).toContain('Accept-Language')
  const own = await seen(london, { languages: 'en-US', cookie: 'primp_country=CA!' })
  expect([own.country, own.headers['cache-control']]).toEqual(['AU', 'public, max-age=0, s-maxage=5, must-revalidate'])
})

test('a page waits for an answer that several pages share only as long as for the database, and then is put off', async () => {
  const late = Promise.withResolvers<Response>()
  const slow = openPages(rig, build, () => late.promise)
  const opened = await runWithWaitBudget(1_500, () => slow.open('/content/gallery', '', caller))
  late.resolve(new Response('{}'))
  if (!opened || !('page' in opened)) throw new Error('not a cached page')
  const text = (await opened.cache.bytes('/content/gallery', opened.page, 'plain')).toString()
  expect(text).toContain('"status":503,"answer":{"message":"We are busy right now. Please try again in a moment."')
})
