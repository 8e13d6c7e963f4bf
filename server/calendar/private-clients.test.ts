import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { listPathFields } from '#contract/endpoint.ts'
import { createTestAddress, createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount, testTown } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

const day = '2027-06-12'
const noon = {
  eventDate: day,
  startTime: '11:30',
  minutes: 60,
  services: 'Trial for Priyanka',
  place: 'Clickimin, Lerwick',
  coordinates: testTown.coordinates,
  price: 85.5,
  note: 'Ring the bell twice',
}

async function artistWithClient(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const call = await createTestClient(rig, artist.accountId)
  const { clientId } = (
    await call('/v1/providers/me/own-clients', 'POST', {
      name: 'Priyanka Natarajan',
      email: 'priyanka@mail.example',
      phone: '07700 900877',
      allergies: 'Lanolin',
      look: 'Soft brown eye',
      note: 'Comes with her sister',
    })
  ).body.data
  const enter = (more: object = {}) => call('/v1/providers/me/own-appointments', 'POST', { clientId, ...noon, ...more })
  const page = async () => (await call(`/v1/providers/me/clients/${clientId}`)).body.data.client
  return { artist, call, clientId, enter, page }
}
const found = async (slug: string) => {
  const visitor = await createTestVisitor(rig)
  const { profiles, offers } = (await visitor.call(`/v1/quotes/${visitor.id}?filterBy=all`)).body.data
  const cards = [...profiles.mobile, ...offers.mobile.map(({ provider }: { provider: unknown }) => provider)]
  return cards.find((card) => card.slug === slug)?.status
}

