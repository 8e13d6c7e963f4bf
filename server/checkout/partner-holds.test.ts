import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { partnerLinks } from '#contract/checkout/lifecycle-hold.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { createRequester, createTestAddress, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { countMails, createPartnerClients, deleteTestMails, getLastMail } from '#server/testing/requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { expireHolds } from './release-holds.ts'

let rig: TestRig
let house: Awaited<ReturnType<typeof createPartnerClients>>
let partnerId: string
let token: string
let artist: Awaited<ReturnType<typeof createInstantTestProvider>>
let days = 11
const path = '/v1/partners/me/holds'

beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  artist = await createInstantTestProvider(rig, { slug: 'held-for' })
})
beforeEach(async () => {
  rig.at(testNow)
  house = await createPartnerClients(rig)
  partnerId = (await house.made()).id
  token = (await house.key(partnerId)).token
})
afterEach(() => house.forget())
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

const createCustomer = (more: object = {}) => {
  const { event: _, ...customer } = createRequester()
  return { ...customer, ...more }
}

/** Searches with the partner's key on a new day, unless one is given, and returns the body of a hold. */
const quoted = async (more: object = {}, eventDate = `2027-06-${++days}`) => ({
  ...(await house.quote(token, artist.slug, eventDate)),
  customer: createCustomer(more),
})
const hold = (body: object, key: string = createTestKey(), by = token) =>
  house.byKey(by, path, { method: 'POST', body, key })
const read = async (id: string, by = token) => (await house.byKey(by, `${path}/${id}`)).body

