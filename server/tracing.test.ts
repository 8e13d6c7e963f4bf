import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openEmbedded } from '#db/database.ts'
import type { App } from './app.ts'
import { openListener } from './listener.ts'
import { readEnv } from './platform/env.ts'
import { openLog } from './platform/log.ts'
import { openMetrics } from './platform/metrics.ts'
import { openRouteTemplates } from './platform/http/route-templates.ts'
import { openTracing } from './platform/tracing.ts'

type Sent = { url: string | undefined; key: string | undefined; body: { resourceSpans: Resource[] } }
type Resource = { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }
type Attribute = { key: string; value: { stringValue?: string; intValue?: string } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code: number; message?: string }
}

const sent: Sent[] = []
let collector: Server
let env: ReturnType<typeof readEnv>

beforeAll(async () => {
  collector = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    sent.push({ url: incoming.url, key: String(incoming.headers['x-key']), body: JSON.parse(text) })
    outgoing.end('{}')
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const { port } = collector.address() as AddressInfo
  env = readEnv({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret',
    OTEL_SERVICE_NAME: 'primp-test',
  })
})
beforeEach(() => {
  sent.length = 0
})
afterAll(() => new Promise((done) => collector.close(done)))

const attributeOf = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? Number(value?.intValue)
}

test('a request and its statements are one trace, which continues the trace of the caller', async () => {
  const tracing = openTracing(env, openLog('silent'))
  const database = await openEmbedded(undefined, undefined, tracing.statement)
  const caller = { trace: 'a'.repeat(32), span: 'b'.repeat(16) }
  const request = tracing.request(`00-${caller.trace}-${caller.span}-01`)
  await request.within(async () => {
    await sql`select ${'florence@example.org'}::text as who`.execute(database.db)
    await sql`select wrong`.execute(database.db).catch(() => {})
  })
  request.end('GET /quotes/…', { 'http.response.status_code': 200 })
  // Without a trace header, and with the caller's sampling turned off.
  await sql`select 1`.execute(database.db)
  await tracing.request(`00-${caller.trace}-${caller.span}-00`).within(() => sql`select 2`.execute(database.db))
  await expect(tracing.own('job stumble', () => Promise.reject(new Error('stumbled')))).rejects.toThrow('stumbled')
  await database.close()
  await tracing.close()

  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ url: '/v1/traces', key: 'a secret' })
  const [{ resource, scopeSpans } = { resource: undefined, scopeSpans: [] }] = sent[0]?.body.resourceSpans ?? []
  expect(resource?.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'primp-test' } })
  const spans = scopeSpans.flatMap(({ spans }) => spans)
  expect(spans.map(({ name, kind, status }) => [name, kind, status.code])).toEqual([
    ['select', 3, 0],
    ['select', 3, 2],
    ['GET /quotes/…', 2, 0],
    ['job stumble', 1, 2],
  ])
  const [first, second, served, job] = spans
  expect(served).toMatchObject({ traceId: caller.trace, parentSpanId: caller.span })
  for (const statement of [first, second])
    expect(statement).toMatchObject({ traceId: caller.trace, parentSpanId: served?.spanId })
  expect(attributeOf(first, 'db.query.text')).toBe('select $1::text as who')
  expect(attributeOf(served, 'http.response.status_code')).toBe(200)
  expect(job?.traceId).not.toBe(caller.trace)
  expect(JSON.stringify(sent)).not.toContain('florence')
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true)
    expect(Math.abs(Number(BigInt(endTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000)
  }
})

test('after a change of the system clock new spans use it at once', async () => {
  const tracing = openTracing(env, openLog('silent'))
  const wall = Date.now.bind(Date)
  const set = vi.spyOn(Date, 'now').mockImplementation(() => wall() + 3_600_000)
  await tracing.own('job after sleep', () => Promise.resolve())
  set.mockRestore()
  await tracing.own('job set back', () => Promise.resolve())
  await tracing.close()
  const ends = (sent[0]?.body.resourceSpans ?? [])
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ endTimeUnixNano }) => Number(BigInt(endTimeUnixNano) / 1_000_000n) - wall())
  expect(ends).toHaveLength(2)
  expect(Math.abs((ends[0] as number) - 3_600_000)).toBeLessThan(5_000)
  expect(Math.abs(ends[1] as number)).toBeLessThan(5_000)
})

test('an unreachable collector costs one log line and no request', async () => {
  const lines: string[] = []
  const nowhere = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const tracing = openTracing(nowhere, openLog('info', { write: (line: string) => lines.push(line) }))
  const request = tracing.request(undefined)
  expect(request.within(() => 'answered')).toBe('answered')
  request.end('GET /', {})
  await tracing.close()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('exporting traces failed')
})

test('each request is traced by its route template; health checks are not traced', async () => {
  const tracing = openTracing(env, openLog('silent'))
  const app = {
    fetch: async () => new Response('{}'),
    routeOf: openRouteTemplates(['/v1/quotes/:quoteId']),
  } as unknown as App
  const rig = { env, log: openLog('silent'), metrics: openMetrics() }
  const { answer } = openListener({ rig, assets: new Map(), app, ready: async () => true, memory: false, tracing })
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const headers = { 'x-request-id': 'request-of-test', connection: 'close' }
  for (const path of ['/healthz', '/v1/quotes/florence?name=florence'])
    await (await fetch(url + path, { headers })).text()
  await new Promise((done) => server.close(done))
  await tracing.close()

  const spans = sent.flatMap(({ body }) => body.resourceSpans[0]?.scopeSpans[0]?.spans ?? [])
  expect(spans.map(({ name }) => name)).toEqual(['GET /v1/quotes/{quoteId}'])
  expect(attributeOf(spans[0], 'primp.request_id')).toBe('request-of-test')
  expect(JSON.stringify(sent)).not.toContain('florence')
})