describe('Private appointments', () => {
  test('a private appointment blocks its time in searches and holds, and deleting it frees the time', async () => {
    const { call, enter } = await artistWithClient('takes-time')
    expect(await found('takes-time')).toBe('offered')
    const { status, body } = await enter()
    expect([status, body.data?.tight], JSON.stringify(body)).toEqual([200, []])
    const { appointment } = body.data
    expect(appointment).toMatchObject({
      ...noon,
      name: 'Priyanka Natarajan',
      timeZone: 'Europe/London',
      cancelled: false,
    })
    expect(await found('takes-time')).toBe('unavailable')

    const leila = await createTestVisitor(rig, { finishTime: '20:00' })
    expect((await leila.hold('takes-time')).status).toBe(200)
    expect((await enter({ startTime: '18:00' })).body.code).toBe('slot_taken')
    expect((await enter({ startTime: '12:00' })).body.code).toBe('slot_taken')

    const path = `/v1/providers/me/own-appointments/${appointment.id}`
    expect((await call(path, 'PUT', { ...noon, cancelled: true })).body.data.appointment.cancelled).toBe(true)
    expect(await found('takes-time')).toBe('offered')
    expect((await call(path, 'PUT', noon)).status).toBe(200)
    expect(await found('takes-time')).toBe('unavailable')
    expect((await call(path, 'DELETE')).status).toBe(200)
    expect(await found('takes-time')).toBe('offered')
    expect((await call(path, 'DELETE')).body.code).toBe('not_found')
  })

  test('a private appointment counts travel to the jobs before and after it', async () => {
    const { call, enter } = await artistWithClient('far-away')
    // Sumburgh is half an hour's drive south of Lerwick.
    const sumburgh: [number, number] = [-1.28, 59.87]
    await enter({ startTime: '11:30', minutes: 30, coordinates: sumburgh })
    const leila = await createTestVisitor(rig)
    expect((await leila.hold('far-away')).body.code).toBe('slot_taken')
    const { tight } = (await enter({ startTime: '12:15', minutes: 30 })).body.data
    expect(tight).toMatchObject([{ before: true, left: 15 }])
    expect(tight[0].minutes).toBeGreaterThan(30)
    const ways = (await call('/v1/providers/me/ways?from=2027-06-12&until=2027-06-12')).body.data.ways
    expect(ways.map(({ after, to, tight }: Record<string, unknown>) => [after, to, tight])).toEqual([
      ['base', '2027-06-12T11:30:00+01:00', false],
      ['job', '2027-06-12T12:15:00+01:00', true],
    ])
    // Travel times shown before a booking use rounded places and a margin.
    expect(Math.abs(ways[1].minutes - tight[0].minutes)).toBeLessThan(4)
    const other = await createTestClient(
      rig,
      (await createTestProviderWithAccount(rig, { slug: 'elsewhere' })).accountId,
    )
    expect((await other('/v1/providers/me/ways?from=2027-06-12&until=2027-06-12')).body.data.ways).toEqual([])
    expect((await call('/v1/providers/me/ways?from=2027-06-12&until=2027-06-11')).body.code).toBe('times_in_order')
    expect((await enter({ startTime: '13:00', minutes: 30, coordinates: null })).body.data.tight).toEqual([])
  })

  test('the buffer applies between a private appointment and a booking, but not between two private appointments', async () => {
    const { artist, enter } = await artistWithClient('one-by-one')
    for (const startTime of ['10:00', '08:00', '09:00'])
      expect((await enter({ startTime })).body.data?.tight).toEqual([])
    const times = async () =>
      (
        await rig.database.db
          .selectFrom('busy')
          .where('provider_id', '=', artist.id)
          .select([
            sql<string>`to_char(upper(during) at time zone 'Europe/London', 'HH24:MI')`.as('until'),
            'buffer_minutes',
          ])
          .orderBy('during')
          .execute()
      ).map(({ until, buffer_minutes }) => [until, buffer_minutes])
    expect(await times()).toEqual([
      ['09:00', 0],
      ['10:00', 0],
      ['11:30', 30],
    ])
  })

  test('a past private appointment is saved as history and blocks no time', async () => {
    const { enter, page } = await artistWithClient('history')
    expect((await enter({ eventDate: '2026-05-02' })).status).toBe(200)
    expect((await enter({ eventDate: '2026-05-02' })).status).toBe(200)
    expect((await enter()).status).toBe(200)
    expect(await page()).toMatchObject({
      own: true,
      allergies: 'Lanolin',
      look: 'Soft brown eye',
      spent: 171,
      next: '2027-06-12T11:30:00+01:00',
      visits: [{ state: 'ahead', price: 85.5 }, { state: 'past' }, { state: 'past' }],
    })
  })

  test('a private appointment at a time that daylight saving skips, or too far ahead, is refused', async () => {
    const { enter } = await artistWithClient('refused')
    expect((await enter({ eventDate: '2027-03-27', startTime: '01:30' })).body).toMatchObject({
      code: 'time_skipped',
      errors: [{ path: 'startTime' }],
    })
    expect((await enter({ eventDate: '2031-01-01' })).body.code).toBe('date_too_far')
    expect((await enter({ minutes: 0 })).body.code).toBe('invalid_input')
  })

  test('a private appointment is in the artist’s calendar and diary, and does not prevent deleting the account', async () => {
    const { artist, call, enter } = await artistWithClient('in-the-day')
    const { appointment } = (await enter()).body.data
    const month = (await call('/v1/providers/calendar?month=2027-06')).body.data
    expect(month.days.find(({ date }: { date: string }) => date === day).taken).toMatchObject([
      { kind: 'appointment', startTime: '11:30' },
    ])
    const { appointments } = (await call(`/v1/providers/me/own-appointments?from=${day}&until=${day}`)).body.data
    expect(appointments).toEqual([appointment])
    const { address } = (await call('/v1/calendar-address', 'POST', { side: 'provider' })).body.data
    const feed = (await rig.call(new URL(address).pathname)).body
    expect(feed).toContain('SUMMARY:Priyanka Natarajan\\, Trial for Priyanka')
    expect(feed).toContain('DTSTART;TZID=Europe/London:20270612T113000')

    expect((await call('/v1/accounts/me/delete', 'POST', {})).status).toBe(200)
    await rig.database.db.deleteFrom('own_client').where('provider_id', '=', artist.id).execute()
    const left = rig.database.db.selectFrom('busy').select('id').where('provider_id', '=', artist.id)
    expect(await left.execute()).toEqual([])
  })
})

