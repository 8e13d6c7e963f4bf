import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { type Line, openLine } from '#server/test-line.ts'
import { endAll, freePort, startPrimp } from '#tests/operation/primp-process.ts'

const name = `${process.pid}_unavailable_database`
let url = ''
const lines: Line[] = []

beforeAll(async () => {
  url = await createCopy(name)
})
afterEach(async () => {
  await endAll()
  for (const line of lines.splice(0)) await line.close()
})
afterAll(() => deleteCopy(name))

async function openLineTo(): Promise<Line> {
  const line = await openLine(url)
  lines.push(line)
  return line
}

const ask = async (address: string, init: RequestInit = {}) => {
  const from = performance.now()
  const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(30_000) })
  await answer.text()
  return { status: answer.status, retry: answer.headers.get('retry-after'), ms: performance.now() - from }
}

test('a process started during a database outage waits, returns 503, and serves when the database is back', async () => {
  const line = await openLineTo()
  line.cut()
  const port = await freePort()
  const started = startPrimp('', { DATABASE_URL: line.url, SAMPLE_MARKET: 'off', PORT: String(port) })
  started.catch(() => {})
  const here = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${here}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000, interval: 200 },
    )
    .toBe(200)
  expect((await ask(`${here}/readyz`)).status).toBe(503)
  const page = await ask(`${here}/`)
  expect([page.status, Number(page.retry) > 0]).toEqual([503, true])
  await setTimeout(2_000)
  line.mend()
  const primp = await started
  await expect.poll(async () => (await ask(`${here}/readyz`)).status, { timeout: 20_000 }).toBe(200)
  expect(primp.lines().some((said) => said.includes('database unavailable; retrying'))).toBe(true)
  expect((await primp.end('SIGTERM')).code).toBe(0)
}, 150_000)

test('a process that waits for its database can be stopped', async () => {
  const line = await openLineTo()
  line.cut()
  const primp = await startPrimp('', { DATABASE_URL: line.url, SAMPLE_MARKET: 'off' }, '/healthz')
  const { code, ms } = await primp.end('SIGTERM')
  expect(code).toBe(0)
  expect(ms).toBeLessThan(2_000)
}, 60_000)

test('one request to a frozen database waits 10 s in total', async () => {
  const line = await openLineTo()
  const primp = await startPrimp('', { DATABASE_URL: line.url, SAMPLE_MARKET: 'off' })
  expect((await ask(`${primp.url}/v1/@/mia-hollis`)).status).toBe(200)
  line.hang()
  // Pages with several consecutive calls.
  const paths = [
    '/v1/@/mia-hollis',
    '/@/mia-hollis',
    '/gb/makeup-hair-styling/leeds',
    '/login',
    '/quotes/0190a5f0-0000-7000-8000-000000000000',
    '/gb/makeup-hair-styling/bath/availability',
  ]
  const asked = await Promise.all(
    paths.flatMap((path) => Array.from({ length: 10 }, (_, i) => ask(`${primp.url}${path}${i ? `?n=${i}` : ''}`))),
  )
  const slowest = Math.max(...asked.map(({ ms }) => ms))
  process.stdout.write(`slowest answer beside a frozen database: ${Math.round(slowest)} ms\n`)
  expect(slowest).toBeLessThan(11_500)
  expect(asked.filter(({ status }) => status === 503).length).toBeGreaterThan(20)
  // A load balancer may keep using a process that serves cached pages.
  expect((await ask(`${primp.url}/readyz`)).status).toBe(503)
  expect((await ask(`${primp.url}/readyz?exclude=database`)).status).toBe(200)
  line.mend()
  await expect.poll(async () => (await ask(`${primp.url}/v1/@/mia-hollis`)).status, { timeout: 20_000 }).toBe(200)
}, 150_000)

test('a process whose clock is off by a day is not ready, refuses mutations and runs no jobs', async () => {
  const primp = await startPrimp('', {
    DATABASE_URL: url,
    SAMPLE_MARKET: 'off',
    CLOCK: '',
    CLOCK_SHIFT_SECONDS: '86400',
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('break-on-signal.ts', import.meta.url))}`,
  })
  for (const path of ['/readyz', '/readyz?exclude=database'])
    expect((await ask(`${primp.url}${path}`)).status).toBe(503)
  expect((await ask(`${primp.url}/healthz`)).status).toBe(200)
  const changed = await ask(`${primp.url}/v1/quotes/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect([changed.status, Number(changed.retry) > 0]).toEqual([503, true])
  const metrics = await (await fetch(`${primp.url}/metrics`)).text()
  expect(Number(/^primp_clock_skew_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(86_000)
  await setTimeout(5_000)
  expect(await (await fetch(`${primp.url}/metrics`)).text()).not.toMatch(/^primp_job_seconds_count/m)
  expect(primp.lines().some((said) => said.includes('"level":"error"') && said.includes('clock skew between'))).toBe(
    true,
  )
  expect((await primp.end('SIGTERM')).code).toBe(0)
}, 150_000)
