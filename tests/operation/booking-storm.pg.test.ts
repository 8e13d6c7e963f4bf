import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { type Booked, book } from './book.ts'
import { endAll, type Running, startPrimp } from './primp-process.ts'
import { signedIn, tokenOf } from '#tests/signed-in.ts'

const rounds = process.env['PROVE'] ? 100 : 1
const workers = 6
const name = `${process.pid}_storm`
let own: URL

const received = new Map<string, number>()
let smtp: SMTPServer
beforeAll(async () => {
  own = new URL(await createCopy(name))
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        const id = /^Message-ID: (\S+)/im.exec(text)?.[1] ?? 'none'
        received.set(id, (received.get(id) ?? 0) + 1)
        done()
      })
    },
  })
  // Ignores errors of killed connections.
  smtp.on('error', () => {})
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  await endAll()
  await new Promise<void>((closed) => smtp.close(closed))
  await deleteCopy(name)
})

async function once<R extends pg.QueryResultRow>(url: URL, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

const env = (more: Record<string, string> = {}) => ({
  DATABASE_URL: own.href,
  SAMPLE_MARKET: 'on',
  MAIL: 'smtp',
  SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
  ...more,
})

async function runJobs(primp: Running): Promise<void> {
  const post = (path: string, body: unknown, token?: string) =>
    fetch(primp.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: primp.url,
        'idempotency-key': crypto.randomUUID(),
        ...(token ? signedIn(token) : {}),
      },
      body: JSON.stringify(body),
    })
  const token = await tokenOf(await post('/v1/accounts/login', { email: 'olu@primp.test', password: 'primp-sample-1' }))
  for (const job of ['lapse-holds', 'payments', 'work-booked'])
    expect([job, (await post(`/v1/operator/jobs/${job}/run`, { reason: 'After the storm.' }, token)).status]).toEqual([
      job,
      200,
    ])
}

test(
  `a server killed ${rounds} times during many bookings loses nothing acknowledged, charges nobody wrongly or twice, and notifies everyone once`,
  async () => {
    const acknowledged: Booked[] = []
    const broken: string[] = []
    for (let round = 0; round < rounds; round++) {
      const primp = await startPrimp('/dev/null', env())
      let killed = false
      const storm = Array.from({ length: workers }, async () => {
        while (!killed) {
          const booked = await book(primp.url).catch((fault: Error) => {
            if (!killed && /returned 5/.test(fault.message)) broken.push(fault.message)
            return null
          })
          if (booked) acknowledged.push(booked)
        }
      })
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 1)
      await new Promise((done) => setTimeout(done, Math.random() * 700))
      killed = true
      await primp.end('SIGKILL')
      await Promise.all(storm)
    }
    expect(broken).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(rounds)

    // An hour later all claims of killed processes have expired, and open payments can be fetched.
    const primp = await startPrimp('/dev/null', env({ CLOCK: '2026-11-20T11:00:00Z' }))
    for (let pass = 0; pass < 3; pass++) await runJobs(primp)
    const known = new Set((await once<{ id: string }>(own, 'select id from appointment')).map(({ id }) => id))
    expect(acknowledged.filter(({ appointmentId }) => !known.has(appointmentId))).toEqual([])

    const [sums] = await once<Record<string, number>>(
      own,
      `select
    (select count(*) from payment y left join appointment a on a.hold_id = y.ref where y.sample = false and y.kind = 'deposit' and y.state in ('captured', 'capturing', 'authorised') and a.id is null and y.created_at > '2026-11-20T08:00:00Z')::int as charged_for_nothing,
    (select count(*) from (select ref from payment where kind = 'deposit' and state in ('captured', 'capturing', 'authorised') group by ref having count(*) > 1) t)::int as charged_twice,
    (select count(*) from test_bank_intent i join payment y on y.gateway_id = i.id where i.status = 'succeeded' and y.state <> 'captured')::int as taken_unknown,
    (select count(*) from appointment a where a.hold_id is not null and not exists (select from payment y where y.ref = a.hold_id and y.state = 'captured'))::int as unpaid,
    (select count(*) from busy where kind = 'hold')::int as kept, (select count(*) from hold where state = 'held')::int as held,
    (select count(*) from appointment a where a.hold_id is not null and (select count(*) from outbox o where o.kind = 'booking.confirmed.customer' and o.channel = 'mail' and o.fact like '%' || a.id || '%') <> 1)::int as told_wrong,
    (select coalesce(sum(abs(s)), 0) from (select sum(amount_minor) as s from ledger_entry group by currency) t)::int as ledger,
    (select count(*) from busy a join busy b on a.provider_id = b.provider_id and a.id < b.id and a.during && b.during where a.ref is not null and b.ref is not null)::int as overlaps`,
    )
    expect(sums).toEqual({
      charged_for_nothing: 0,
      charged_twice: 0,
      taken_unknown: 0,
      unpaid: 0,
      kept: 0,
      held: 0,
      told_wrong: 0,
      ledger: 0,
      overlaps: 0,
    })

    const waiting = async () =>
      Number(
        (
          await once<{ n: string }>(
            own,
            "select count(*) as n from outbox where channel = 'mail' and state in ('waiting', 'failed')",
          )
        )[0]?.n,
      )
    for (let second = 0; second < 90 && (await waiting()) > 0; second++)
      await new Promise((done) => setTimeout(done, 1_000))
    expect(await waiting()).toBe(0)
    const sent = (
      await once<{ message_id: string }>(
        own,
        "select message_id from outbox where channel = 'mail' and state = 'sent' and created_at > '2026-11-20T08:59:00Z'",
      )
    ).map(({ message_id }) => message_id)
    expect(sent.filter((id) => !received.has(id))).toEqual([])
    const repeats = [...received.values()].reduce((sum, times) => sum + times - 1, 0)
    expect(repeats).toBeLessThanOrEqual(rounds)
    await primp.end('SIGTERM')
    process.stdout.write(
      `${rounds} kills: ${acknowledged.length} acknowledged bookings of ${known.size}, ${sent.length} mails, ${repeats} repeated\n`,
    )
  },
  120_000 + rounds * 20_000,
)
