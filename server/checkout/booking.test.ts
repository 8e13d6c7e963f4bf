import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { expireHolds } from './release-holds.ts'
import { createJobContext } from '#server/platform/jobs.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => clearTestTown(rig))
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

const later = (minutes: number) => rig.at(new Date(testNow.getTime() + minutes * 60_000))

describe('Instant Book', () => {
  test('a booking blocks the time, charges the deposit and has its plan, its amounts and its notices', async () => {
    const { id } = await createInstantTestProvider(rig, { slug: 'mia-b' })
    const leila = await createTestVisitor(rig)
    const held = await leila.hold('mia-b')
    expect(held.status, JSON.stringify(held.body)).toBe(200)
    const { hold } = held.body.data
    expect(hold).toMatchObject({
      state: 'held',
      name: 'mia-b',
      expiresAt: new Date(testNow.getTime() + 900_000).toISOString(),
      appointmentId: null,
    })
    const paid = await leila.pay(hold.id)
    expect(paid.status, JSON.stringify(paid.body)).toBe(200)
    expect(paid.body.data.payment).toMatchObject({ state: 'open', kind: 'deposit', currency: 'GBP', gateway: 'test' })
    expect((await leila.card(paid.body.data.payment.clientSecret)).body.data).toEqual({ next: 'wait' })

    const done = (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold
    expect(done.state).toBe('booked')
    const { appointment } = (await leila.call(`/v1/bookings/${done.appointmentId}`)).body.data
    // About a kilometre, not the address.
    expect(appointment.center.map((degrees: number) => degrees.toFixed(4).slice(-2))).toEqual(['00', '00'])
    expect(appointment).toMatchObject({
      state: 'booked',
      side: 'customer',
      event: 'Wedding',
      names: ['Leila'],
      day: { address: '1 Church Lane', allergies: 'Latex' },
      paid: appointment.deposit,
      refund: { now: appointment.deposit },
    })
    const busy = await rig.database.db
      .selectFrom('busy')
      .select(['kind', 'ref'])
      .where('provider_id', '=', id)
      .execute()
    expect(busy).toEqual([{ kind: 'appointment', ref: appointment.id }])
    const mails = await rig.database.db
      .selectFrom('outbox')
      .select(['kind', 'html', 'body'])
      .where('fact', 'like', `%${appointment.id}%`)
      .where('channel', '=', 'mail')
      .execute()
    const mailOf = (kind: string) => mails.find((mail) => mail.kind === kind)
    const told = mailOf('booking.confirmed.customer')
    expect(told?.body).toContain('Where: 1 Church Lane')
    expect(told?.body).toMatch(/^Add to Google Calendar: https:\/\/calendar\.google\.com\//m)
    const outlook = new URL(/^Add to Outlook: (https:\S+)$/m.exec(told?.body ?? '')?.[1] ?? 'none:')
    expect(outlook.origin + outlook.pathname).toBe('https://outlook.live.com/calendar/0/action/compose')
    expect(Object.fromEntries(outlook.searchParams)).toMatchObject({
      rru: 'addevent',
      startdt: new Date(appointment.startsAt).toISOString(),
      enddt: new Date(appointment.endsAt).toISOString(),
      location: '1 Church Lane, Blue door',
    })
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(told?.html ?? '')?.[1] ?? '{}')
    expect(data).toMatchObject({
      '@type': 'EventReservation',
      reservationStatus: 'https://schema.org/ReservationConfirmed',
      underName: { name: 'Leila Haddad' },
      reservationFor: { '@type': 'Event', location: { address: { streetAddress: '1 Church Lane, Blue door' } } },
    })
    const page = (await leila.call(`/v1/quotes/${leila.id}`)).body.data
    expect(page.bookedOffer?.provider.slug).toBe('mia-b')
    expect((await leila.call(`/v1/quotes/${leila.id}/bookings`)).body.data).toEqual({
      bookings: [{ appointmentId: appointment.id, slug: 'mia-b' }],
    })
  })

  test('one key gives one hold, another key returns the same hold, and a second artist replaces the first only if asked to', async () => {
    await createInstantTestProvider(rig, { slug: 'one' })
    await createInstantTestProvider(rig, { slug: 'two' })
    const leila = await createTestVisitor(rig)
    const key = createTestKey()
    const first = (await leila.hold('one', 'mobile', key)).body.data.hold
    expect((await leila.hold('one', 'mobile', key)).body.data.hold.id).toBe(first.id)
    expect((await leila.hold('one')).body.data.hold.id).toBe(first.id)
    const asked = await leila.hold('two')
    expect([asked.status, asked.body.code]).toEqual([409, 'hold_stands'])
    expect(asked.body.detail.hold).toMatchObject({ id: first.id, slug: 'one', searchId: leila.id, secondsLeft: 900 })
    expect((await leila.call(`/v1/holds/${first.id}`)).body.data.hold.state).toBe('held')
    expect((await leila.hold('two', 'mobile', createTestKey(), true)).body.data.hold.state).toBe('held')
    expect((await leila.call(`/v1/holds/${first.id}`)).body.data.hold.state).toBe('released')
    expect((await leila.call('/v1/holds', 'POST', {}, '')).body.code).toBe('idempotency_key_missing')
  })

  test('the second customer who wants the same time gets the times that are still free', async () => {
    await createInstantTestProvider(rig, { slug: 'sought' })
    const [leila, zoe] = [await createTestVisitor(rig), await createTestVisitor(rig)]
    const quote = await zoe.quote('sought')
    expect((await leila.hold('sought')).status).toBe(200)
    const lost = await zoe.call('/v1/holds', 'POST', {
      quoteId: zoe.id,
      profileId: 'sought',
      type: 'mobile',
      hash: quote.hash,
    })
    expect(lost.status).toBe(409)
    expect(lost.body.code).toBe('slot_taken')
    expect(lost.body.detail.times.length).toBeGreaterThan(5)
    expect(lost.body.detail.times.map((t: { finishTime: string }) => t.finishTime)).not.toContain('13:30')
  })

  test('a changed price is refused, and the response has the difference to the agreed price', async () => {
    const artist = await createInstantTestProvider(rig, { slug: 'dearer' })
    const leila = await createTestVisitor(rig)
    const before = await leila.quote('dearer')
    await rig.database.db
      .updateTable('provider_service')
      .set({ cost_minor: 9_000 })
      .where('provider_id', '=', artist.id)
      .execute()
    later(73 * 60)
    const answer = await leila.call('/v1/holds', 'POST', {
      quoteId: leila.id,
      profileId: 'dearer',
      type: 'mobile',
      hash: before.hash,
    })
    expect(answer.body).toMatchObject({
      code: 'quote_changed',
      detail: { before: { total: before.total }, locked: { version: 2 } },
    })
    rig.at(testNow)
  })

  test('a booking needs an address, the accepted terms, a callable number and a held time', async () => {
    await createInstantTestProvider(rig, { slug: 'strict-one' })
    const leila = await createTestVisitor(rig)
    const { hold } = (await leila.hold('strict-one')).body.data
    expect((await leila.pay(hold.id, { day: {} })).body).toMatchObject({
      code: 'address_missing',
      errors: [{ path: 'day.address' }],
    })
    expect((await leila.pay(hold.id, { terms: false })).body.code).toBe('terms_missing')
    later(16)
    await expireHolds(createJobContext(rig, 'test'))
    expect((await leila.pay(hold.id)).body.code).toBe('hold_lapsed')
    expect((await leila.call(`/v1/holds/${hold.id}`)).body.data.hold.state).toBe('lapsed')
    rig.at(testNow)
    expect((await leila.hold('strict-one')).status).toBe(200)
  })

  test('nobody else can see, pay or release a hold, or read the booking', async () => {
    await createInstantTestProvider(rig, { slug: 'private' })
    const [leila, eve] = [await createTestVisitor(rig), await createTestVisitor(rig)]
    const quote = await leila.quote('private')
    expect(
      (
        await eve.call('/v1/holds', 'POST', {
          quoteId: leila.id,
          profileId: 'private',
          type: 'mobile',
          hash: quote.hash,
        })
      ).body.code,
    ).toBe('not_yours')
    const { hold } = (await leila.hold('private')).body.data
    expect((await eve.call(`/v1/holds/${hold.id}`)).status).toBe(404)
    expect((await eve.pay(hold.id)).status).toBe(404)
    expect((await eve.call(`/v1/holds/${hold.id}/release`, 'POST', {})).status).toBe(404)
    expect((await eve.call(`/v1/quotes/${leila.id}/bookings`)).body.code).toBe('not_yours')
    expect((await eve.call('/v1/quotes/AAAAAAAAAAAA/bookings')).status).toBe(404)
    const { payment } = (await leila.pay(hold.id)).body.data
    await leila.card(payment.clientSecret)
    const booked = { id: (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold.appointmentId }
    for (const [path, method, body] of [
      ['', 'GET', undefined],
      ['', 'PATCH', {}],
      ['/cancel', 'POST', { refund: 0 }],
      ['/moves', 'POST', { eventDate: '2027-06-13', finishTime: '13:30' }],
      ['/balance', 'POST', {}],
      ['/problem', 'POST', { kind: 'late' }],
      ['/rescue', 'GET', undefined],
      ['/free-times?eventDate=2027-06-13', 'GET', undefined],
    ] as const) {
      expect([path, (await eve.call(`/v1/bookings/${booked.id}${path}`, method, body)).status]).toEqual([path, 404])
    }
  })

  test('a declined card charges nothing, and the next card books', async () => {
    await createInstantTestProvider(rig, { slug: 'second-card' })
    const leila = await createTestVisitor(rig)
    const { hold } = (await leila.hold('second-card')).body.data
    const { payment } = (await leila.pay(hold.id)).body.data
    expect((await leila.card(payment.clientSecret, '4000000000000002')).body.code).toBe('card_declined')
    expect((await leila.call(`/v1/holds/${hold.id}`)).body.data.hold).toMatchObject({ state: 'held' })
    expect((await leila.card(payment.clientSecret)).status).toBe(200)
    expect((await leila.call(`/v1/holds/${hold.id}`)).body.data.hold).toMatchObject({ state: 'booked' })
  })

  test('two jobs twenty kilometres apart with fifteen minutes between them are refused', async () => {
    const artist = await createInstantTestProvider(rig, { slug: 'driver', minutes: { makeup: 60 }, radius: 50_000 })
    await rig.database.db.updateTable('provider').set({ buffer_minutes: 15 }).where('id', '=', artist.id).execute()
    const near = await createTestVisitor(rig)
    const first = await near.book('driver')
    const far = {
      type: 'Point',
      coordinates: [-1.145, 60.335],
      address: { placeName: 'Vidlin, Shetland', countryCode: 'GB' },
    }
    // The fifteen minutes between the jobs are enough for the buffer, but not for the travel.
    const zoe = await createTestVisitor(rig, { location: far, finishTime: '15:00' })
    const answer = await zoe.hold('driver')
    expect([first.state, answer.body.code]).toEqual(['booked', 'slot_taken'])
    const ida = await createTestVisitor(rig, { location: far, finishTime: '16:00' })
    expect((await ida.hold('driver')).status).toBe(200)
  })
})
