import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/platform/env.ts'
import { openAssets } from '#server/platform/http/assets.ts'
import { openMetrics } from '#server/platform/metrics.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import handleRequest, { handleError } from '#web/entry.server.tsx'
import { buildOfRoutes, openSite, type Raw } from './site-of-routes.ts'

let rig: TestRig
let site: Awaited<ReturnType<typeof openSite>>
let guarded: Awaited<ReturnType<typeof openSite>>
const token = 'a token of sixteen letters'
const evil = '<script>stolen()</script>'
// Rendered by the site's own renderer, with an injected script.
const injected = {
  ...buildOfRoutes(),
  entry: { module: { default: handleRequest, handleError } },
  routes: {
    root: { id: 'root', path: '', module: { default: () => <div dangerouslySetInnerHTML={{ __html: evil }} /> } },
    page: { id: 'page', parentId: 'root', path: 'content/*', module: { default: () => null } },
  },
  assets: {
    entry: { imports: [], module: '' },
    routes: { root: { id: 'root' }, page: { id: 'page' } },
    url: '',
    version: '',
  },
} as unknown as ServerBuild

beforeAll(async () => {
  const opened = await openRig()
  rig = { ...opened, metrics: openMetrics(), env: { ...opened.env, production: true } }
  site = await openSite(rig)
  guarded = await openSite({ ...rig, env: { ...rig.env, METRICS_TOKEN: token } }, injected)
})
afterAll(async () => {
  await site.close()
  await guarded.close()
})

test('every response has the security headers: no framing by other sites, and HTTPS only', async () => {
  const kinds: [string, number, Record<string, string>?, string?][] = [
    ['/', 200],
    ['/quotes/a1', 200],
    ['/Quotes/a1', 308],
    ['/nowhere', 404],
    ['/_.data', 200],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 404, { via: '1.1 somewhere' }],
    ['/v1/docs', 200],
    ['/v1/openapi.json', 200],
    ['/v1/no-such-call', 404],
    ['/v1/accounts/me', 401],
    ['/v1/live', 401],
    ['/pictures/no-such.png', 404],
    ['/.well-known/security.txt', 200],
    ['/.well-known/change-password', 302],
    ['/coming-soon', 405, {}, 'PUT'],
    ['/v1/map/tiles.json', 200],
  ]
  for (const [path, status, headers, method] of kinds) {
    const answer = await site.ask(path, headers, method)
    expect([path, answer.status, kept(answer)]).toEqual([path, status, keeping])
  }
  const { headers } = await site.ask('/')
  expect(
    [await site.ask('/', { 'if-none-match': String(headers['etag']) })].map((it) => [it.status, kept(it)]),
  ).toEqual([[304, keeping]])
})
const keeping = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const kept = ({ headers }: Raw) => Object.fromEntries(Object.keys(keeping).map((name) => [name, headers[name]]))

test('other sites can embed only one form and one script', async () => {
  const open = await openSite(rig, buildOfRoutes(), openAssets(join(import.meta.dirname, '../../public')))
  try {
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await open.ask(path, headers)
      const { 'x-frame-options': frame, 'content-security-policy': policy } = answer.headers
      const loads = answer.headers['cross-origin-resource-policy']
      return { ...answer, frame, ancestors: /frame-ancestors [^;]+/.exec(String(policy))?.[0], loads }
    }
    const form = await ask('/embed/mia-hollis', { cookie: 'primp_visitor=somebody' })
    expect([form.status, form.frame, form.ancestors, form.loads]).toEqual([
      200,
      undefined,
      'frame-ancestors *',
      'cross-origin',
    ])
    expect(form.headers['set-cookie']).toBeUndefined()
    const script = await ask('/widget.js')
    expect([script.status, script.loads, script.headers['cache-control']]).toEqual([
      200,
      'cross-origin',
      'public, max-age=3600',
    ])
    const again = await ask('/widget.js', { 'if-none-match': String(script.headers['etag']) })
    expect([again.status, again.loads]).toEqual([304, 'cross-origin'])
    for (const path of ['/', '/@/mia-hollis', '/@/mia-hollis/book', '/quotes/a1', '/dashboard', '/login', '/embed']) {
      const { frame, ancestors, loads } = await ask(path)
      expect([path, frame, loads]).toEqual([path, path === '/embed' ? undefined : 'DENY', 'same-origin'])
      if (path !== '/embed') expect([path, ancestors]).toEqual([path, "frame-ancestors 'none'"])
    }
    for (const path of ['/mark.svg', '/notices-worker.js'])
      expect([path, (await ask(path)).loads]).toEqual([path, 'same-origin'])
  } finally {
    await open.close()
  }
})

