import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { type Line, openLine } from '#server/test-line.ts'
import { endAll, type Running, startPrimp } from './primp-process.ts'

const name = `${process.pid}_lost_database`
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

async function start(env: Record<string, string> = {}): Promise<{ primp: Running; line: Line }> {
  const line = await openLine(url)
  lines.push(line)
  return { primp: await startOn(line, env), line }
}

/** The first connection can time out on a busy machine, so the start is retried. */
async function startOn(line: Line, env: Record<string, string>, tries = 2): Promise<Running> {
  const limits = { DATABASE_CONNECT_MS: '2000', DATABASE_ANSWER_MS: '1500' }
  try {
    return await startPrimp('', { DATABASE_URL: line.url, SAMPLE_MARKET: 'off', ...limits, ...env })
  } catch (fault) {
    if (tries === 1 || !/connection timeout/.test((fault as Error).message)) throw fault
    return startOn(line, env, tries - 1)
  }
}

const ask = async (primp: Running, path: string) => {
  const from = performance.now()
  // Fails with the path before the test times out.
  const answer = await fetch(`${primp.url}${path}`, { signal: AbortSignal.timeout(15_000) })
  await answer.text()
  return { status: answer.status, retry: answer.headers.get('retry-after'), ms: performance.now() - from }
}

/** Returns the milliseconds until the path succeeds. */
async function untilGood(primp: Running, path: string): Promise<number> {
  const from = performance.now()
  while ((await ask(primp, path)).status !== 200) {
    if (performance.now() - from > 10_000) throw new Error(`${path} returned an unexpected response`)
    await setTimeout(20)
  }
  return performance.now() - from
}

// Not rate limited or cached: always queries the database.
const read = '/v1/quotes/formSettings?n='
const profile = '/v1/@/mia-hollis'

const whole = Boolean(process.env['PROVE'])
const ways = { cut: (line: Line) => line.cut(), silent: (line: Line) => line.hang() }
for (const [how, lose] of Object.entries(ways).slice(0, whole ? 2 : 1)) {
  test(`a database whose connection is ${how} ends no process: calls get 503, and succeed when it is back`, async () => {
    const { primp, line } = await start()
    expect((await ask(primp, profile)).status).toBe(200)
    expect((await ask(primp, '/readyz')).status).toBe(200)

    lose(line)
    const away = await Promise.all(Array.from({ length: 30 }, () => ask(primp, profile)))
    expect(new Set(away.map(({ status }) => status))).toEqual(new Set([503]))
    expect(away.every(({ retry }) => Number(retry) > 0)).toBe(true)
    expect(Math.max(...away.map(({ ms }) => ms))).toBeLessThan(4_000)
    const ready = await ask(primp, '/readyz')
    expect(ready.status).toBe(503)
    expect(ready.ms).toBeLessThan(1_000)
    expect((await ask(primp, '/healthz')).status).toBe(200)
    // Long enough for several retries.
    await setTimeout(3_000)

    line.mend()
    expect(await untilGood(primp, profile)).toBeLessThan(3_000)
    // The write connection takes longer because of its backoff; until then the process is not ready.
    expect(await untilGood(primp, '/readyz')).toBeLessThan(8_000)
    const { code } = await primp.end('SIGTERM')
    expect(code).toBe(0)
  }, 150_000)
}

test('a lost replica causes no outage', async () => {
  const replica = await openLine(url)
  lines.push(replica)
  const { primp } = await start({ DATABASE_READ_URLS: replica.url })
  expect((await ask(primp, profile)).status).toBe(200)
  expect(replica.opened).toBeGreaterThan(0)
  replica.cut()
  for (let i = 0; i < 20; i++) expect((await ask(primp, profile)).status).toBe(200)
  expect((await ask(primp, '/readyz')).status).toBe(200)
  // Logged with each reconnection attempt and its backoff, not with every read.
  expect(primp.lines().filter((line) => line.includes('replica unavailable')).length).toBeLessThanOrEqual(5)
}, 150_000)

if (whole)
  test('lost connections are logged once per outage, not for every call', async () => {
    const { primp, line } = await start({ LOG_LEVEL: 'warn' })
    line.cut()
    await Promise.all(Array.from({ length: 200 }, (_, i) => ask(primp, `${read}${i}`)))
    await setTimeout(1_000)
    expect(primp.lines().filter((said) => /ECONNREFUSED|ECONNRESET|terminated/.test(said)).length).toBeLessThan(10)
  }, 150_000)
