import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { createElement } from 'react'
import { Outlet, type ServerBuild, useLoaderData } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { openListener } from '#server/listener.ts'
import { openMetrics } from '#server/platform/metrics.ts'
import { openRig } from '#server/test-rig.ts'
import handleRequest, { handleError } from '#web/entry.server.tsx'
import { visitContext } from '#web/platform/context.ts'
import { createPageHandler } from '#web/platform/page-handler.ts'

// Pages that name their visitor, long enough to be compressed.
const page = {
  default: () => `${useLoaderData<string>()} ${'A page. '.repeat(400)}`,
  loader: ({ context }: { context: { get: (of: typeof visitContext) => { country: string; nonce: string } } }) =>
    `${context.get(visitContext).country} ${context.get(visitContext).nonce}`,
}
const routes = [
  { index: true },
  { path: 'content/*' },
  { path: 'gb/:category/:neighborhood/:event?' },
  { path: 'dashboard' },
]
const build = {
  entry: { module: { default: handleRequest, handleError } },
  routes: {
    root: { id: 'root', path: '', module: { default: () => createElement(Outlet) } },
    ...Object.fromEntries(
      routes.map((of, n) => [`page-${n}`, { id: `page-${n}`, parentId: 'root', ...of, module: page }]),
    ),
  },
  assets: {
    entry: { imports: [], module: '' },
    routes: {
      root: { id: 'root' },
      ...Object.fromEntries(
        routes.map((of, n) => [`page-${n}`, { id: `page-${n}`, parentId: 'root', ...of, hasLoader: true }]),
      ),
    },
    url: '',
    version: '',
  },
  assetsBuildDirectory: '',
  basename: '/',
  publicPath: '/',
  isSpaMode: false,
  ssr: true,
  future: {},
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
} as unknown as ServerBuild

const metrics = openMetrics()
const servers: Server[] = []
/** Number of directly served responses, and the two servers: with and without direct serving. */
let atHand = 0
let [quick, whole] = ['', '']

beforeAll(async () => {
  const rig = { ...(await openRig()), metrics }
  const app = createApp(rig, createPageHandler(build))
  const listen = async (pages: typeof app.pages) => {
    const { answer } = openListener({
      rig,
      assets: new Map(),
      app: { ...app, pages },
      ready: async () => true,
      memory: true,
    })
    const server = createServer(answer)
    servers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  quick = await listen({
    ...app.pages,
    atHand: (...asked) => {
      const kept = app.pages.atHand(...asked)
      if (kept) atHand += 1
      return kept
    },
  })
  whole = await listen({ ...app.pages, atHand: () => null })
})
afterAll(() => Promise.all(servers.map((server) => new Promise((done) => server.close(done)))))
beforeEach(() => {
  atHand = 0
})

type Sent = { status: number | undefined; headers: string[]; body: string }
const send = (at: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Sent>((done, failed) => {
    const asked = request(at + path, { method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const own = /^(date|x-request-id)$/i
        const said = answer.rawHeaders.flatMap((name, i, all) =>
          i % 2 || own.test(name) ? [] : [`${name.toLowerCase()}: ${all[i + 1]}`],
        )
        done({ status: answer.statusCode, headers: said.sort(), body: Buffer.concat(parts).toString('base64') })
      })
    })
    asked.on('error', failed)
    asked.end()
  })
/** Fetches a page both ways; repeats if another test has invalidated it in between. */
async function bothWays(path: string, headers: Record<string, string>, method: string): Promise<[Sent, Sent]> {
  for (let tries = 1; ; tries++) {
    const before = await send(whole, path, headers, method)
    const atOnce = await send(quick, path, headers, method)
    const after = await send(whole, path, headers, method)
    if (isDeepStrictEqual(before, after) || tries === 5) return [atOnce, after]
  }
}
const etagOf = ({ headers }: Sent) => headers.find((line) => line.startsWith('etag: '))?.slice(6) ?? ''

const encodings = [undefined, 'gzip', 'gzip, deflate, br, zstd', 'identity', 'br;q=0.5, gzip']
const visitors: Record<string, string>[] = [
  {},
  { 'accept-language': 'en-GB,en;q=0.9' },
  { 'accept-language': 'en-GB', cookie: 'primp_country=US' },
  { cookie: 'primp_country=CA!; primp_consent=all; primp_theme=dark' },
  { cookie: `primp_session=${'s'.repeat(43)}; primp_visitor=${'v'.repeat(43)}`, 'accept-language': 'fr' },
  { authorization: 'Bearer nobody' },
]