describe('Holds of partners', () => {
  test('a partner holds a time, the customer gets the link by email, pays the deposit, and the partner sees the booking', async () => {
    const body = await quoted()
    const { status, body: held } = await hold(body)
    expect([status, held.code]).toEqual([200, undefined])
    expect(held.data.hold).toEqual({
      id: expect.any(String),
      state: 'held',
      expiresAt: new Date(testNow.getTime() + partnerLinks.hours * 3_600_000).toISOString(),
      endReason: null,
      artist: { slug: artist.slug, name: expect.any(String) },
      total: expect.any(Number),
      deposit: expect.any(Number),
      onAccount: false,
      currency: 'GBP',
      bookingId: null,
      sandbox: false,
    })
    const mail = await getLastMail(rig, body.customer.email, 'hold.link')
    expect(mail?.body).toContain('Castle Rooms has reserved')
    expect(mail?.body).toContain(`/book/${body.quoteId}/@/${artist.slug}?type=mobile`)

    const address = createTestAddress()
    const claim = { method: 'POST', body: {}, address }
    const opened = await rig.call(`/v1/quotes/${body.quoteId}/come-back`, claim)
    expect(opened.body.data).toEqual({ mine: true })
    const cookie = opened.cookie as string
    const call = (to: string, method = 'GET', sent?: object) =>
      rig.call(to, {
        method,
        cookie,
        address,
        headers: { 'idempotency-key': createTestKey() },
        ...(sent ? { body: sent } : {}),
      })
    const seen = (await call(`/v1/quotes/${body.quoteId}/@/${artist.slug}`)).body.data
    expect(seen.details).toMatchObject({ name: body.customer.name, email: body.customer.email })
    const same = await call('/v1/holds', 'POST', { ...body, customer: undefined, hash: seen.locked.hash })
    expect(same.body.data.hold.id).toBe(held.data.hold.id)
    expect(
      (await rig.call(`/v1/quotes/${body.quoteId}/come-back`, { ...claim, address: createTestAddress() })).status,
    ).toBe(401)

    const paid = await call(`/v1/holds/${held.data.hold.id}/payment`, 'POST', {
      requester: { ...seen.details, startTime: undefined, finishTime: undefined },
      day: { address: '1 Church Lane', entrance: '', parking: '', notes: '', allergies: '' },
      names: ['Leila'],
      terms: true,
    })
    expect([paid.status, paid.body.data?.payment.amount]).toEqual([200, held.data.hold.deposit])
    await call(`/v1/test-bank/intents/${paid.body.data.payment.clientSecret}/confirm`, 'POST', {
      number: '4242424242424242',
      expiry: '12/30',
      code: '123',
    })
    const { data } = await read(held.data.hold.id)
    expect(data.hold).toMatchObject({ state: 'booked', bookingId: expect.any(String) })
    const booking = (await house.byKey(token, `/v1/partners/me/bookings/${data.hold.bookingId}`)).body.data.booking
    expect(booking).toMatchObject({ state: 'booked', total: held.data.hold.total })
  })

  test('a repeated call with the same idempotency key holds and mails once; another partner’s key of the same name is its own', async () => {
    const body = await quoted()
    const key = createTestKey()
    const [first, again] = [await hold(body, key), await hold(body, key)]
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(again.body.data).toEqual(first.body.data)
    expect(await countMails(rig, body.customer.email, 'hold.link')).toBe(1)
    expect((await hold({ ...body, customer: createCustomer() }, key)).body.code).toBe('idempotency_mismatch')
    const other = await house.key((await house.made({ slug: 'two' })).id)
    expect((await hold(body, key, other.token)).body.code).toBe('not_found')
    expect((await house.byKey(token, path, { method: 'POST', body })).body.code).toBe('idempotency_key_missing')
  })

  test('the time is taken for everyone else until the link ends, and free again after a release', async () => {
    const body = await quoted()
    const eventDate = `2027-06-${days}`
    const { hold: held } = (await hold(body)).body.data
    const customer = await createTestVisitor(rig, { eventDate })
    expect((await customer.hold(artist.slug)).status).toBeGreaterThanOrEqual(400)
    rig.at(new Date(testNow.getTime() + partnerLinks.hours * 3_600_000 + 1_000))
    await expireHolds(createJobContext(rig, 'test'))
    expect((await read(held.id)).data.hold).toMatchObject({ state: 'lapsed', endReason: 'expired' })
    expect(await countMails(rig, body.customer.email, 'hold.lapsed')).toBe(0)

    const second = (await hold(await quoted({}, eventDate))).body.data.hold
    const released = await house.byKey(token, `${path}/${second.id}/release`, { method: 'POST', body: {} })
    expect(released.body.data.hold).toMatchObject({ state: 'released', endReason: 'released' })
    expect((await house.byKey(token, `${path}/${second.id}/release`, { method: 'POST', body: {} })).status).toBe(200)
    expect((await customer.hold(artist.slug)).status).toBe(200)
  })

  test('wrong details, prices and searches are refused, and nothing is saved or mailed', async () => {
    const body = await quoted()
    const refused = async (more: object) => (await hold({ ...body, ...more })).body.code
    expect(await refused({ customer: createCustomer({ mobile: '12' }) })).toBe('mobile_invalid')
    expect(await refused({ customer: createCustomer({ email: 'nobody' }) })).toBe('invalid_input')
    expect(await refused({ customer: createCustomer({ event: 'Call 07700 900142' }) })).toBe('contact_early')
    expect(await refused({ hash: 'another' })).toBe('quote_changed')
    const customer = await createTestVisitor(rig, { partner: 'castle-rooms' })
    expect(await refused({ quoteId: customer.id })).toBe('not_found')
    await rig.database.db.updateTable('provider').set({ instant_booking: false }).where('id', '=', artist.id).execute()
    expect(await refused({})).toBe('not_instant')
    await rig.database.db.updateTable('provider').set({ instant_booking: true }).where('id', '=', artist.id).execute()
    expect(await countMails(rig, body.customer.email, 'hold.link')).toBe(0)
    expect((await hold(body)).status).toBe(200)
    expect((await hold(body)).body.code).toBe('not_found')
  })

  test('only a key with the scope holds times, and a hold is visible to its partner only', async () => {
    const body = await quoted()
    const narrow = await house.key(partnerId, { scopes: ['search:read', 'bookings:read'] })
    expect((await hold(body, createTestKey(), narrow.token)).body.code).toBe('scope_missing')
    const { id } = (await hold(body)).body.data.hold
    const other = await house.key((await house.made({ slug: 'two' })).id)
    const release = { method: 'POST', body: {} }
    for (const [by, code] of [
      [narrow.token, 'scope_missing'],
      [other.token, 'not_found'],
    ] as const) {
      expect((await read(id, by)).code).toBe(code)
      expect((await house.byKey(by, `${path}/${id}/release`, release)).body.code).toBe(code)
    }
    const customer = await createTestVisitor(rig, { eventDate: `2027-06-${++days}`, partner: 'castle-rooms' })
    const own = (await customer.hold(artist.slug)).body.data.hold
    expect((await read(own.id)).code).toBe('not_found')
    expect((await read(id)).data.hold.state).toBe('held')
  })

  test('a partner sends a limited number of links in two hours', async () => {
    const { db } = rig.database
    const { id } = (await hold(await quoted())).body.data.hold
    const { search_id, quote_id, provider_id } = await db
      .selectFrom('hold')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('hold')
      .values(
        Array.from({ length: partnerLinks.most - 1 }, () => ({
          search_id,
          quote_id,
          provider_id,
          state: 'lapsed',
          created_at: testNow,
          expires_at: testNow,
          ended_at: testNow,
          link_sent_at: testNow,
        })),
      )
      .execute()
    const next = await quoted()
    expect((await hold(next)).body.code).toBe('too_many_holds')
    rig.at(new Date(testNow.getTime() + partnerLinks.hours * 3_600_000 + 1_000))
    expect((await hold(next)).status).toBe(200)
  })

  test('a day with two unpaid holds gets no third one from a partner', async () => {
    const eventDate = `2027-06-${++days}`
    const body = await quoted({}, eventDate)
    for (const finishTime of ['09:00', '19:00']) {
      const customer = await createTestVisitor(rig, { eventDate, finishTime })
      expect((await customer.hold(artist.slug)).status).toBe(200)
    }
    expect((await hold(body)).body.code).toBe('too_many_holds')
  })
})