describe('Private clients', () => {
  test('a private client is listed among all clients, and deleting one removes all their appointments', async () => {
    const { artist, call, clientId, enter } = await artistWithClient('keeps')
    await enter()
    const leila = await createTestVisitor(rig, { finishTime: '20:00' })
    await leila.book('keeps')
    const { clients } = (await call('/v1/providers/me/clients')).body.data
    expect(clients.map(({ name, own, bookings }: Record<string, unknown>) => [name, own, bookings])).toEqual([
      ['Leila Haddad', false, 1],
      ['Priyanka Natarajan', true, 1],
    ])
    const booked = (await call(`/v1/providers/me/clients/${clients[0].id}`)).body.data.client
    expect(booked).toMatchObject({
      own: false,
      name: 'Leila Haddad',
      email: '',
      visits: [{ own: false, note: 'Latex' }],
    })
    await call(`/v1/providers/me/clients/${clients[0].id}`, 'PUT', { note: 'Kind', allergies: 'Latex', look: 'Winged' })
    await call(`/v1/providers/me/clients/${clients[0].id}`, 'PUT', { note: 'Very kind' })
    expect((await call(`/v1/providers/me/clients/${clients[0].id}`)).body.data.client).toMatchObject({
      note: 'Very kind',
      allergies: 'Latex',
      look: 'Winged',
    })

    const path = `/v1/providers/me/own-clients/${clientId}`
    expect((await call(path, 'PUT', { name: 'Priya N', note: 'Moved' })).status).toBe(200)
    expect((await call(`/v1/providers/me/clients/${clientId}`)).body.data.client).toMatchObject({
      name: 'Priya N',
      email: '',
    })
    expect((await call(path, 'DELETE')).status).toBe(200)
    expect((await call(path, 'DELETE')).body.code).toBe('not_found')
    const left = await rig.database.db
      .selectFrom('busy')
      .select('own_id')
      .where('provider_id', '=', artist.id)
      .execute()
    expect(left).toEqual([{ own_id: null }])
  })

  test('another artist, the client’s account and an operator who acts as the artist cannot see a private client', async () => {
    const { artist, clientId, enter, call } = await artistWithClient('private')
    const { appointment } = (await enter()).body.data
    const other = await createTestProviderWithAccount(rig, { slug: 'curious' })
    const theirs = await createTestClient(rig, other.accountId)
    const calls = Object.values(contract.privateClients).filter(({ access }) => access === 'provider')
    const asked = (path: string) =>
      listPathFields(path).reduce(
        (filled, field) => filled.replace(`{${field}}`, field === 'clientId' ? clientId : appointment.id),
        path,
      )
    for (const { method, path } of calls.filter(({ path }) => path.includes('{'))) {
      const body = method === 'PUT' ? { name: 'X', ...noon } : undefined
      expect((await theirs(asked(path), method, body)).body.code, `${method} ${path}`).toBe('not_found')
    }
    expect((await theirs('/v1/providers/me/own-appointments', 'POST', { clientId, ...noon })).body.code).toBe(
      'not_found',
    )
    const range = `/v1/providers/me/own-appointments?from=${day}&until=${day}`
    expect((await theirs(range)).body.data.appointments).toEqual([])
    expect((await theirs('/v1/providers/me/clients')).body.data.clients).toEqual([])

    const { db } = rig.database
    const her = await db
      .insertInto('account')
      .values({ email: 'priyanka@mail.example', name: 'Priyanka', roles: ['customer'], email_verified_at: testNow })
      .returning('id')
      .executeTakeFirstOrThrow()
    const words = /Priyanka Nat|Trial for|Lanolin|Soft brown|twice|Clickimin/
    const exportOf = async (as: Awaited<ReturnType<typeof createTestClient>>) => {
      const { id } = (await as('/v1/accounts/me/export', 'POST', {})).body.data
      return JSON.stringify((await as(`/v1/accounts/me/export/${id}`)).body)
    }
    const visitor = await createTestVisitor(rig)
    const feedOf = async (as: typeof theirs, side: string) =>
      (await rig.call(new URL((await as('/v1/calendar-address', 'POST', { side })).body.data.address).pathname)).body
    const hers = await createTestClient(rig, her.id)
    for (const text of [
      await exportOf(theirs),
      await exportOf(hers),
      await feedOf(theirs, 'provider'),
      await feedOf(hers, 'customer'),
      JSON.stringify((await visitor.call(`/v1/quotes/${visitor.id}?filterBy=all`)).body),
      JSON.stringify((await visitor.call(`/v1/quotes/${visitor.id}/@/private`)).body),
      JSON.stringify((await rig.call('/v1/@/private')).body),
    ])
      expect(text).not.toMatch(words)
    expect(await exportOf(call)).toMatch(words)

    const acting = await rig.sessionOf(artist.accountId)
    await db
      .updateTable('session')
      .set({ actor_id: await getAccountId(rig, 'olu@primp.test'), acting_reason: 'a test' })
      .where('id', '=', decodeJwt(acting)['sid'] as string)
      .execute()
    for (const path of [`/v1/providers/me/clients/${clientId}`, range])
      expect((await rig.call(path, { bearer: acting })).body.code).toBe('not_allowed_acting')
    expect((await rig.call('/v1/providers/me/clients', { bearer: acting })).body.data.clients).toEqual([])
  })
})

