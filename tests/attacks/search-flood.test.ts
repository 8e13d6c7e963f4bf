import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMetrics } from '#server/platform/metrics.ts'
import { runCostly } from '#server/platform/work/costly.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { openSite } from './site-of-routes.ts'

const QUEUE_PLACES = 4 + 60

let quoteId = ''
let rig: TestRig
let site: Awaited<ReturnType<typeof openSite>>
beforeAll(async () => {
  const opened = await openRig()
  rig = { ...opened, metrics: openMetrics(), env: { ...opened.env, TRUST_PROXY: true } }
  site = await openSite(rig)
  quoteId = JSON.parse((await save('198.51.100.9')).text).data.search.id
})
afterAll(() => site.close())

const search = JSON.stringify({
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: '2027-05-15',
  finishTime: '13:00',
  location: { type: 'Point', coordinates: [-0.1276, 51.5072], address: { placeName: 'London', countryCode: 'GB' } },
  services: ['makeup'],
})
const save = (from: string, more: Record<string, string> = {}) =>
  site.ask('/v1/quotes/', { 'content-type': 'application/json', 'x-forwarded-for': from, ...more }, 'POST', search)

/** Occupies all places of the shared queue until the returned function is called. */
function fillQueue(): () => Promise<unknown> {
  const gate = Promise.withResolvers<void>()
  const held = Array.from({ length: QUEUE_PLACES }, (_, i) =>
    runCostly(rig, 'reads', `198.20.${i}.1`, () => gate.promise),
  )
  return () => {
    gate.resolve()
    return Promise.all(held)
  }
}

test.each([
  ['saving a search', () => save('198.51.100.1')],
  ['saving a search with an idempotency key', () => save('198.51.100.2', { 'idempotency-key': crypto.randomUUID() })],
  ['reading quotes', () => site.ask(`/v1/quotes/${quoteId}`, { 'x-forwarded-for': '198.51.100.3' })],
])('%s is refused with 503 and Retry-After while the queue is full, and succeeds afterwards', async (_, call) => {
  const release = fillQueue()
  const refused = await call()
  await release()
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(JSON.parse(refused.text).code).toBe('unavailable')
  expect((await call()).status).toBe(200)
})

test('a network that floods the site with searches does not prevent another from saving and reading', async () => {
  const gate = Promise.withResolvers<void>()
  const flood = Array.from({ length: 200 }, () => runCostly(rig, 'reads', '198.19.0.1', () => gate.promise))
  const refused = (await Promise.allSettled(flood.slice(24))).filter(({ status }) => status === 'rejected')
  const saved = save('198.51.100.4')
  const read = site.ask(`/v1/quotes/${quoteId}`, { 'x-forwarded-for': '198.51.100.5' })
  gate.resolve()
  expect(refused).toHaveLength(176)
  expect((await saved).status).toBe(200)
  expect((await read).status).toBe(200)
  await Promise.allSettled(flood)
})
