import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRequester, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createSearchInput, createTestProviderWithAccount, testTown } from '#server/testing/providers.ts'
import { countMails, createPartnerClients, deleteTestMails, getLastMail } from '#server/testing/requests.ts'
import { retryMinutes, sendWebhooks } from '#server/notifications/webhook-deliveries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

type Heard = { headers: Record<string, string>; body: string }

let rig: TestRig
let house: Awaited<ReturnType<typeof createPartnerClients>>
let artist: { id: string; slug: string; accountId: string }
let money: string
let receiver: Server
let heard: Heard[] = []
let answers = 200
// Signatures are verified by the real clock.
const now = new Date()
const own = '/v1/partners/me/bookings'
const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/partner`
const all = ['booking.created', 'booking.changed', 'booking.cancelled', 'booking.completed']

beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  artist = await createTestProviderWithAccount(rig, { slug: 'brought-to' })
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      heard.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(answers).end()
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
})
beforeEach(async () => {
  rig.at(now)
  ;[heard, answers] = [[], 200]
  house = await createPartnerClients(rig)
  money ??= await house.withDuties('money-of-brought@ask.example', ['money'])
})
afterEach(async () => {
  await rig.database.db.deleteFrom('outbox').where('channel', '=', 'webhook').execute()
  await house.forget()
})
afterAll(async () => {
  receiver.close()
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

let days = 11
const day = () => `2027-06-${++days}`
const hooks = (id: string) => `/${id}/webhooks`
const addHook = async (id: string, events = all, to = url()) =>
  (await house.call(hooks(id), 'POST', { url: to, events })).body.data.webhook as { id: string; secret: string }
const send = () => sendWebhooks(createJobContext(rig, 'test'))
const log = async (id: string, hook: string) =>
  (await house.call(`${hooks(id)}/${hook}/deliveries`, 'GET')).body.data.deliveries
const partnerOf = async (id: string) =>
  (await rig.database.db.selectFrom('appointment').select('partner_id').where('id', '=', id).executeTakeFirstOrThrow())
    .partner_id

describe('Bookings through a partner', () => {
  test('a booking through a partner’s link is visible to that partner only, without customer data', async () => {
    const one = await house.made()
    const two = await house.made({ slug: 'two', name: 'Two' })
    const { token } = await house.key(one.id)
    const other = await house.key(two.id)
    const who = createRequester()
    const customer = await createTestVisitor(rig, { eventDate: day(), partner: 'castle-rooms' }, { details: who })
    const appointment = await customer.book(artist.slug)
    const elsewhere = await createTestVisitor(rig, { eventDate: day() })
    await elsewhere.book(artist.slug)

    const { bookings, nextCursor } = (await house.byKey(token, own)).body.data
    expect([bookings.length, nextCursor]).toEqual([1, null])
    const { total_minor: minor, number } = await rig.database.db
      .selectFrom('appointment')
      .select(['total_minor', 'number'])
      .where('id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    expect(bookings[0]).toEqual({
      id: appointment.id,
      number: Number(number),
      state: 'booked',
      mode: 'mobile',
      eventDate: expect.stringMatching(/^2027-06-/),
      town: expect.stringContaining('Lerwick'),
      services: [{ id: expect.any(String), label: expect.any(String), count: expect.any(Number) }],
      people: expect.any(Number),
      artist: { slug: artist.slug, name: expect.any(String) },
      total: minor / 100,
      currency: 'GBP',
      bookedAt: now.toISOString(),
      sandbox: false,
    })
    const said = JSON.stringify(bookings)
    for (const of of [who.email, who.name, who.mobile, '1 Church Lane', 'Latex']) expect(said).not.toContain(of)
    expect((await house.byKey(token, `${own}/${appointment.id}`)).body.data.booking).toEqual(bookings[0])
    expect((await house.byKey(other.token, own)).body.data.bookings).toEqual([])
    expect((await house.byKey(other.token, `${own}/${appointment.id}`)).body.code).toBe('not_found')

    const seen = `/v1/operator/partner-bookings?partner=${one.id}`
    const { body } = await rig.call(seen, { bearer: house.olu })
    expect(body.data.sums).toEqual({ bookings: 1, cancelled: 0, worth: [{ currency: 'GBP', amount: minor / 100 }] })
    expect(body.data.bookings).toEqual(bookings)
    expect((await rig.call(seen, { bearer: money })).body.code).toBe('duty_required')
    expect((await rig.call(seen.replace(one.id, appointment.id), { bearer: house.olu })).body.code).toBe('not_found')
    expect(
      (await rig.call(`/v1/operator/bookings/${appointment.id}`, { bearer: house.olu })).body.data.partner,
    ).toEqual({ id: one.id, name: 'Castle Rooms' })
    const file = await rig.call(
      `/v1/operator/lists/partner-bookings/file?query=${encodeURIComponent(`partner=${one.id}`)}`,
      { bearer: house.olu },
    )
    expect(file.body.data.lines.split('\n')[0]).toContain('number,state,mode,eventDate,town')
    expect(file.body.data.lines).toContain(String(number))
    expect((await house.call(`/${one.id}`, 'GET')).body.data.partner.bookings).toBe(1)
  })

  test('a booking made with a partner’s key stays attributed to the partner when the customer takes over the search', async () => {
    const { id } = await house.made()
    const { token } = await house.key(id)
    const eventDate = day()
    const asked = await house.byKey(token, '/v1/quotes/', {
      method: 'POST',
      body: createSearchInput(testTown, { eventDate }),
    })
    const customer = await createTestVisitor(rig, { eventDate, previousSearch: asked.body.data.search.id })
    const appointment = await customer.book(artist.slug)
    expect(await partnerOf(appointment.id)).toBe(id)
  })

  test('neither a link nor an SQL statement nor an edit can assign an existing booking to another partner', async () => {
    const one = await house.made()
    await house.made({ slug: 'two' })
    const customer = await createTestVisitor(rig, { eventDate: day(), partner: 'castle-rooms' })
    const appointment = await customer.book(artist.slug)
    const { db } = rig.database
    for (const table of ['appointment', 'search'] as const)
      await expect(
        db.updateTable(table).set({ partner_id: null }).where('partner_id', '=', one.id).execute(),
      ).rejects.toThrow('through whom')
    const plain = await createTestVisitor(rig, { eventDate: day() })
    const nobodys = await plain.book(artist.slug)
    await expect(
      db.updateTable('appointment').set({ partner_id: one.id }).where('id', '=', nobodys.id).execute(),
    ).rejects.toThrow('through whom')
    const edited = await customer.call('/v1/quotes/', 'POST', {
      ...createSearchInput(testTown, { eventDate: day() }),
      previousSearch: customer.id,
      partner: 'two',
    })
    expect(
      await db
        .selectFrom('search')
        .select('partner_id')
        .where('id', '=', edited.body.data.search.id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ partner_id: one.id })
    expect(await partnerOf(appointment.id)).toBe(one.id)
    expect(await partnerOf(nobodys.id)).toBeNull()
  })

  test('an unknown or ended partner name assigns no partner', async () => {
    const { id } = await house.made()
    await house.call(`/${id}/end`, 'POST', { reason: 'It is over' })
    for (const partner of ['castle-rooms', 'no-such-partner']) {
      const { id: searchId } = await createTestVisitor(rig, { eventDate: day(), partner })
      const { partner_id } = await rig.database.db
        .selectFrom('search')
        .select('partner_id')
        .where('id', '=', searchId)
        .executeTakeFirstOrThrow()
      expect([partner, partner_id]).toEqual([partner, null])
    }
  })
})

describe('Partner webhooks', () => {
  test('a webhook receives only its partner’s bookings, signed like artist webhooks; two workers deliver each once, and a request delivers it again', async () => {
    const one = await house.made()
    const two = await house.made({ slug: 'two' })
    const { id, secret } = await addHook(one.id)
    await addHook(two.id, all, `${url()}/two`)
    const customer = await createTestVisitor(rig, { eventDate: day(), partner: 'castle-rooms' })
    const appointment = await customer.book(artist.slug)
    const elsewhere = await createTestVisitor(rig, { eventDate: day() })
    await elsewhere.book(artist.slug)
    const [a, b] = await Promise.all([send(), send()])
    expect(a + b).toBe(1)
    expect(heard).toHaveLength(1)
    const [first] = heard as [Heard]
    expect(new Webhook(secret).verify(first.body, first.headers)).toMatchObject({
      type: 'booking.created',
      data: { id: appointment.id, state: 'booked', total: expect.any(Number), currency: 'GBP' },
    })
    expect(() => new Webhook(secret).verify(first.body.replace('booked', 'cancelled'), first.headers)).toThrow()

    rig.at(new Date(now.getTime() + 1_000))
    await customer.call(`/v1/bookings/${appointment.id}/cancel`, 'POST', { refund: appointment.paid })
    await send()
    expect(heard.map(({ body }) => JSON.parse(body).type)).toEqual(['booking.created', 'booking.cancelled'])
    const [, created] = await log(one.id, id)
    expect(created).toMatchObject({ event: 'booking.created', state: 'sent', tries: 1 })
    expect((await house.call(`${hooks(one.id)}/${id}/deliveries/${created.id}/again`, 'POST', {})).status).toBe(200)
    await send()
    expect(heard[2]?.headers['webhook-id']).toBe(first.headers['webhook-id'])
    const kept = JSON.stringify(await log(one.id, id))
    for (const of of ['Leila', 'mail.example', '07700', 'Church Lane', 'Latex']) expect(kept).not.toContain(of)
    const sums = (await rig.call(`/v1/operator/partner-bookings?partner=${one.id}`, { bearer: house.olu })).body.data
      .sums
    expect(sums).toMatchObject({ bookings: 1, cancelled: 1, worth: [{ currency: 'GBP', amount: 0 }] })
  })

  test('a failing webhook is paused after eight attempts with one email to its contact, and resumes on request', async () => {
    const { id: partnerId } = await house.made()
    const { id } = await addHook(partnerId)
    answers = 500
    expect((await house.call(`${hooks(partnerId)}/${id}/ping`, 'POST', {})).status).toBe(200)
    await house.call(`${hooks(partnerId)}/${id}/ping`, 'POST', {})
    await send()
    let minutes = 0
    for (const wait of retryMinutes) {
      minutes += wait
      rig.at(new Date(now.getTime() + minutes * 60_000))
      expect(await send()).toBe(2)
    }
    expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    // The session has expired after a day and a half.
    house = await createPartnerClients(rig)
    const [hook] = (await house.call(hooks(partnerId), 'GET')).body.data.webhooks
    expect(hook.paused).toBe('unanswered')
    expect(await countMails(rig, 'events@castle.example', 'partner.webhook.paused')).toBe(1)
    const mail = await getLastMail(rig, 'events@castle.example', 'partner.webhook.paused')
    expect(mail?.body).toContain(url())
    const [given] = await log(partnerId, id)
    expect(given.state).toBe('given_up')
    const again = `${hooks(partnerId)}/${id}/deliveries/${given.id}/again`
    expect((await house.call(again, 'POST', {})).body.code).toBe('state_changed')
    answers = 200
    expect((await house.call(`${hooks(partnerId)}/${id}`, 'PATCH', { paused: false })).status).toBe(200)
    expect((await house.call(again, 'POST', {})).body.data.delivery).toMatchObject({ state: 'waiting', tries: 0 })
    await send()
    expect((await log(partnerId, id))[0]).toMatchObject({ state: 'sent', tries: 1 })
  })

  test('an ended webhook receives nothing, and an ended partner gets no new webhook', async () => {
    const { id: partnerId } = await house.made()
    const { id } = await addHook(partnerId)
    const customer = await createTestVisitor(rig, { eventDate: day(), partner: 'castle-rooms' })
    await house.call(`/${partnerId}/end`, 'POST', { reason: 'It is over' })
    await customer.book(artist.slug)
    expect(await send()).toBe(0)
    for (const [to, method, body] of [
      ['', 'POST', { url: `${url()}/more`, events: all }],
      [`/${id}`, 'PATCH', { paused: true }],
      [`/${id}/ping`, 'POST', {}],
      [`/${id}/secret`, 'POST', {}],
    ] as const)
      expect([to, (await house.call(`${hooks(partnerId)}${to}`, method, body)).body.code]).toEqual([
        to,
        'partner_ended',
      ])
  })

  test('a webhook needs a public address, is unique, receives booking events only, and shows its secret to owners only', async () => {
    const { id: partnerId } = await house.made()
    const { id, secret } = await addHook(partnerId)
    const add = (body: object) => house.call(hooks(partnerId), 'POST', body)
    expect((await add({ url: url(), events: all })).body.code).toBe('webhook_exists')
    expect((await add({ url: 'ftp://x.example', events: all })).body.code).toBe('webhook_address')
    expect((await add({ url: `${url()}/r`, events: ['review.created'] })).body.code).toBe('invalid_input')
    const renewed = await house.call(`${hooks(partnerId)}/${id}/secret`, 'POST', {})
    expect(renewed.body.data.webhook.secret).not.toBe(secret)
    const support = await house.withDuties(`support-${Date.now()}@ask.example`, ['support'])
    expect((await house.as(support)(hooks(partnerId), 'GET')).body.data.webhooks[0].secret).toBeNull()
    await expect(
      rig.database.db
        .insertInto('webhook')
        .values({ partner_id: partnerId, url: 'https://x.example', events: ['review.created'], created_at: now })
        .execute(),
    ).rejects.toThrow('webhook_of_bookings')
  })

  test('only owners manage webhooks, per partner; other operators, artists and keys are refused', async () => {
    const one = await house.made()
    const two = await house.made({ slug: 'two' })
    const { token } = await house.key(one.id)
    const { id } = await addHook(one.id)
    const ping = (await house.call(`${hooks(one.id)}/${id}/ping`, 'POST', {})).body.data.delivery
    const artists = await rig.sessionOf(artist.accountId)
    for (const [to, method, body] of [
      ['', 'GET', undefined],
      ['', 'POST', { url: `${url()}/x`, events: all }],
      [`/${id}`, 'PATCH', { paused: true }],
      [`/${id}/secret`, 'POST', {}],
      [`/${id}/ping`, 'POST', {}],
      [`/${id}/deliveries`, 'GET', undefined],
      [`/${id}/deliveries/${ping.id}/again`, 'POST', {}],
      [`/${id}`, 'DELETE', {}],
    ] as const) {
      const at = `${hooks(one.id)}${to}`
      expect([to, (await house.as(money)(at, method, body)).body.code]).toEqual([to, 'duty_required'])
      expect([to, (await house.as(artists)(at, method, body)).body.code]).toEqual([to, 'not_yours'])
      expect([to, (await house.as(token)(at, method, body)).body.code]).toEqual([to, 'scope_missing'])
      if (to !== '')
        expect([to, (await house.call(`${hooks(two.id)}${to}`, method, body)).body.code]).toEqual([to, 'not_found'])
    }
    expect(
      (
        await rig.call(`/v1/providers/me/webhooks/${id}`, {
          method: 'PATCH',
          bearer: artists,
          body: { partnerId: one.id, paused: true },
        })
      ).body.code,
    ).toBe('not_found')
    expect((await house.call(`${hooks(one.id)}/${id}`, 'DELETE', {})).body.data).toEqual({ removed: true })
    expect((await house.call(`${hooks(one.id)}/${id}/deliveries`, 'GET')).body.code).toBe('not_found')
  })
})