describe('Links of private appointments', () => {
  const shared = async (slug: string) => {
    const own = await artistWithClient(slug)
    const { appointment, link } = (await own.enter()).body.data
    const path = `/v1/visits/${link.split('/visit/')[1]}`
    const answer = (said: string) =>
      rig.call(`${path}/answer`, { method: 'POST', body: { answer: said }, address: createTestAddress() })
    const told = async () =>
      await rig.database.db
        .selectFrom('outbox')
        .select(['kind', 'subject', 'body'])
        .where('account_id', '=', own.artist.accountId)
        .where('kind', 'like', 'visit.%')
        .where('channel', '=', 'mail')
        .orderBy('kind', 'desc')
        .execute()
    return { ...own, appointment, path, answer, told }
  }

  test('the link shows time, service, place and price, and none of the artist’s notes', async () => {
    const { path } = await shared('shows-visit')
    const { body } = await rig.call(path)
    expect(body.data.visit).toMatchObject({
      artist: { name: 'shows-visit', slug: 'shows-visit' },
      firstName: 'Priyanka',
      services: 'Trial for Priyanka',
      place: 'Clickimin, Lerwick',
      price: 85.5,
      currency: 'GBP',
      startsAt: '2027-06-12T11:30:00+01:00',
      state: 'open',
    })
    expect(JSON.stringify(body)).not.toMatch(/Natarajan|Lanolin|twice|07700|mail\.example/)
    expect((await rig.call(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`)).body.code).toBe('not_found')
  })

  test('a client accepts or declines by the link; declining frees the time, and the artist’s mail does not name the client', async () => {
    const { path, answer, told, page } = await shared('answers-visit')
    expect((await answer('yes')).body.data.visit.state).toBe('agreed')
    expect((await answer('yes')).body.data.visit.state).toBe('agreed')
    expect((await page()).visits[0].appointment.answered).toBe(true)
    expect(await found('answers-visit')).toBe('unavailable')
    expect((await answer('no')).body.data.visit.state).toBe('cancelled')
    expect(await found('answers-visit')).toBe('offered')
    expect((await answer('yes')).body.code).toBe('state_changed')
    expect((await rig.call(path)).body.data.visit.state).toBe('cancelled')
    const mails = await told()
    expect(mails.map(({ kind }) => kind)).toEqual(['visit.yes', 'visit.no'])
    expect(mails[0]?.subject).toBe('Agreed: Sat 12 June 2027, 11:30 AM')
    expect(JSON.stringify(mails)).not.toContain('Priyanka')
  })

  test('the link ends with its appointment', async () => {
    const { call, clientId, path, answer } = await shared('ends-visit')
    expect((await answer('maybe')).body.code).toBe('invalid_input')
    await call(`/v1/providers/me/own-clients/${clientId}`, 'DELETE')
    expect((await rig.call(path)).body.code).toBe('not_found')
    expect((await answer('yes')).body.code).toBe('not_found')
  })
})
