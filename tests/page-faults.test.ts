import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { openListener } from '#server/listener.ts'
import { openLog } from '#server/platform/log.ts'
import { openMetrics } from '#server/platform/metrics.ts'
import { openRig } from '#server/test-rig.ts'
import handleRequest, { handleError } from '#web/entry.server.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { createPageHandler } from '#web/platform/page-handler.ts'

// One page with injectable behaviour, rendered by the site's own renderer.
let happens: () => unknown
const build = {
  entry: { module: { default: handleRequest, handleError } },
  routes: {
    root: { id: 'root', path: '', module: { default: () => null, ErrorBoundary: () => 'Something broke' } },
    page: {
      id: 'page',
      parentId: 'root',
      path: 'content/:name',
      module: { default: () => null, loader: async () => (await happens()) ?? null },
    },
  },
  assets: {
    entry: { imports: [], module: '' },
    routes: { root: { id: 'root' }, page: { id: 'page', parentId: 'root' } },
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

let lines: Record<string, unknown>[] = []
const faults = () => lines.filter(({ level }) => level === 'error')
const metrics = openMetrics()
let server: Server
let url = ''

beforeAll(async () => {
  const rig = {
    ...(await openRig()),
    metrics,
    log: openLog('info', { write: (line: string) => lines.push(JSON.parse(line)) }),
  }
  const app = createApp(rig, createPageHandler(build))
  const { answer } = openListener({ rig, assets: new Map(), app, ready: async () => true, memory: true })
  server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  lines = []
})

const open = (path: string) => fetch(url + path, { headers: { 'x-request-id': 'request-of-test' } })

test('a fault of a page is logged once, with its stack and its request, and counted', async () => {
  happens = function loadGallery() {
    throw new TypeError('undefined has no pictures')
  }
  expect((await open('/content/gallery')).status).toBe(500)
  expect(faults()).toEqual([
    expect.objectContaining({
      msg: 'page fault',
      requestId: 'request-of-test',
      method: 'GET',
      route: '/content/{name}',
      name: 'TypeError',
      message: 'undefined has no pictures',
      stack: expect.stringMatching(/^ {4}at .*loadGallery.*page-faults\.test\.ts:\d+/),
    }),
  ])
  expect(await metrics.registry.metrics()).toMatch(/^primp_faults_total\{route="\/content\/\{name\}"\} 1$/m)
})

test('neither a refused call nor an unknown URL is a page fault', async () => {
  happens = () => {
    throw new ApiError(404, { code: 'not_found' })
  }
  await open('/content/gallery')
  await open('/nowhere/at/all')
  expect(faults()).toEqual([])
})

test('a page whose call was throttled is throttled too, and is not cached', async () => {
  happens = () => {
    throw new ApiError(503, { code: 'unavailable' }, 2)
  }
  const away = await open('/content/gallery')
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2'])
  expect(away.headers.get('cache-control')).toContain('no-store')
  expect(await away.text()).toContain('Something broke')
  happens = () => null
  expect((await open('/content/gallery')).status).toBe(200)
  expect(faults()).toEqual([])
})
