import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicShapes } from '#server/platform/pages/page-paths.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import routes from '#web/routes.ts'
import { atRest, openSite } from './site-of-routes.ts'

let rig: TestRig
let site: Awaited<ReturnType<typeof openSite>>
beforeAll(async () => {
  rig = await openRig()
  site = await openSite(rig)
  await atRest()
})
afterAll(() => site.close())

const shapes = (entries: readonly RouteConfigEntry[], before = ''): string[] =>
  entries.flatMap(({ path, children }) => {
    const own = path ? `${before}/${path}` : before
    return children ? shapes(children, own) : [own || '/']
  })
const all = shapes(routes)
const addressOf = (shape: string) =>
  shape
    .replace(/\/:(\w+)\?/g, '/a1')
    .replace(/:(\w+)/g, 'a1')
    .replace(/\*$/, 'a1')
const unknown = new Set(['/*', '/:word'])

/** Returns alternative spellings of a path. */
function otherwise(path: string): string[] {
  const [, first = '', ...rest] = path.split('/')
  const tail = rest.map((part) => `/${part}`).join('')
  const numbered = [...first].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  return [
    `/${first.toUpperCase()}${tail}`,
    `/${numbered}${tail}`,
    `/%${first.charCodeAt(0).toString(16).toUpperCase()}${first.slice(1)}${tail}`,
    `//${first}${tail}`,
    `/${first}/${tail}`,
    `${path}/`,
    `${path}//`,
    `/./${first}${tail}`,
    `/x/../${first}${tail}`,
    `/x/%2e%2E/${first}${tail}`,
  ].filter((written) => written !== path)
}

const isPrivate = ({ headers }: { headers: Record<string, unknown> }) =>
  headers['cache-control'] === 'private, no-store' && !headers['cdn-cache-control']

test("every spelling of a private page's URL is private or redirects to the canonical URL", async () => {
  const own = all.filter((shape) => !(shape in publicShapes) && !unknown.has(shape))
  expect(own).toContain('/quotes/:quoteId')
  expect(own).toContain('/reset-password/:token')
  for (const shape of own) {
    const path = addressOf(shape)
    const kept = site.app.pages.kept().pages
    const answer = await site.ask(path)
    expect([shape, answer.status, isPrivate(answer), answer.headers['x-robots-tag']]).toEqual([
      shape,
      200,
      true,
      'noindex',
    ])
    // If the first segment is a parameter, only slashes can differ.
    for (const written of otherwise(path).slice(shape.startsWith('/:') ? 1 : 0)) {
      const moved = await site.ask(`${written}?type=studio`)
      expect([written, moved.status, isPrivate(moved), moved.headers['location']]).toEqual([
        written,
        308,
        true,
        `${path}?type=studio`,
      ])
    }
    expect(site.app.pages.kept().pages).toBe(kept)
  }
})

test('a data request of a page uses the same spelling rules', async () => {
  for (const [written, path] of [
    ['/Quotes/a1.data', '/quotes/a1.data'],
    ['/%71uotes/a1.data', '/quotes/a1.data'],
    ['/quotes/a1/_.data', '/quotes/a1.data'],
    ['/quotes//a1.DATA', '/quotes/a1.data'],
    ['/_root.data', '/_.data'],
    ['/.data', '/_.data'],
  ] as const) {
    const moved = await site.ask(written)
    expect([written, moved.status, moved.headers['location']]).toEqual([written, 308, path])
  }
  expect(isPrivate(await site.ask('/quotes/a1.data'))).toBe(true)
  const root = await site.ask('/_.data')
  expect([root.status, root.text.includes('content/home/home-page')]).toEqual([200, true])
})

test('a public page has one lower-case URL, and no URL redirects off the site', async () => {
  for (const [written, path] of [
    ['/GB/Makeup-Hair-Styling/Leeds/', '/gb/makeup-hair-styling/leeds'],
    ['/%40/Rose', '/@/rose'],
    ['//content//About', '/content/about'],
    ['/Join-Bridal', '/join-bridal'],
  ] as const) {
    const moved = await site.ask(written)
    expect([written, moved.status, moved.headers['location']]).toEqual([written, 308, path])
  }
  for (const written of ['//evil.example/', '/\\evil.example/', '//evil.example/%2e%2e', '///evil.example//'])
    expect(String((await site.ask(written)).headers['location'] ?? '/x')).toMatch(/^\/([^/\\]|$)/)
})

test('all unknown URLs get the same page, which is not cached', async () => {
  await Promise.all(['/nowhere', '/no/where/at/all'].map((path) => site.ask(path)))
  const { pages } = site.app.pages.kept()
  for (const path of ['/nowhere-2', '/quotesx', '/no/where/2', '/quotes2/a1', '/Q', '/content2/x?x=2']) {
    const answer = await site.ask(path)
    expect([path, isPrivate(answer), answer.headers['x-robots-tag']]).toEqual([path, true, 'noindex'])
  }
  expect(site.app.pages.kept().pages).toBe(pages)
})

test('every public URL pattern is a route of the site, and none contains personal data', () => {
  for (const shape of Object.keys(publicShapes)) expect(all).toContain(shape)
  const named = /token|key|quoteId|appointmentId|accountId|paymentId|conversationId|code/i
  expect(Object.keys(publicShapes).filter((shape) => named.test(shape))).toEqual([])
  expect(
    Object.keys(publicShapes).filter((shape) => /^\/(operator|dashboard|customer-dashboard|signup)/.test(shape)),
  ).toEqual([])
})

test('a browser with an older version of the site reloads without an error', async () => {
  expect((await site.ask('/__manifest?paths=%2Flogin&version=older')).status).toBe(204)
})
