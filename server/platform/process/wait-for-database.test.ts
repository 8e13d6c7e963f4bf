import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openLog } from '#server/platform/log.ts'
import { answerWhileWaiting, waitForDatabase } from './wait-for-database.ts'

const fault = (code: string, message = code) => Object.assign(new Error(message), { code })
const within = (cause: Error) => new Error('Migration 0001 failed', { cause })

/** Starts with a database that fails once, and returns whether the start was retried and the port opened. */
async function start(inTheWay: Error, isServer = true) {
  let [tries, opened] = [0, 0]
  const prepared = waitForDatabase(
    async () => {
      if (++tries === 1) throw inTheWay
      return 'ready'
    },
    { log: openLog('silent'), isServer, listen: async () => void opened++ },
  )
  const result = await prepared.catch((thrown) => thrown)
  return { result, tries, opened }
}

test.each([
  fault('ECONNREFUSED'),
  fault('ECONNRESET'),
  fault('EAI_AGAIN'),
  fault('08006'),
  fault('57P01'),
  fault('57P03'),
  within(fault('57P02')),
  new Error('timeout exceeded when trying to connect'),
  new Error('Connection terminated unexpectedly'),
])('a start without a reachable server waits with an open port: %s', async (inTheWay) => {
  expect(await start(inTheWay)).toEqual({ result: 'ready', tries: 2, opened: 1 })
})

test('a start without a free connection waits with a closed port', async () => {
  expect(await start(fault('53300'))).toEqual({ result: 'ready', tries: 2, opened: 0 })
})

test.each([
  within(fault('55P03')),
  fault('57014'),
  fault('53100'),
  fault('ENOTFOUND'),
  fault('28P01'),
  new Error('Query read timeout'),
  new Error('Database wait budget spent'),
])('a start that would fail again ends the process: %s', async (inTheWay) => {
  expect(await start(inTheWay)).toEqual({ result: inTheWay, tries: 1, opened: 0 })
})

test.each([fault('53100'), fault('57P01'), fault('53300')])(
  'a start with the embedded database never waits: %s',
  async (inTheWay) => {
    expect(await start(inTheWay, false)).toEqual({ result: inTheWay, tries: 1, opened: 0 })
  },
)

test('a waiting process tells clients to retry, and closes proxy connections', async () => {
  const server = createServer(answerWhileWaiting).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = async (path: string) => {
    const { status, headers } = await fetch(url + path)
    return [status, headers.get('retry-after'), headers.get('connection')]
  }
  expect(await ask('/healthz')).toEqual([200, null, 'close'])
  for (const path of ['/', '/readyz', '/readyz?exclude=database']) expect(await ask(path)).toEqual([503, '5', 'close'])
  server.close()
})
