import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { type Endpoint, listPathFields } from '#contract/endpoint.ts'
import { createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { createCardSetup } from '#server/testing/payments.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  createSignedInProvider,
  createTestSearch,
  deleteTestMails,
  testCustomer,
} from '#server/testing/requests.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

let rig: TestRig
let calls = 0
const address = () => `127.7.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const bearers: Record<string, string> = {}
beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  for (const who of ['ana', 'mia'])
    bearers[who] = (
      await rig.call('/v1/accounts/login', {
        method: 'POST',
        body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
        address: address(),
      })
    ).body.data.token
})
afterAll(async () => {
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

const endpoints = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries(all).map(([name, endpoint]) => [`${domain}.${name}`, endpoint as Endpoint] as const),
)

// Valid bodies, so that only the caller is a reason for a refusal.
const details = { name: 'Somebody Else', email: 'else@mail.example', event: 'Wedding', mobile: '07700 900142' }
const queries: Record<string, string> = {
  'bookings.testTimes': '?eventDate=2027-06-01',
  'bookings.trialTimes': '?eventDate=2027-06-01',
  'providerBookings.trialTimes': '?eventDate=2027-06-01',
  'bookings.visitTimes': '?eventDate=2027-06-01&kind=trial&services=makeup',
  'bookings.freeTimes': '?eventDate=2027-06-14',
}
const bodies: Record<string, unknown> = {
  'privateClients.updateAppointment': { eventDate: '2027-06-12', startTime: '10:00', minutes: 60 },
  'bookings.hold': { type: 'mobile', hash: 'none' },
  'bookings.extendHold': { extension: 1 },
  'bookings.pay': { requester: details, day: { address: '1 Church Lane' }, terms: true },
  'bookings.cancel': { refund: 0, reason: '' },
  'bookings.change': { names: ['Mallory'] },
  'bookings.proposeMove': { eventDate: '2027-06-13', finishTime: '13:30' },
  'bookings.createTip': { amount: 5 },
  'bookings.addCredit': { code: 'AAAA-BBBB-CCCC-DDDD' },
  'bookings.addPromo': { code: 'SPRING10' },
  'bookings.addBalanceCredit': { code: 'AAAA-BBBB-CCCC-DDDD' },
  'bookings.agreeBalance': { at: 'before', agreed: true },
  'addOns.choose': { addOns: [] },
  'bookings.payShare': { email: 'else@mail.example' },
  'bookings.proposeParty': { people: [{ person: 1, services: ['makeup', 'updo'] }] },
  'providerBookings.proposeParty': { people: [{ person: 1, services: ['makeup', 'updo'] }] },
  'requests.updateMessage': { words: 'Mine now' },
  'guests.invite': { person: 1 },
  'guests.change': { act: 'end' },
  'bookings.answerMove': { answer: 'accept' },
  'bookings.report': { kind: 'other', text: 'Mine now' },
  'bookings.addSide': { text: 'Mine now' },
  'quotes.saveDetails': details,
  'requests.send': { profiles: ['asked-one'] },
  'messages.write': { text: 'Hello' },
  'messages.markRead': { messageId: 1 },
  'messages.report': { reason: 'It is mine' },
  'quotes.changeTime': { finishTime: '12:00' },
  'quotes.alert': { email: 'else@mail.example' },
  'quotes.sendMe': { email: 'else@mail.example' },
  'waiting.join': { profileId: 'torn-open', type: 'mobile', email: 'else@mail.example' },
  'teamTalk.writeAsProvider': { text: 'Hello' },
  'teams.choose': { profileIds: ['torn-open', 'asked-one'] },
  'looks.addUpload': { fileUrl: `/pictures/looks/${'a'.repeat(22)}/320.webp` },
  'looks.addWork': { mediaId: 1 },
  'providerBeforeAfter.add': {
    guestId: null,
    before: `/pictures/before-after/${'a'.repeat(22)}/320.webp`,
    after: `/pictures/before-after/${'b'.repeat(22)}/320.webp`,
  },
  'bookings.signForms': {
    as: 'Somebody Else',
    forms: [{ versionId: '00000000-0000-4000-8000-000000000000', answers: [] }],
  },
  'bookings.bookTest': { eventDate: '2027-06-01', startsAt: '2027-06-01T10:00:00Z' },
  'providerBookings.patchTest': { outcome: 'done' },
  'bookings.chooseVisits': { trial: null, patchTest: null },
  'bookings.moveTrial': { eventDate: '2027-06-01', startsAt: '2027-06-01T10:00:00Z' },
  'bookings.cancelTrial': { refund: 0 },
  'providerBookings.moveTrial': { eventDate: '2027-06-01', startsAt: '2027-06-01T10:00:00Z' },
  'providerBookings.setTrialOutcome': { outcome: 'off' },
  'bookings.bookRescue': { profileId: 'asked-one' },
  'providerBookings.change': { act: 'left' },
  'providerBookings.reportProgress': {
    words: [{ id: '00000000-0000-4000-8000-000000000000', kind: 'arrived', at: testNow.toISOString() }],
    sentAt: testNow.toISOString(),
  },
  'providerBookings.startSharingLocation': { share: true },
  'providerBookings.sendLocation': { lat: 60.1, lng: -1.1 },
}

describe('Private data', () => {
  let ids: Record<string, string>
  let secrets: string[]
  beforeAll(async () => {
    await createInstantTestProvider(rig, { slug: 'torn-open' })
    const owner = await createTestVisitor(rig)
    const appointment = await owner.book('torn-open', { names: ['Confidential Person'], shareNumber: true })
    const other = await createTestVisitor(rig, { finishTime: '18:00' })
    const hold = (await other.hold('torn-open')).body.data.hold
    await createSignedInProvider(rig, { slug: 'asked-one' })
    const asking = await createTestSearch(rig, { eventDate: '2027-06-20' })
    const request = (await asking.ask('asked-one')).body.data.requests[0]
    await confirmRequestsByMail(rig, testCustomer.email)
    const { db } = rig.database
    const payment = await db
      .selectFrom('payment')
      .select(['id', 'ref'])
      .where(
        'ref',
        '=',
        (
          await db
            .selectFrom('appointment')
            .select('hold_id')
            .where('id', '=', appointment.id)
            .executeTakeFirstOrThrow()
        ).hold_id as string,
      )
      .executeTakeFirstOrThrow()
    const conversation = await db
      .selectFrom('conversation')
      .select('id')
      .where('search_id', '=', owner.id)
      .executeTakeFirst()
    const { account_id } = await db
      .selectFrom('appointment')
      .select('account_id')
      .where('id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    const { id: cardId } = await createCardSetup(rig, account_id ?? '')
    ids = {
      creditId: '00000000-0000-4000-8000-000000000000',
      providerId: crypto.randomUUID(),
      appointmentId: appointment.id,
      holdId: hold.id,
      quoteId: owner.id,
      searchId: owner.id,
      profileId: 'torn-open',
      requestId: request.id,
      paymentId: payment.id,
      conversationId: conversation?.id ?? appointment.id,
      moveId: crypto.randomUUID(),
      feedId: crypto.randomUUID(),
      cardId,
      exportId: crypto.randomUUID(),
      promoId: crypto.randomUUID(),
      guestId: crypto.randomUUID(),
      pictureId: crypto.randomUUID(),
      pairId: crypto.randomUUID(),
    }
    secrets = [
      'Confidential Person',
      '1 Church Lane',
      'Blue door',
      'Latex',
      '07700 900142',
      '+447700900142',
      appointment.shareKey,
    ]
  })

  // Public reads: quotes without personal data, and empty conversations.
  const ofAnybody = new Set([
    'quotes.read',
    'quotes.days',
    'quotes.provider',
    'quotes.compare',
    'search.formSettingsOfSearch',
    'teams.find',
  ])
  const own = endpoints.filter(
    ([, { path, access }]) =>
      access !== 'operator' &&
      access !== 'public' &&
      listPathFields(path).some((field) =>
        /^(appointment|hold|request|conversation|payment|move|quote|search|card)Id$/.test(field),
      ),
  )

  test('there are many private endpoints', () => expect(own).not.toEqual([]))

  test.each(own)('%s is closed to any other visitor, customer or artist', async (name, endpoint) => {
    const path = listPathFields(endpoint.path).reduce(
      (p, field) => p.replace(`{${field}}`, ids[field] ?? '1'),
      endpoint.path as string,
    )
    const stranger = await createTestVisitor(rig, { finishTime: '10:00' })
    for (const who of [
      { cookie: stranger.cookie },
      { bearer: bearers['ana'] as string },
      { bearer: bearers['mia'] as string },
      {},
    ]) {
      const { status, body } = await rig.call(`${path}${queries[name] ?? ''}`, {
        method: endpoint.method,
        ...who,
        address: address(),
        headers: { 'idempotency-key': createTestKey() },
        ...(endpoint.method === 'GET' ? {} : { body: bodies[name] ?? {} }),
      })
      const answer = JSON.stringify(body)
      for (const secret of secrets) expect(answer, `${name} ${secret}`).not.toContain(secret)
      if (!ofAnybody.has(name)) expect([401, 403, 404], `${name} ${status} ${answer.slice(0, 200)}`).toContain(status)
    }
  })
})

describe('Concurrency', () => {
  const kept = async (slug: string) => {
    await createInstantTestProvider(rig, { slug })
    const visitor = await createTestVisitor(rig)
    return { visitor, hold: (await visitor.hold(slug)).body.data.hold }
  }

  test('a deposit is opened once and captured once, for any number of payments', async () => {
    const { visitor, hold } = await kept('paid-often')
    const opened = await Promise.all(Array.from({ length: 5 }, () => visitor.pay(hold.id)))
    const payments = new Set(opened.filter(({ status }) => status === 200).map(({ body }) => body.data.payment.id))
    expect(payments.size).toBe(1)
    const clientSecret = opened.find(({ status }) => status === 200)?.body.data.payment.clientSecret as string
    const cards = await Promise.all(Array.from({ length: 5 }, () => visitor.card(clientSecret)))
    expect(cards.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(cards.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    const { appointmentId } = (await visitor.call(`/v1/holds/${hold.id}`)).body.data.hold
    const appointment = (await visitor.call(`/v1/bookings/${appointmentId}`)).body.data.appointment
    expect(appointment.paid).toBe(hold.quote.deposit)

    for (const refund of [-1, 0.005, 1e9, 'all', null, hold.quote.deposit * 2])
      expect(
        (await visitor.call(`/v1/bookings/${appointmentId}/cancel`, 'POST', { refund })).status,
        String(refund),
      ).toBeGreaterThanOrEqual(400)
    const ends = await Promise.all(
      Array.from({ length: 5 }, () =>
        visitor.call(`/v1/bookings/${appointmentId}/cancel`, 'POST', { refund: hold.quote.deposit }),
      ),
    )
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect((await visitor.call(`/v1/bookings/${appointmentId}`)).body.data.appointment).toMatchObject({
      state: 'cancelled',
      refunded: hold.quote.deposit,
    })
  })

  test('two callers with the same idempotency key each get their own response', async () => {
    const { visitor, hold } = await kept('one-key')
    const stranger = await createTestVisitor(rig, { finishTime: '18:00' })
    const key = createTestKey()
    expect((await visitor.call(`/v1/holds/${hold.id}/release`, 'POST', {}, key)).status).toBe(200)
    expect((await stranger.call(`/v1/holds/${hold.id}/release`, 'POST', {}, key)).status).toBe(404)
    const other = (await stranger.hold('one-key', 'mobile', key)).body.data.hold
    expect(other.id).not.toBe(hold.id)
  })

  test("an event without the bank's signature is rejected in any form", async () => {
    const forged = (body: string, signature?: string) =>
      rig.call('/v1/payments/events/test', {
        method: 'POST',
        body,
        address: address(),
        headers: signature ? { 'stripe-signature': signature } : {},
      })
    const head = (alg: string) => Buffer.from(JSON.stringify({ alg })).toString('base64url')
    const told = Buffer.from(
      JSON.stringify({ id: 'evt_1', kind: 'authorised', intent: 'pi_1', error: null, at: testNow.toISOString() }),
    ).toString('base64url')
    for (const raw of [
      '',
      '{}',
      told,
      `${head('none')}.${told}.`,
      `${head('HS256')}.${told}.AAAA`,
      'x'.repeat(600_000),
    ])
      expect([400, 413]).toContain((await forged(raw, 't=1,v1=00')).status)
  })
})

describe('Typed text', () => {
  test('cannot add lines to an email or a calendar, or run in an HTML email', async () => {
    await createInstantTestProvider(rig, { slug: 'typed-to' })
    const visitor = await createTestVisitor(rig, {
      location: {
        type: 'Point',
        coordinates: [-1.145, 60.155],
        address: { placeName: 'Lerwick\r\nATTENDEE:mailto:evil@mail.example', countryCode: 'GB' },
      },
    })
    const evil = '<script>alert(1)</script>\r\nBcc: evil@mail.example\r\nEND:VEVENT'
    const email = `${createTestKey()}@mail.example`
    const requester = {
      name: `Mallory ${'<img src=x onerror=alert(1)>'}`,
      email,
      event: 'Wedding\r\nBEGIN:VALARM',
      mobile: '07700 900142',
    }
    const appointment = await visitor.book('typed-to', {
      requester,
      day: { address: evil, entrance: evil, parking: evil, notes: evil, allergies: evil },
      names: ['=cmd|calc', evil.slice(0, 60)],
    })
    expect(appointment.event).toBe('WeddingBEGIN:VALARM')
    const sheet = (await rig.call(`/v1/run-sheets/${appointment.shareKey}/calendar.ics`)).body as string
    const rows = await rig.database.db
      .selectFrom('outbox')
      .select(['subject', 'html', 'attachments'])
      .where('address', '=', email)
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.subject ?? '').not.toMatch(/[\r\n]/)
      // The only script in an email is JSON-LD, and no value closes it.
      const [data = '', ...more] = (row.html ?? '').match(/<script.*?<\/script>/gis) ?? []
      expect(more).toEqual([])
      expect(data).toMatch(/^(<script type="application\/ld\+json">\{[^<]*\}<\/script>)?$/)
      expect((row.html ?? '').replace(data, '')).not.toMatch(/<script|<img src=x/i)
    }
    const files = [
      sheet,
      ...rows.map(({ attachments }) => JSON.stringify(attachments ?? '').replaceAll(String.raw`\r\n`, '\r\n')),
    ]
    for (const file of files) {
      expect(file).not.toMatch(/^(ATTENDEE|Bcc)/im)
      // Only our two display alarms.
      expect(file.match(/^(BEGIN:VALARM|ACTION:.*)$/gim) ?? []).toEqual(
        file.includes('BEGIN:VALARM') ? Array(2).fill(['BEGIN:VALARM', 'ACTION:DISPLAY']).flat() : [],
      )
    }
    expect(sheet.match(/END:VEVENT/g)).toHaveLength(1)
  })

  test('cannot pass contact details to an artist before the booking', async () => {
    const artist = await createSignedInProvider(rig, { slug: 'reached' })
    const asking = await createTestSearch(rig, {
      eventDate: '2027-06-21',
      location: {
        type: 'Point',
        coordinates: [-1.145, 60.155],
        address: { placeName: '14 Mare Street, Lerwick', countryCode: 'GB' },
      },
    })
    for (const field of ['name', 'event'] as const) {
      const refused = await rig.call(`/v1/quotes/${asking.id}`, {
        method: 'PATCH',
        cookie: asking.cookie,
        address: address(),
        body: { ...testCustomer, [field]: 'Call 07700 900142' },
      })
      expect(refused.body).toMatchObject({ code: 'contact_early', errors: [{ path: field }] })
    }
    const { id } = (await asking.ask('reached')).body.data.requests[0]
    await confirmRequestsByMail(rig, testCustomer.email)
    const shown = await rig.call(`/v1/providers/me/requests/${id}`, { bearer: artist.bearer, address: address() })
    expect(shown.body.data.area).toBe('Lerwick')
    expect(JSON.stringify(shown.body)).not.toMatch(/Mare Street|900142|leila@/i)
    for (const note of [
      'Call 07700 900142',
      'oh seven seven zero zero nine zero zero one four two',
      'nia at mail dot com',
    ])
      expect(
        (
          await rig.call(`/v1/providers/me/requests/${id}/offer`, {
            method: 'POST',
            bearer: artist.bearer,
            address: address(),
            headers: { 'idempotency-key': createTestKey() },
            body: { note },
          })
        ).body.code,
        note,
      ).toBe('contact_details')
  })
})

describe('A suspended artist', () => {
  const suspend = (id: string) =>
    rig.database.db
      .updateTable('provider')
      .set({ state: 'suspended', state_before: 'approved' })
      .where('id', '=', id)
      .execute()

  test('can no longer answer requests', async () => {
    const artist = await createSignedInProvider(rig, { slug: 'taken-off' })
    const asking = await createTestSearch(rig, { eventDate: '2027-06-22' })
    const { id } = (await asking.ask('taken-off')).body.data.requests[0]
    await confirmRequestsByMail(rig, testCustomer.email)
    await suspend(artist.id)
    expect(
      (
        await rig.call(`/v1/providers/me/requests/${id}/offer`, {
          method: 'POST',
          bearer: artist.bearer,
          address: address(),
          headers: { 'idempotency-key': createTestKey() },
          body: {},
        })
      ).body.code,
    ).toBe('suspended')
  })

  test('cannot be booked with an earlier hold: nothing is captured', async () => {
    const artist = await createInstantTestProvider(rig, { slug: 'taken-off-late' })
    const visitor = await createTestVisitor(rig)
    const { hold } = (await visitor.hold('taken-off-late')).body.data
    const { payment } = (await visitor.pay(hold.id)).body.data
    await suspend(artist.id)
    await visitor.card(payment.clientSecret)
    expect((await visitor.call(`/v1/holds/${hold.id}`)).body.data.hold.appointmentId).toBeNull()
    expect((await visitor.call(`/v1/payments/${payment.id}`)).body.data.payment.state).toBe('voided')
  })
})

test('a customer who corrects their address before paying is the payer', async () => {
  await createInstantTestProvider(rig, { slug: 'corrected' })
  const visitor = await createTestVisitor(rig)
  const { hold } = (await visitor.hold('corrected')).body.data
  const papers = (email: string) => ({
    requester: { name: 'Leila Haddad', email, event: 'Wedding', mobile: '07700 900142' },
  })
  const [first, second] = [
    (await visitor.pay(hold.id, papers('ana@primp.test'))).body.data.payment,
    (await visitor.pay(hold.id, papers(`${createTestKey()}@mail.example`))).body.data.payment,
  ]
  expect(second.id).toBe(first.id)
  expect(second.email).toContain('@mail.example')
  expect(
    (await rig.call(`/v1/payments/${first.id}`, { bearer: bearers['ana'] as string, address: address() })).status,
  ).toBe(404)
})
