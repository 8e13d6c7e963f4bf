import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nginx, openProxy } from './open-proxy.ts'
import { freePort } from './primp-process.ts'

const full = process.env['PROVE'] === '1'
/** Seconds of one attempt; the shipped value in the full run. */
const TRY_S = full ? 11 : 1
const FAIL_TIMEOUT_MS = 5_000

const server = `
require('node:http').createServer((request, response) => {
  request.resume()
  request.on('end', () => response.end(process.argv[1]))
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('up'))`

const processes: ChildProcess[] = []
let proxy: Awaited<ReturnType<typeof openProxy>>

beforeAll(async () => {
  if (!nginx) return
  const ports = [await freePort(), await freePort()] as const
  for (const [i, port] of ports.entries()) {
    const child = spawn(process.execPath, ['-e', server, i === 0 ? 'first' : 'second', String(port)])
    processes.push(child)
    await once(child.stdout, 'data')
  }
  proxy = await openProxy(nginx, ports, { tryS: TRY_S })
}, 30_000)
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await proxy?.close()
})

async function ask(method = 'GET', headers: Record<string, string> = {}) {
  const started = performance.now()
  const answer = await fetch(proxy.url, { method, headers })
  return { status: answer.status, from: await answer.text(), ms: performance.now() - started }
}
const askMany = (n: number, method?: string, headers?: Record<string, string>) =>
  Promise.all(Array.from({ length: n }, () => ask(method, headers)))

test.skipIf(!nginx)(
  'a frozen process delays a reader by one attempt, then gets no more requests until it recovers',
  async () => {
    const before = await askMany(6)
    expect(new Set(before.map(({ from }) => from))).toEqual(new Set(['first', 'second']))
    processes[0]?.kill('SIGSTOP')

    // Reads and mutations are counted separately, and skip a process for five seconds after three failures.
    const kinds: [string?, Record<string, string>?][] = [[], ['POST', { 'idempotency-key': 'a-key-of-this-test' }]]
    for (const change of kinds) {
      for (const { status, from, ms } of await askMany(8, ...change)) {
        expect([status, from]).toEqual([200, 'second'])
        expect(ms).toBeLessThan((TRY_S + 1) * 1_000)
      }
      for (const { status, ms } of await askMany(8, ...change)) {
        expect(status).toBe(200)
        expect(ms).toBeLessThan(500)
      }
    }

    processes[0]?.kill('SIGCONT')
    await new Promise((done) => setTimeout(done, FAIL_TIMEOUT_MS + 500))
    await expect.poll(async () => new Set((await askMany(6)).map(({ from }) => from)).size, { timeout: 15_000 }).toBe(2)
  },
  60_000,
)