test('metrics are available only to this machine or with the token', async () => {
  expect((await site.ask('/metrics')).status).toBe(200)
  for (const headers of [
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ] as Record<string, string>[])
    expect([headers, (await site.ask('/metrics', headers)).status]).toEqual([headers, 404])
  expect((await guarded.ask('/metrics')).status).toBe(404)
  expect((await guarded.ask('/metrics', { authorization: 'Bearer something else' })).status).toBe(404)
  expect((await guarded.ask('/metrics', { authorization: `Bearer ${token}` })).status).toBe(200)
})

test('a proxied call never counts as local, whatever its headers say, so sample accounts cannot sign in through a proxy', async () => {
  const body = JSON.stringify({ email: 'ana@primp.test', password: 'primp-sample-1' })
  const logIn = (headers: Record<string, string>) =>
    site.ask('/v1/accounts/login', { 'content-type': 'application/json', ...headers }, 'POST', body)
  expect((await logIn({})).status).toBe(200)
  for (const headers of [
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ] as Record<string, string>[])
    expect([headers, (await logIn(headers)).text]).toEqual([headers, expect.stringContaining('wrong_credentials')])
})

test('the content security policy allows no injected script', async () => {
  const { headers, text } = await guarded.ask('/content/anything')
  expect(text).toContain(evil)
  const policy = String(headers['content-security-policy'])
  const { createHash } = await import('node:crypto')
  expect(policy).not.toContain(createHash('sha256').update('stolen()').digest('base64'))
  expect(policy).toMatch(/script-src 'self'[^;]*; /)
  expect(policy).not.toContain("'unsafe-inline' '")
  expect(policy).toContain('report-to site')
  expect(text).not.toContain('nonce=')
})

test('policy reports of browsers are counted by directive, within limits', async () => {
  const said = (directive: string) => [
    {
      type: 'csp-violation',
      body: { effectiveDirective: directive, documentURL: 'https://x/quotes/secret', blockedURL: 'inline' },
    },
  ]
  const send = (body: unknown, type = 'application/reports+json') =>
    site.ask('/v1/browser-reports', { 'content-type': type }, 'POST', JSON.stringify(body))
  expect((await send(said('script-src-elem'))).status).toBe(204)
  expect((await send({ 'csp-report': { 'violated-directive': 'img-src' } }, 'application/csp-report')).status).toBe(204)
  expect((await send(said('<b>'))).status).toBe(204)
  expect((await send(said('x'), 'text/plain')).status).toBe(415)
  expect((await send('x'.repeat(40_000))).status).toBe(413)
  const { values } = await rig.metrics.reports.get()
  expect(values.map(({ labels, value }) => [labels.directive, value])).toEqual([
    ['script-src-elem', 1],
    ['img-src', 1],
    ['other', 1],
  ])
  const many = await Promise.all(Array.from({ length: 40 }, () => send(said('script-src'))))
  expect(many.some(({ status }) => status === 429)).toBe(true)
})

test('security.txt and the change-password URL are available', async () => {
  const { text, headers } = await site.ask('/.well-known/security.txt')
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(text).toMatch(/^Contact: (mailto:|http)/)
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(rig.clock().getTime() + 90 * 86_400_000)
  expect(expires).toBeLessThan(rig.clock().getTime() + 366 * 86_400_000)
  expect((await site.ask('/.well-known/change-password')).headers['location']).toBe('/customer-dashboard/account')
})

test('a site with an https URL does not start with test payments', () => {
  const given = {
    PUBLIC_URL: 'https://primp.example',
    GEOCODER: 'gazetteer',
    AUTH_SECRET: 'x'.repeat(32),
    MAIL: 'outbox',
    FILES: 'disk',
    IDENTITY_KEY: 'x'.repeat(43),
    FORM_KEY: 'x'.repeat(43),
    PAYMENTS: 'test',
  }
  expect(() => readEnv(given)).toThrow(/^Configuration: PAYMENTS: /)
})

test('one-click unsubscribe works without cookie and origin, and opening its URL shows a page', async () => {
  const path = `/mails/stop/${'x'.repeat(40)}`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const pressed = await site.ask(path, form, 'POST', 'List-Unsubscribe=One-Click')
  expect([pressed.status, JSON.parse(pressed.text).code]).toEqual([410, 'link_expired'])
  const opened = await site.ask(path)
  expect([opened.status, opened.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
})
