import { Line } from './line.ts'
import type { Ready } from './bookings.ts'

// A separate process that uses little CPU, to leave the rest of the machine to the server and its database.

export type BookingLoad = { url: string; ready: Ready[]; connections: number }
export type Booked = { holds: number[]; confirms: number[]; lost: number; seconds: number; cpuMs: number }

const idOf = (answer: Buffer): string => /"id":"([0-9a-f-]{36})"/.exec(answer.toString('latin1'))?.[1] ?? ''
const secretOf = (answer: Buffer): string => /"clientSecret":"([^"]+)"/.exec(answer.toString('latin1'))?.[1] ?? ''

async function run({ url, ready, connections }: BookingLoad): Promise<Booked> {
  const booked: Booked = { holds: [], confirms: [], lost: 0, seconds: 0, cpuMs: 0 }
  const cpu = process.cpuUsage()
  const started = performance.now()
  const book = async (line: Line, { cookie, quoteId, slug, hash }: Ready) => {
    const ask = (path: string, body: string) =>
      line.ask(path, `origin: ${url}\r\ncookie: ${cookie}\r\nidempotency-key: ${crypto.randomUUID()}\r\n`, body)
    const from = performance.now()
    const held = await ask('/v1/holds', JSON.stringify({ quoteId, profileId: slug, type: 'mobile', hash }))
    if (held.status !== 200) return false
    const kept = performance.now()
    const paid = await ask(
      `/v1/holds/${idOf(held.body)}/payment`,
      `{"requester":{"name":"Leila Hart","email":"${crypto.randomUUID()}@bench.example","event":"Wedding","mobile":"07700 900142"},"day":{"address":"1 Lark Row"},"names":["Leila"],"terms":true}`,
    )
    if (paid.status !== 200) return false
    const done = await ask(
      `/v1/test-bank/intents/${secretOf(paid.body)}/confirm`,
      '{"number":"4242424242424242","expiry":"12/30","code":"123"}',
    )
    if (done.status !== 200) return false
    booked.holds.push(kept - from)
    booked.confirms.push(performance.now() - kept)
    return true
  }
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const line = new Line(url)
      for (let next = ready.pop(); next; next = ready.pop()) if (!(await book(line, next))) booked.lost++
      line.close()
    }),
  )
  booked.seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  booked.cpuMs = (user + system) / 1000
  return booked
}

process.once('message', async (load: BookingLoad) => {
  process.send?.(await run(load), () => process.disconnect())
})