test('a cached response equals the rendered response in bytes and headers: encodings, countries, cookies, HEAD, conditional requests', async () => {
  for (const path of ['/', '/content/help', '/gb/makeup-hair-styling/london'])
    for (const visitor of visitors) {
      for (const encoding of encodings)
        await send(whole, path, { ...visitor, ...(encoding ? { 'accept-encoding': encoding } : {}) })
      for (const encoding of encodings) {
        const headers = { ...visitor, ...(encoding ? { 'accept-encoding': encoding } : {}) }
        const known = etagOf(await send(whole, path, headers))
        expect(known).toMatch(/^W\/"/)
        const conditions: Record<string, string>[] = [
          {},
          { 'if-none-match': known },
          { 'if-none-match': `"other", ${known}` },
          { 'if-none-match': '"other"' },
        ]
        for (const more of conditions)
          for (const method of ['GET', 'HEAD']) {
            const all: Record<string, string> = { ...headers, ...more }
            const [atOnce, wholeWay] = await bothWays(path, all, method)
            expect([path, all, atOnce]).toEqual([path, all, wholeWay])
          }
      }
    }
  expect(atHand).toBeGreaterThan(0)
})

test('a cached response has the same caching, framing and sniffing headers as every page, and supports conditional requests', async () => {
  await send(quick, '/', { 'accept-encoding': 'br' })
  atHand = 0
  const page = await send(quick, '/', { 'accept-encoding': 'br' })
  expect(atHand).toBe(1)
  for (const line of [
    'x-content-type-options: nosniff',
    'x-frame-options: DENY',
    'cache-control: private, max-age=0, must-revalidate',
    'vary: Cookie, Accept-Language, Accept-Encoding',
  ])
    expect(page.headers).toContain(line)
  expect(page.headers.join('\n')).toContain('content-security-policy: ')
  const known = async (etag: string) => send(quick, '/', { 'accept-encoding': 'br', 'if-none-match': etag })
  let again = await known(etagOf(page))
  // A renewed page has a new ETag.
  for (let tries = 0; again.status === 200 && tries < 5; tries++) again = await known(etagOf(again))
  expect([again.status, again.body]).toEqual([304, ''])
})

test('one country never gets the page of another', async () => {
  const of = (country: string) => send(quick, '/', { cookie: `primp_country=${country}` })
  await Promise.all(['GB', 'US'].map(of))
  atHand = 0
  const [gb, us] = await Promise.all(['GB', 'US'].map(of))
  expect(atHand).toBe(2)
  expect(etagOf(gb as Sent)).not.toBe(etagOf(us as Sent))
})

test('only a plain GET of a cached page is served directly: no other method, query, internal key or personal page', async () => {
  for (const path of ['/', '/content/help']) await send(quick, path)
  atHand = 0
  for (const [path, method] of [
    ['/', 'POST'],
    ['/', 'OPTIONS'],
    ['/?country=us', 'GET'],
    ['/content/help?a=1', 'GET'],
    ['/content/help/', 'GET'],
    ['/CONTENT/help', 'GET'],
    ['//content/help', 'GET'],
    ['/dashboard', 'GET'],
    ['/dashboard', 'GET'],
  ] as const)
    expect([path, method, (await send(quick, path, {}, method)).status]).toEqual([
      path,
      method,
      (await send(whole, path, {}, method)).status,
    ])
  expect(atHand).toBe(0)
  // Personal pages are rendered for each visitor and not cached.
  const own = await send(quick, '/dashboard', { cookie: `primp_session=${'s'.repeat(43)}` })
  expect(own.headers).toContain('cache-control: private, no-store')
})

test('directly served pages are counted', async () => {
  await send(quick, '/content/help')
  const counted = async () =>
    Number(
      /primp_request_seconds_count\{route="\/content\/…",method="GET",status="200"\} (\d+)/.exec(
        await metrics.registry.metrics(),
      )?.[1],
    )
  const before = await counted()
  await send(quick, '/content/help')
  expect(await counted()).toBe(before + 1)
})
