import { Agent, get, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { nginx, openProxy } from './open-proxy.ts'
import { endAll, freePort, type Running, startPrimp } from './primp-process.ts'

const full = process.env['PROVE'] === '1'
const name = `${process.pid}_rolling_restart`
const CALLERS = 50
const STREAMS = 5
/** How long the proxy skips a process that refused connections (deploy/nginx.conf). */
const PROXY_FAIL_TIMEOUT_MS = 5_000

let url = ''
let proxy: { url: string; said: () => string; close: () => Promise<void> } | undefined
let [first, second] = [undefined as unknown as Running, undefined as unknown as Running]

const start = (port: number) =>
  startPrimp(
    '',
    { PORT: String(port), DATABASE_URL: url, SAMPLE_MARKET: 'on', ROLES: 'web', DRAIN_MS: full ? '1000' : '500' },
    // The first home page of a new market waits for its place counts.
    '/',
  )

beforeAll(async () => {
  if (!nginx) return
  url = await createCopy(name)
  const ports = [await freePort(), await freePort()] as const
  ;[first, second] = await Promise.all([start(ports[0]), start(ports[1])])
  proxy = await openProxy(nginx, ports)
}, 120_000)
afterAll(async () => {
  await proxy?.close()
  await endAll()
  if (nginx) await deleteCopy(name)
})

type Seen = { answers: Map<string, number>; lost: string[]; took: number[] }

/** Reads and writes on keep-alive connections until stopped. */
function openLoad(base: string) {
  const seen: Seen = { answers: new Map(), lost: [], took: [] }
  const { hostname, port } = new URL(base)
  let [running, asked] = [true, 0]
  const ask = (agent: Agent, method: string, path: string, body?: string) =>
    new Promise<number>((answered, failed) => {
      const call = request({ hostname, port, path, method, agent, headers: headersOf(body) }, (answer) => {
        answer.on('error', failed)
        answer.on('end', () => answered(answer.statusCode ?? 0))
        answer.resume()
      })
      call.on('error', failed)
      call.end(body)
    })
  const caller = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (running) {
      const n = asked++
      const [method, path, body] = calls[n % calls.length]?.(n) ?? ['GET', '/']
      try {
        const asked = performance.now()
        const status = await ask(agent, method, path, body)
        seen.took = [...seen.took.slice(1 - CALLERS), performance.now() - asked]
        const key = `${method} ${status}`
        seen.answers.set(key, (seen.answers.get(key) ?? 0) + 1)
        if (status >= 400) seen.lost.push(`${method} ${path} ${status}`)
      } catch (fault) {
        seen.lost.push(`${method} ${path} ${(fault as Error).message}`)
      }
      await setTimeout(full ? 20 : 100)
    }
    agent.destroy()
  }
  const callers = Array.from({ length: CALLERS }, caller)
  return {
    seen,
    // A new process delays its first requests, so the restart waits until they are served.
    served: () => expect.poll(() => Math.max(...seen.took), { timeout: 60_000 }).toBeLessThan(1_500),
    stop: async () => {
      running = false
      await Promise.all(callers)
    },
  }
}

const headersOf = (body: string | undefined): Record<string, string> =>
  body ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) } : {}

const wish = (n: number) =>
  JSON.stringify({
    storeSlug: 'beauty',
    categorySlug: 'makeup-hair-styling',
    eventDate: `2027-07-${String(1 + (n % 28)).padStart(2, '0')}`,
    finishTime: '13:30',
    services: ['makeup'],
    location: {
      type: 'Point',
      coordinates: [-0.055, 51.545],
      address: { placeName: 'Hackney, London', countryCode: 'GB', locality: 'Hackney', country: 'United Kingdom' },
    },
  })

const calls: ((n: number) => [method: string, path: string, body?: string])[] = [
  (n) => ['POST', '/v1/quotes/', wish(n)],
  () => ['GET', '/'],
  (n) => ['GET', `/v1/ip-location?n=${n}`],
  () => ['GET', '/v1/@/mia-hollis'],
]

/** A visitor's stream that reconnects whenever it ends, as in browsers. */
async function openStream(base: string, who: number) {
  const searched = await fetch(`${base}/v1/quotes/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: wish(who),
  })
  const cookie = searched.headers.get('set-cookie')?.split(';')[0] ?? ''
  const seen = { stands: false, ended: 0, refused: [] as number[] }
  let running = true
  let close = () => {}
  const open = () => {
    const asked = get(`${base}/v1/live`, { agent: false, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) seen.refused.push(answer.statusCode ?? 0)
      answer.once('data', () => {
        seen.stands = true
      })
      answer.resume()
      answer.on('error', () => {})
      answer.once('close', again)
    })
    asked.on('error', again)
    close = () => asked.destroy()
  }
  const again = () => {
    if (!running) return
    seen.ended++
    seen.stands = false
    globalThis.setTimeout(open, 200)
  }
  open()
  return {
    seen,
    stop: () => {
      running = false
      close()
    },
  }
}

/** Stops and restarts a process as a deployment does. Returns its exit. */
async function exchange(primp: Running) {
  const notReady = readyUntil(primp)
  const end = await primp.end('SIGTERM')
  const said = `${Math.round(end.ms)} ms, and its last words: ${primp.lines().slice(-12).join('\n')}`
  return { ...end, said, notReady: await notReady, started: await start(primp.port) }
}

/** Statuses of /readyz while the port is open. */
async function readyUntil({ url }: Running): Promise<number[]> {
  const said: number[] = []
  for (;;) {
    try {
      const answer = await fetch(`${url}/readyz`, { headers: { connection: 'close' } })
      await answer.text()
      if (said.at(-1) !== answer.status) said.push(answer.status)
    } catch {
      return said
    }
    await setTimeout(20)
  }
}

test.skipIf(!nginx)(
  'two processes behind the proxy restart in turn under load: no request is lost, streams reconnect',
  async () => {
    const base = proxy?.url ?? ''
    const streams = await Promise.all(Array.from({ length: STREAMS }, (_, i) => openStream(base, i)))
    const load = openLoad(base)
    for (let round = 0; round < (full ? 4 : 1); round++) {
      for (const which of [0, 1]) {
        await load.served()
        // Waits as the units do, until the proxy uses the restarted process again.
        if (round > 0 || which > 0) await setTimeout(PROXY_FAIL_TIMEOUT_MS + 1_000)
        const ended = await exchange(which === 0 ? first : second)
        expect(ended.code, ended.said).toBe(0)
        expect(ended.ms).toBeLessThan(10_000)
        expect(ended.notReady).toContain(503)
        if (which === 0) first = ended.started
        else second = ended.started
      }
    }
    await setTimeout(500)
    await load.stop()
    expect(load.seen.lost, proxy?.said()).toEqual([])
    expect(load.seen.answers.get('POST 200')).toBeGreaterThan(100)
    expect(load.seen.answers.get('GET 200')).toBeGreaterThan(300)
    for (const { seen } of streams) {
      expect(seen.refused).toEqual([])
      expect(seen.ended).toBeGreaterThan(0)
      await expect.poll(() => seen.stands, { timeout: 3_000 }).toBe(true)
    }
    for (const stream of streams) stream.stop()
  },
  full ? 300_000 : 120_000,
)
