import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCopy, dropCopy } from '#server/test-databases.ts'
import { endAll, type Running, startPrimp } from './primp-process.ts'

const copy = `acts_${process.pid}`
let databaseUrl: string
let steady: Running

beforeAll(async () => {
  databaseUrl = await createCopy(copy)
  steady = await startPrimp('/dev/null', env())
}, 120_000)
afterAll(async () => {
  await endAll()
  await dropCopy(copy)
})

const env = (more: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  SAMPLE_MARKET: 'on',
  ROLES: 'web',
  ...more,
})

type Who = { cookie?: string; bearer?: string }
type Act = { path: string; body: object; method?: string; who: Who; key: string }

async function call(url: string, { path, body, method = 'POST', who, key }: Act) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: url,
      'idempotency-key': key,
      ...(who.cookie ? { cookie: who.cookie } : {}),
      ...(who.bearer ? { authorization: `Bearer ${who.bearer}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  const { data, code } = (await answer.json()) as { data?: any; code?: string }
  return { status: answer.status, replayed: answer.headers.get('idempotency-replayed'), data, code, cookie }
}

const traces = [
  'appointment',
  'audit',
  'busy',
  'hold',
  'ledger_entry',
  'message',
  'outbox',
  'payment',
  'refund',
  'search',
]
async function countTraces(): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select ${traces.map((table) => `(select count(*) from ${table}) as ${table}`)}`,
    )
    return JSON.stringify(rows[0])
  } finally {
    await client.end()
  }
}

/** Does an act in a process that is killed between its commit and its answer, then asks another process again; answers what that said. */
async function killedAndAskedAgain(act: Act) {
  const dying = await startPrimp('/dev/null', {
    ...env(),
    NODE_OPTIONS: `--import ${new URL('die-after-act.ts', import.meta.url).href}`,
  })
  await expect(call(dying.url, act)).rejects.toThrow()
  expect((await dying.end('SIGTERM')).code).toBe(null)
  const before = await countTraces()
  const again = await call(steady.url, act)
  expect(await countTraces()).toBe(before)
  expect(again).toMatchObject({ status: 200, replayed: 'true' })
  return again.data
}

const key = () => crypto.randomUUID()
const logIn = async (email: string): Promise<Who> => {
  const body = { email, password: 'primp-sample-1' }
  return { bearer: (await call(steady.url, { path: '/v1/accounts/login', body, who: {}, key: key() })).data.token }
}
const read = async (path: string, who: Who) => {
  const answer = await fetch(steady.url + path, { headers: { ...(who.cookie ? { cookie: who.cookie } : {}) } })
  return ((await answer.json()) as { data: unknown }).data as never
}

describe('a process killed between the commit of an act and its answer', () => {
  test('has booked, paid, written and given back once, and says so to whoever asks again', async () => {
    const party = [{ count: 1, services: ['makeup'] }]
    const wedding = {
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      eventDate: '2027-05-15',
      finishTime: '13:00',
      services: ['makeup'],
      people: party,
      location: {
        type: 'Point',
        coordinates: [-0.055, 51.545],
        address: { placeName: 'Hackney, London', countryCode: 'GB' },
      },
    }
    const first = await call(steady.url, { path: '/v1/quotes/', body: wedding, who: {}, key: key() })
    const who: Who = { cookie: first.cookie as string }
    const { search } = await killedAndAskedAgain({ path: '/v1/quotes/', body: wedding, who, key: key() })

    const page: { offers: { mobile: { provider: { slug: string } }[] } } = await read(`/v1/quotes/${search.id}`, who)
    const slug = page.offers.mobile[0]?.provider.slug as string
    const { locked }: { locked: { hash: string } } = await read(`/v1/quotes/${search.id}/@/${slug}?type=mobile`, who)
    const { hold } = await killedAndAskedAgain({
      path: '/v1/holds',
      body: { quoteId: search.id, profileId: slug, type: 'mobile', hash: locked.hash },
      who,
      key: key(),
    })
    const { payment } = await killedAndAskedAgain({
      path: `/v1/holds/${hold.id}/payment`,
      body: {
        requester: { name: 'Leila Hart', email: `${key()}@acts.example`, event: 'Wedding', mobile: '07700 900142' },
        day: { address: '1 Lark Row' },
        names: ['Leila'],
        terms: true,
      },
      who,
      key: key(),
    })
    await killedAndAskedAgain({
      path: `/v1/test-bank/intents/${payment.clientSecret}/confirm`,
      body: { number: '4242424242424242', expiry: '12/30', code: '123' },
      who: {},
      key: key(),
    })
    // The bank's word was on its way when the process died: the jobs hear of it.
    const olu = await logIn('olu@primp.test')
    const run = { path: '/v1/operator/jobs/payments/run', body: { reason: 'After the kill.' }, who: olu }
    await call(steady.url, { ...run, key: key() })
    const booked: { hold: { appointmentId: string } } = await read(`/v1/holds/${hold.id}`, who)
    const { appointmentId } = booked.hold
    expect(appointmentId).toEqual(expect.any(String))

    await killedAndAskedAgain({
      path: `/v1/bookings/${appointmentId}`,
      method: 'PATCH',
      body: { day: { address: '2 Lark Row' } },
      who,
      key: key(),
    })
    const refunded = await killedAndAskedAgain({
      path: `/v1/operator/payments/${payment.id}/refund`,
      body: { amount: 1, reason: 'A gesture' },
      who: olu,
      key: key(),
    })
    expect(refunded.refund.amount).toBe(1)
    const { appointment }: { appointment: { cancel: { refund: number } } } = await read(
      `/v1/bookings/${appointmentId}`,
      who,
    )
    expect(appointment).toBeDefined()
  }, 240_000)
})
