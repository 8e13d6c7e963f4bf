import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webhookPayloads } from '#contract/notifications/webhook-payloads.ts'
import type { WebhookEvent } from '#contract/notifications/webhooks.ts'
import { createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown } from '#server/testing/providers.ts'
import { createSignedInProvider, deleteTestMails } from '#server/testing/requests.ts'
import { isAllowedWebhookUrl } from '#server/gateways/webhooks/post-webhook.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { retryMinutes, sendWebhooks } from './webhook-deliveries.ts'

type Heard = { headers: Record<string, string>; body: string }

let rig: TestRig
let artist: { id: string; accountId: string; bearer: string; slug: string }
let other: { bearer: string }
let receiver: Server
let heard: Heard[] = []
let answers = 200
// Signatures are verified by the real clock.
const now = new Date()
const path = '/v1/providers/me/webhooks'
const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  artist = await createSignedInProvider(rig, { slug: 'hooked-one', instant: true })
  other = await createSignedInProvider(rig, { slug: 'hooked-two' })
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      heard.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(answers, { location: 'http://127.0.0.1:1/' }).end('whatever')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
})
beforeEach(async () => {
  rig.at(now)
  const { body } = await rig.call('/v1/accounts/login', {
    method: 'POST',
    body: { email: await mailOf(artist.accountId), password: 'four plain words' },
  })
  artist.bearer = body.data.token
  ;[heard, answers] = [[], 200]
})
afterEach(async () => {
  // The OpenAPI document describes every body that was sent, without missing or further fields.
  for (const { body } of heard) {
    const sent = JSON.parse(body)
    expect(webhookPayloads[sent.type as WebhookEvent].body.parse(sent)).toEqual(sent)
  }
  await rig.database.db.deleteFrom('webhook').execute()
  await rig.database.db.deleteFrom('outbox').where('channel', '=', 'webhook').execute()
})
afterAll(async () => {
  receiver.close()
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

const mailOf = async (id: string) =>
  (await rig.database.db.selectFrom('account').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
const call = (more: string, method = 'GET', body?: unknown, bearer = artist.bearer) =>
  rig.call(`${path}${more}`, { method, bearer, ...(method === 'GET' ? {} : { body: body ?? {} }) })
const add = async (events: string[], to = url()) =>
  (await call('', 'POST', { url: to, events })).body.data.webhook as { id: string; url: string; secret: string }
const send = () => sendWebhooks(createJobContext(rig, 'test'))
const later = (minutes: number) => rig.at(new Date(now.getTime() + minutes * 60_000))
const log = async (id: string) => (await call(`/${id}/deliveries`)).body.data.deliveries

describe('Webhooks of an artist', () => {
  test('a webhook receives booking, move and cancellation, signed to the Standard Webhooks scheme', async () => {
    const { id, secret } = await add(['booking.created', 'booking.cancelled'])
    const customer = await createTestVisitor(rig)
    const appointment = await customer.book(artist.slug)
    const { total_minor: minor } = await rig.database.db
      .selectFrom('appointment')
      .select('total_minor')
      .where('id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    expect(await send()).toBe(1)
    const [first] = heard as [Heard]
    expect(new Webhook(secret).verify(first.body, first.headers)).toEqual({
      type: 'booking.created',
      timestamp: now.toISOString(),
      data: {
        id: appointment.id,
        number: expect.any(Number),
        state: 'booked',
        mode: 'mobile',
        eventDate: '2027-06-12',
        startsAt: expect.stringMatching(/^2027-06-12T.*Z$/),
        endsAt: expect.stringMatching(/^2027-06-12T.*Z$/),
        timeZone: 'Europe/London',
        people: expect.any(Number),
        total: minor / 100,
        currency: 'GBP',
      },
    })
    expect(first.body).toMatch(/"total": ?\d+\.\d\d[,}]/)
    expect(() => new Webhook(secret).verify(first.body.replace('booked', 'cancelled'), first.headers)).toThrow()
    expect(first.headers['user-agent']).toBe('Primp-Webhooks/1')

    rig.at(new Date(now.getTime() + 1_000))
    await customer.call(`/v1/bookings/${appointment.id}/cancel`, 'POST', { refund: appointment.paid })
    await send()
    expect(heard.map(({ body }) => JSON.parse(body).type)).toEqual(['booking.created', 'booking.cancelled'])
    expect(heard[1]?.headers['webhook-id']).not.toBe(first.headers['webhook-id'])
    expect(
      (await log(id)).map((one: { event: string; state: string; tries: number }) => [one.event, one.state, one.tries]),
    ).toEqual([
      ['booking.cancelled', 'sent', 1],
      ['booking.created', 'sent', 1],
    ])
    expect(await send()).toBe(0)
  })

  test('a failing webhook is retried with the same id, then paused, and delivered again on request', async () => {
    const { id } = await add(['booking.created'])
    answers = 500
    await call(`/${id}/ping`, 'POST')
    await send()
    expect(await log(id)).toMatchObject([
      { event: 'ping', state: 'failed', tries: 1, error: 'returned 500', sentAt: null },
    ])
    let minutes = 0
    for (const wait of retryMinutes) {
      minutes += wait
      later(minutes - 0.5)
      expect(await send()).toBe(0)
      later(minutes)
      expect(await send()).toBe(1)
    }
    expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(heard).toHaveLength(retryMinutes.length + 1)
    const [given] = await log(id)
    expect(given).toMatchObject({ state: 'given_up', nextAt: null })
    expect((await call('')).body.data.webhooks[0].paused).toBe('unanswered')
    expect((await call(`/${id}/deliveries/${given.id}/again`, 'POST')).body.code).toBe('state_changed')

    answers = 204
    await call(`/${id}`, 'PATCH', { paused: false })
    expect((await call(`/${id}/deliveries/${given.id}/again`, 'POST')).body.data.delivery).toMatchObject({
      state: 'waiting',
      tries: 0,
    })
    await send()
    expect((await log(id))[0]).toMatchObject({ state: 'sent', tries: 1, error: '' })
  })

  test('a 410 response pauses a webhook at once, and redirects are not followed', async () => {
    const { id } = await add(['booking.created'])
    answers = 302
    await call(`/${id}/ping`, 'POST')
    await send()
    expect((await log(id))[0]).toMatchObject({ state: 'failed', error: 'returned 302' })
    answers = 410
    later(1)
    await send()
    expect((await log(id))[0]).toMatchObject({ state: 'given_up', error: 'returned 410' })
    expect((await call('')).body.data.webhooks[0].paused).toBe('unanswered')
    expect((await call(`/${id}/ping`, 'POST')).body.code).toBe('state_changed')
  })

  test('a hanging webhook does not delay others, which are called concurrently', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const hanging = await add(['booking.created'], `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`)
    const answering = await add(['booking.created'])
    for (const { id } of [hanging, answering]) await call(`/${id}/ping`, 'POST')
    const sending = send()
    await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(1)
    silent.closeAllConnections()
    silent.close()
    await sending
    expect((await log(answering.id))[0].state).toBe('sent')
    expect((await log(hanging.id))[0].state).toBe('failed')
  })

  test('a paused webhook receives nothing, and no webhook gets events it has not subscribed to', async () => {
    const { id } = await add(['review.created'])
    const customer = await createTestVisitor(rig, { eventDate: '2027-06-13' })
    await customer.book(artist.slug)
    expect(await send()).toBe(0)
    await call(`/${id}`, 'PATCH', { events: ['booking.created'], paused: true })
    const next = await createTestVisitor(rig, { eventDate: '2027-06-14' })
    await next.book(artist.slug)
    await call(`/${id}`, 'PATCH', { paused: false })
    expect(await send()).toBe(0)
  })

  test('the secret of a webhook is shown only once, and can be replaced', async () => {
    const { id, secret } = await add(['booking.created'])
    const rows = JSON.stringify([
      await rig.database.db.selectFrom('webhook').selectAll().execute(),
      await rig.database.db.selectFrom('outbox').selectAll().where('channel', '=', 'webhook').execute(),
    ])
    expect(rows).not.toContain(secret.slice(6))
    const renewed = (await call(`/${id}/secret`, 'POST')).body.data.webhook.secret
    expect(renewed).toMatch(/^whsec_/)
    expect(renewed).not.toBe(secret)
    await call(`/${id}/ping`, 'POST')
    await send()
    const [{ body, headers }] = heard as [Heard]
    expect(() => new Webhook(secret).verify(body, headers)).toThrow()
    expect(new Webhook(renewed).verify(body, headers)).toMatchObject({ type: 'ping' })
  })

  test('a webhook address must be unique and outside our network, and an artist has at most ten', async () => {
    await add(['booking.created'])
    expect((await call('', 'POST', { url: url(), events: ['ping'] })).body.code).toBe('invalid_input')
    expect((await call('', 'POST', { url: url(), events: ['review.created'] })).body).toMatchObject({
      code: 'webhook_exists',
      errors: [{ path: 'url' }],
    })
    expect((await call('', 'POST', { url: 'ftp://x.example', events: ['review.created'] })).body).toMatchObject({
      code: 'webhook_address',
      errors: [{ path: 'url' }],
    })
    const site = { publicUrl: 'https://primp.example' }
    for (const closed of [
      'http://x.example/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://10.1.2.3/',
      'https://a:b@x.example/',
      'x',
    ])
      expect([closed, isAllowedWebhookUrl(site, closed)]).toEqual([closed, false])
    expect(isAllowedWebhookUrl(site, 'https://x.example/hook?of=1')).toBe(true)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => call('', 'POST', { url: `${url()}/${i}`, events: ['review.created'] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
    expect(answers.filter(({ body }) => body.code === 'too_many_webhooks')).toHaveLength(3)
  })

  test('another artist cannot see, change, test or delete a webhook', async () => {
    const { id } = await add(['booking.created'])
    expect((await rig.call(path, { bearer: other.bearer })).body.data.webhooks).toEqual([])
    const ping = (await call(`/${id}/ping`, 'POST')).body.data.delivery
    for (const [more, method, body] of [
      [`/${id}`, 'PATCH', { paused: true }],
      [`/${id}`, 'DELETE', {}],
      [`/${id}/ping`, 'POST', {}],
      [`/${id}/deliveries`, 'GET', {}],
      [`/${id}/deliveries/${ping.id}/again`, 'POST', {}],
    ] as const)
      expect([more, method, (await call(more, method, body, other.bearer)).status]).toEqual([more, method, 404])
    expect((await call(`/${id}`, 'DELETE')).body.data).toEqual({ removed: true })
    expect((await call(`/${id}/deliveries`)).status).toBe(404)
    expect(await send()).toBe(0)
  })
})
