import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nobody, openContext } from '#server/platform/context.ts'
import { createEndedAppointment, deleteTestAppointments } from '#server/testing/bookings.ts'
import { createTestAddress } from '#server/testing/clients.ts'
import {
  clearTestTown,
  createSearchInput,
  createTestBusyTime,
  createTestProvider,
  testTown,
} from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  countMails,
  createKeyHeader,
  createSignedInProvider,
  createTestCustomer,
  createTestSearch,
  deleteTestMails,
  getLastMail,
  testCustomer,
} from '#server/testing/requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { endRequests } from './end-requests.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

const later = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000)
const job = () => endRequests(openContext(rig, { viewer: nobody, requestId: 'test', address: '' }))
const answer = (bearer: string, requestId: string, what: string, body: unknown = {}) =>
  rig.call(`/v1/providers/me/requests/${requestId}/${what}`, {
    method: 'POST',
    bearer,
    body,
    headers: createKeyHeader(),
    address: createTestAddress(),
  })
const mine = async (bearer: string) => (await rig.call('/v1/providers/me/requests', { bearer })).body.data
const one = async (bearer: string, id: string) =>
  (await rig.call(`/v1/providers/me/requests/${id}`, { bearer })).body.data

async function asked(more: Record<string, unknown> = {}, terms = {}) {
  const artist = await createSignedInProvider(rig, { slug: 'nia', ...terms })
  const search = await createTestSearch(rig, more)
  const { body } = await search.ask('nia')
  await confirmRequestsByMail(rig, testCustomer.email)
  return { artist, search, id: body.data.requests[0].id as string }
}

test('a requested artist sees the customer’s score without comments, and nothing before the first review', async () => {
  const { artist, id } = await asked()
  expect((await one(artist.bearer, id)).customerScore).toBeNull()
  const { db } = rig.database
  const { account_id } = await db
    .selectFrom('request')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const booked = [
    await createEndedAppointment(rig, { providerId: artist.id, endsAt: later(-50) }),
    await createEndedAppointment(rig, { providerId: artist.id, endsAt: later(-90) }),
  ]
  await db
    .insertInto('customer_review')
    .values(
      booked.map(({ id: appointment_id }, i) => ({
        appointment_id,
        provider_id: artist.id,
        account_id,
        score: 5 - i,
        comments: 'Kept us waiting',
      })),
    )
    .execute()
  const shown = await one(artist.bearer, id)
  await deleteTestAppointments(rig, booked)
  expect(shown.customerScore).toEqual({ score: 4.5, count: 2 })
  expect(JSON.stringify(shown)).not.toContain('waiting')
})

describe('Requests to an artist', () => {
  test('a request waits for the emailed link, which sends it to the artist and signs the customer in', async () => {
    const nia = await createSignedInProvider(rig, { slug: 'nia' })
    const search = await createTestSearch(rig)
    const { body, status } = await search.ask('nia')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      requests: [{ state: 'unconfirmed', open: true, version: 1, total: 52, provider: { slug: 'nia' }, offer: null }],
      earlier: [],
      confirm: { email: testCustomer.email },
    })
    expect(body.data.requests[0].endsAt).toBe(later(24).toISOString())
    expect((await mine(nia.bearer)).requests).toEqual([])
    expect((await search.page()).profiles.mobile[0]).toMatchObject({ status: 'requested', price: 52 })

    const opened = await confirmRequestsByMail(rig, testCustomer.email)
    expect(opened.body.data).toMatchObject({
      path: `/quotes/${search.id}`,
      sent: 1,
      user: { email: testCustomer.email, name: testCustomer.name },
    })
    expect(await mine(nia.bearer)).toMatchObject({
      toAnswer: 1,
      offered: 0,
      replies: { minutes: null, fasterThan: null },
      requests: [
        {
          firstName: 'Leila',
          event: 'Wedding',
          people: 1,
          eventDate: '2027-06-12',
          finishTime: '13:30',
          area: 'Lerwick',
          earnings: 44,
          total: 52,
          half: false,
        },
      ],
    })
    expect(await search.own()).toMatchObject({
      requests: [{ state: 'requested', endsAt: later(24).toISOString() }],
      confirm: null,
    })
    const told = await rig.database.db
      .selectFrom('outbox')
      .select(['kind', 'subject', 'body'])
      .where('kind', 'in', ['request.new', 'request.sent'])
      .where('channel', '=', 'mail')
      .orderBy('kind')
      .execute()
    expect(told.map(({ kind }) => kind)).toEqual(['request.new', 'request.sent'])
    expect(told[0]?.subject).toBe('Request for Sat 12 June 2027: 1 person, Lerwick')
    expect(told[0]?.body).not.toContain('900142')
    expect(told[0]?.body).toContain('You earn £44.')
  })

  test('a request is also sent by the code in the email, or by a new link', async () => {
    const nia = await createSignedInProvider(rig, { slug: 'nia' })
    const search = await createTestSearch(rig)
    await search.ask('nia')
    rig.at(later(0.01))
    expect((await search.as(`/v1/quotes/${search.id}/requests/send-link`)).body.data).toEqual({ sent: true })
    expect(await countMails(rig, testCustomer.email, 'request.confirm')).toBe(2)
    const code = (await getLastMail(rig, testCustomer.email, 'request.confirm'))?.body.match(/code (\d{6})/)?.[1]
    const by = (code: string) =>
      rig.call('/v1/requests/confirm-code', {
        method: 'POST',
        body: { email: testCustomer.email, code },
        address: createTestAddress(),
      })
    expect((await by('000000')).body.code).toBe('code_wrong')
    expect((await by(code ?? '')).body.data.sent).toBe(1)
    expect((await mine(nia.bearer)).toAnswer).toBe(1)
    expect((await confirmRequestsByMail(rig, testCustomer.email)).body.code).toBe('link_used')
  })

  test('a signed-in customer with a verified address sends a request at once', async () => {
    const nia = await createSignedInProvider(rig, { slug: 'nia' })
    const { bearer, accountId } = await createTestCustomer(rig, 'proven@ask.example')
    const search = await createTestSearch(rig)
    await rig.database.db.updateTable('search').set({ account_id: accountId }).where('id', '=', search.id).execute()
    const { body } = await rig.call(`/v1/quotes/${search.id}/requests`, {
      method: 'POST',
      bearer,
      body: { profiles: ['nia'] },
      headers: createKeyHeader(),
      address: createTestAddress(),
    })
    expect(body.data.requests[0].state).toBe('requested')
    expect((await mine(nia.bearer)).toAnswer).toBe(1)
    expect(await countMails(rig, 'proven@ask.example', 'request.confirm')).toBe(0)
  })

  test('a request is refused without details or key, to more than five artists, twice to one artist, or for another customer’s search', async () => {
    for (const slug of ['nia', 'b', 'c', 'd', 'e', 'f']) await createSignedInProvider(rig, { slug })
    const search = await createTestSearch(rig)
    const bare = await rig.call('/v1/quotes/', {
      method: 'POST',
      body: createSearchInput(testTown),
      address: createTestAddress(),
    })
    const asks = (id: string, cookie: string | undefined, profiles: string[], headers = createKeyHeader()) =>
      rig.call(`/v1/quotes/${id}/requests`, {
        method: 'POST',
        body: { profiles },
        headers,
        address: createTestAddress(),
        ...(cookie ? { cookie } : {}),
      })
    expect((await asks(bare.body.data.search.id, bare.cookie, ['nia'])).body.code).toBe('details_missing')
    expect((await search.ask('nia', 'b', 'c', 'd', 'e', 'f')).body.code).toBe('too_many_asked')
    expect((await search.ask('nia', 'b', 'c', 'd', 'e')).body.data.requests).toHaveLength(5)
    expect((await search.ask('nia')).body.code).toBe('already_requested')
    expect((await search.ask('f')).body.code).toBe('too_many_asked')
    expect((await search.ask('nobody')).body.code).toBe('not_found')
    expect((await asks(search.id, bare.cookie, ['f'])).body.code).toBe('not_yours')
    expect((await asks(search.id, search.cookie, ['f'], {})).body.code).toBe('idempotency_key_missing')
    expect((await rig.call(`/v1/quotes/${search.id}/requests`, { cookie: bare.cookie as string })).body.code).toBe(
      'not_yours',
    )
  })

  test('repeated calls with one key make one request, and concurrent requests make one account', async () => {
    await createSignedInProvider(rig, { slug: 'nia' })
    const search = await createTestSearch(rig)
    const same = createKeyHeader()
    const [first, second] = [
      await search.as(`/v1/quotes/${search.id}/requests`, { profiles: ['nia'] }, same),
      await search.as(`/v1/quotes/${search.id}/requests`, { profiles: ['nia'] }, same),
    ]
    expect(second.body).toEqual(first.body)
    const many = await Promise.all(Array.from({ length: 4 }, () => search.ask('nia')))
    expect(many.map(({ body }) => body.code)).toEqual([
      'already_requested',
      'already_requested',
      'already_requested',
      'already_requested',
    ])
    expect(
      await rig.database.db
        .selectFrom('account')
        .select('password_hash')
        .where('email', '=', testCustomer.email)
        .where('stands_in_for', 'is', null)
        .execute(),
    ).toEqual([{ password_hash: null }])
  })

  test('an artist outside the travel area can be requested, and booked after accepting', async () => {
    const nia = await createSignedInProvider(rig, { slug: 'nia', east: 9_000, radius: 1_000 })
    const search = await createTestSearch(rig)
    const cardOf = async () => {
      const { offers, profiles } = await search.page()
      return [...offers.mobile.map((o: { provider: unknown }) => o.provider), ...profiles.mobile][0]
    }
    expect(await cardOf()).toMatchObject({ reason: 'tooFar', status: 'unavailable' })
    const asked = await search.ask('nia')
    expect(asked.body.data.requests).toMatchObject([{ provider: { slug: 'nia' } }])
    await confirmRequestsByMail(rig, testCustomer.email)
    const { id } = asked.body.data.requests[0]
    const offered = await rig.call(`/v1/providers/me/requests/${id}/offer`, {
      method: 'POST',
      body: {},
      bearer: nia.bearer,
      address: createTestAddress(),
      headers: createKeyHeader(),
    })
    expect(offered.status).toBe(200)
    expect(await cardOf()).toMatchObject({ status: 'offered', price: asked.body.data.requests[0].total })
  })

  test('five artists outside the travel area can be requested together, each once', async () => {
    const slugs = ['nia', 'mia', 'ana', 'zoe', 'ruth']
    for (const [n, slug] of slugs.entries())
      await createSignedInProvider(rig, { slug, east: 9_000 + 100 * n, radius: 1_000 })
    const search = await createTestSearch(rig)
    const asked = await search.ask(...slugs)
    expect(asked.status).toBe(200)
    expect(
      asked.body.data.requests.map(({ provider }: { provider: { slug: string } }) => provider.slug).toSorted(),
    ).toEqual(slugs.toSorted())
  })

  test('close to the start only Instant Book is possible, and an artist who does not fit cannot be requested', async () => {
    const nia = await createSignedInProvider(rig, { slug: 'nia', notice: 0 })
    const soon = await createTestSearch(rig, { eventDate: '2026-11-20', finishTime: '11:30' })
    expect((await soon.ask('nia')).body.code).toBe('too_late_to_request')
    const search = await createTestSearch(rig)
    await createTestBusyTime(rig, nia, '2027-06-12T11:00:00Z', '2027-06-12T12:00:00Z')
    expect((await search.ask('nia')).body).toMatchObject({ code: 'request_not_possible', detail: { why: 'booked' } })
  })
})

describe('Offers', () => {
  test('an offer at the quoted price appears on the page and has the same quote', async () => {
    const { artist, search, id } = await asked()
    const payouts = (payouts_ready: boolean) =>
      rig.database.db.updateTable('provider').set({ payouts_ready }).where('id', '=', artist.id).execute()
    await payouts(false)
    expect((await answer(artist.bearer, id, 'offer', { preview: true })).status).toBe(200)
    expect((await answer(artist.bearer, id, 'offer', { note: 'Happy to.' })).body.code).toBe('payout_missing')
    await payouts(true)
    const { body, status } = await answer(artist.bearer, id, 'offer', { note: 'Happy to.' })
    expect(status).toBe(200)
    expect(body.data.request).toMatchObject({
      state: 'offered',
      open: true,
      offers: [{ version: 1, state: 'offered', kind: 'asPriced', earnings: 44, total: 52 }],
    })
    const page = await search.page()
    expect(page.offers.mobile[0]).toMatchObject({
      offer: { status: 'offered', price: 52 },
      provider: { slug: 'nia', until: later(72).toISOString().replace('.000Z', '+00:00') },
    })
    expect(page.profiles.mobile).toEqual([])
    expect(page.offersCount).toBe(1)
    const own = await search.own()
    expect(own.requests[0]).toMatchObject({
      state: 'offered',
      offer: { state: 'offered', total: 52, note: 'Happy to.', endsAt: later(72).toISOString() },
    })
    const { locked } = (await rig.call(`/v1/quotes/${search.id}/@/nia`, { cookie: search.cookie })).body.data
    expect(locked.id).toBe(own.requests[0].offer.quoteId)
    expect((await getLastMail(rig, testCustomer.email, 'offer.new'))?.subject).toBe(
      'Nia Own can do it: £52 for 1 person',
    )
  })

  test('a higher look price reduces the minimum-booking top-up', async () => {
    const { artist, id } = await asked({}, { minimum: 11_000 })
    const before = await one(artist.bearer, id)
    expect(before.lines.find((line: { kind: string }) => line.kind === 'topUp')).toMatchObject({ earn: 66, amount: 78 })
    const { preview } = (await answer(artist.bearer, id, 'offer', { lines: [{ index: 0, earn: 70 }], preview: true }))
      .body.data
    expect(preview).toMatchObject({ earnings: 110, total: 131 })
    expect(preview.lines.find((line: { kind: string }) => line.kind === 'topUp')).toMatchObject({
      earn: 40,
      amount: 48,
    })
  })

  test('an offer with changed lines needs a reason, and a newer offer replaces it', async () => {
    const { artist, search, id } = await asked()
    expect((await answer(artist.bearer, id, 'offer', { lines: [{ index: 0, earn: 60 }] })).body).toMatchObject({
      code: 'reason_missing',
      errors: [{ path: 'reason' }],
    })
    expect(
      (await answer(artist.bearer, id, 'offer', { lines: [{ index: 0, earn: 60 }], preview: true })).body.data.preview,
    ).toMatchObject({ earnings: 60, total: 71, deposit: 17.75 })
    expect(
      (
        await answer(artist.bearer, id, 'offer', {
          lines: [{ index: 0, earn: 60 }],
          reason: 'A longer look than usual.',
        })
      ).body.data.request.offers[0],
    ).toMatchObject({ kind: 'changed', total: 71, earnings: 60 })
    expect((await search.page()).offers.mobile[0].offer).toMatchObject({ price: 71, deposit: 17.75 })
    expect(
      (await answer(artist.bearer, id, 'offer')).body.data.request.offers.map((o: { state: string; total: number }) => [
        o.state,
        o.total,
      ]),
    ).toEqual([
      ['offered', 52],
      ['superseded', 71],
    ])
    expect((await search.page()).offers.mobile[0].offer.price).toBe(52)
    expect((await answer(artist.bearer, id, 'offer', { reason: 'Call 07700 900 123' })).body.code).toBe(
      'contact_details',
    )
  })

  test('an offer for another time has its own plan, even if the requested time is taken', async () => {
    const { artist, search, id } = await asked()
    await createTestBusyTime(rig, artist, '2027-06-12T11:00:00Z', '2027-06-12T12:00:00Z')
    expect((await answer(artist.bearer, id, 'offer')).body.code).toBe('slot_taken')
    expect((await one(artist.bearer, id)).clash).toMatchObject({ from: '2027-06-12T12:00:00+01:00' })
    const { body } = await answer(artist.bearer, id, 'offer', { finishTime: '16:00' })
    expect(body.data.request.offers[0]).toMatchObject({
      kind: 'otherTime',
      plan: { doneAt: '2027-06-12T15:50:00+01:00' },
    })
    expect((await search.page()).offers.mobile[0].provider).toMatchObject({
      slug: 'nia',
      status: 'offered',
      plan: { doneAt: '2027-06-12T15:50:00+01:00' },
    })
    expect((await getLastMail(rig, testCustomer.email, 'offer.counter'))?.body).toContain('ready by 4 PM')
  })

  test('an offer can be declined, withdrawn or expire, each with its notice, and then the artist can be requested again', async () => {
    const { artist, search, id } = await asked()
    await answer(artist.bearer, id, 'offer')
    expect((await search.as(`/v1/requests/${id}/decline-offer`)).body.data.requests[0]).toMatchObject({
      open: false,
      offer: { state: 'declined' },
    })
    expect(await countMails(rig, await accountEmail(artist.accountId), 'offer.declined')).toBe(1)
    expect((await search.page()).profiles.mobile[0].status).toBeNull()

    const second = (await search.ask('nia')).body.data.requests[0]
    expect(second.version).toBe(2)
    await confirmRequestsByMail(rig, testCustomer.email)
    await answer(artist.bearer, second.id, 'offer')
    expect(
      (await answer(artist.bearer, second.id, 'offer/withdraw', { note: 'My car broke down.' })).body.data,
    ).toMatchObject({ open: false, offers: [{ state: 'withdrawn' }] })
    expect((await getLastMail(rig, testCustomer.email, 'offer.withdrawn'))?.body).toContain('My car broke down.')
    expect((await answer(artist.bearer, second.id, 'offer/withdraw')).body.code).toBe('state_changed')
  })

  const accountEmail = async (id: string) =>
    (await rig.database.db.selectFrom('account').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

  test('an offer lasts at most 72 hours, with one reminder at half time, and expires once', async () => {
    const { artist, search, id } = await asked()
    await answer(artist.bearer, id, 'offer')
    rig.at(later(36.1))
    await job()
    await job()
    expect(await countMails(rig, testCustomer.email, 'offer.half')).toBe(1)
    rig.at(later(72.1))
    expect((await search.page()).offers.mobile).toEqual([])
    await job()
    await job()
    expect(await countMails(rig, testCustomer.email, 'offer.expired.customer')).toBe(1)
    expect((await search.own()).requests[0]).toMatchObject({ open: false, offer: { state: 'expired' } })
  })

  test('an offer ends when its time is booked for someone else', async () => {
    const { artist, search, id } = await asked()
    await answer(artist.bearer, id, 'offer')
    await createTestBusyTime(rig, artist, '2027-06-12T11:00:00Z', '2027-06-12T12:00:00Z')
    await job()
    expect((await search.own()).requests[0].offer.state).toBe('expired')
  })
})

describe('Answers to a request', () => {
  test('a request is declined with a reason, and the day can be blocked in the same tap', async () => {
    const { artist, search, id } = await asked()
    expect(
      (await answer(artist.bearer, id, 'decline', { bookedOut: true, note: 'Thank you for asking.' })).body.data,
    ).toMatchObject({ state: 'declined', open: false, reason: 'notFree' })
    expect((await search.own()).requests[0]).toMatchObject({ state: 'declined', note: 'Thank you for asking.' })
    expect((await search.page()).counts.people.booked).toBe(1)
    expect((await getLastMail(rig, testCustomer.email, 'request.declined'))?.body).toContain('Thank you for asking.')
    expect((await answer(artist.bearer, id, 'offer')).body.code).toBe('state_changed')
  })

  test('a request is withdrawn once, and the artist is notified', async () => {
    const { artist, search, id } = await asked()
    expect((await search.withdraw(id)).body.data.requests[0]).toMatchObject({ state: 'withdrawn', open: false })
    expect((await search.withdraw(id)).body.code).toBe('state_changed')
    expect(await mine(artist.bearer)).toMatchObject({ toAnswer: 0, requests: [{ state: 'withdrawn' }] })
    expect((await search.page()).profiles.mobile[0].status).toBeNull()
  })

  test('nobody else can read, answer or withdraw a request', async () => {
    const { search, id } = await asked()
    const other = await createSignedInProvider(rig, { slug: 'other' })
    const stranger = await createTestSearch(rig)
    for (const what of ['offer', 'decline', 'offer/withdraw'])
      expect([what, (await answer(other.bearer, id, what)).status]).toEqual([what, 404])
    expect((await rig.call(`/v1/providers/me/requests/${id}`, { bearer: other.bearer })).status).toBe(404)
    for (const what of ['withdraw', 'decline-offer'])
      expect([what, (await stranger.as(`/v1/requests/${id}/${what}`)).status]).toEqual([what, 404])
    expect((await search.own()).requests[0].state).toBe('requested')
  })

  test('a request expires after a day, with one reminder at half time, and lowers the answer rate', async () => {
    const { artist, search, id } = await asked()
    rig.at(later(12.1))
    await job()
    await job()
    expect(
      await rig.database.db
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', 'request.half')
        .where('channel', '=', 'mail')
        .execute(),
    ).toHaveLength(1)
    expect((await one(artist.bearer, id)).half).toBe(true)
    rig.at(later(24.1))
    await job()
    await job()
    expect((await search.own()).requests[0]).toMatchObject({ state: 'expired', open: false })
    expect(await countMails(rig, testCustomer.email, 'request.expired.customer')).toBe(1)
  })

  test('an unconfirmed request expires after a day without a notice', async () => {
    await createSignedInProvider(rig, { slug: 'nia' })
    const search = await createTestSearch(rig)
    await search.ask('nia')
    rig.at(later(24.1))
    await job()
    expect((await search.own()).requests[0].state).toBe('expired')
    expect(
      await rig.database.db
        .selectFrom('outbox')
        .select('kind')
        .where('address', '=', testCustomer.email)
        .where('kind', '!=', 'request.confirm')
        .execute(),
    ).toEqual([])
  })

  test('the request of an edited search stays open with the earlier time, and can be sent again as a new version', async () => {
    const { artist, search, id } = await asked()
    await answer(artist.bearer, id, 'offer')
    const edited = await createTestSearch(
      rig,
      { finishTime: '15:00', previousSearch: search.id },
      testCustomer,
      search.cookie,
    )
    expect(await edited.own()).toMatchObject({ requests: [], earlier: [{ id, state: 'offered' }] })
    expect((await edited.ask('nia')).body.code).toBe('already_requested')
    const { body } = await edited.as(`/v1/quotes/${edited.id}/requests/again`)
    expect(body.data).toMatchObject({ requests: [{ version: 2, state: 'unconfirmed' }], earlier: [] })
    expect((await search.page()).profiles.mobile[0].status).toBeNull()
    await confirmRequestsByMail(rig, testCustomer.email)
    expect((await mine(artist.bearer)).requests[0]).toMatchObject({
      version: 2,
      state: 'requested',
      finishTime: '15:00',
    })
    const changed = await rig.database.db
      .selectFrom('outbox')
      .select('body')
      .where('kind', '=', 'request.changed')
      .where('channel', '=', 'mail')
      .execute()
    expect(changed[0]?.body).toContain('ready by 3 PM')
  })

  test('of two concurrent answers to one request, one counts', async () => {
    const { artist, id } = await asked()
    const answers = await Promise.all([
      answer(artist.bearer, id, 'decline'),
      answer(artist.bearer, id, 'decline'),
      answer(artist.bearer, id, 'decline'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('the answer rate and answer time appear after five requests', async () => {
    const nia = await createSignedInProvider(rig, { slug: 'nia' })
    for (let i = 0; i < 5; i++) {
      rig.at(testNow)
      const search = await createTestSearch(rig)
      const { body } = await search.ask('nia')
      await confirmRequestsByMail(rig, testCustomer.email)
      rig.at(later(1))
      await answer(nia.bearer, body.data.requests[0].id, i % 2 ? 'decline' : 'offer')
    }
    expect(
      await rig.database.db
        .selectFrom('provider')
        .select(['answer_minutes', 'answered_percent'])
        .where('id', '=', nia.id)
        .executeTakeFirst(),
    ).toEqual({ answer_minutes: 60, answered_percent: 100 })
    for (const [i, answer_minutes] of [5, 30, 90, 120, 240, 600].entries()) {
      const { id } = await createTestProvider(rig, { slug: `near-${i}` })
      await rig.database.db.updateTable('provider').set({ answer_minutes }).where('id', '=', id).execute()
    }
    expect((await mine(nia.bearer)).replies).toEqual({ minutes: 60, fasterThan: 7 })
    // 'ten in ten' requires every single answer.
    const quick = (answer_minutes: number) =>
      rig.database.db.updateTable('provider').set({ answer_minutes }).where('slug', '=', 'near-1').execute()
    await rig.database.db.updateTable('provider').set({ answer_minutes: 90 }).where('slug', '=', 'near-0').execute()
    for (let i = 6; i < 30; i++) {
      const { id } = await createTestProvider(rig, { slug: `near-${i}` })
      await rig.database.db.updateTable('provider').set({ answer_minutes: 90 }).where('id', '=', id).execute()
    }
    await quick(5)
    expect((await mine(nia.bearer)).replies).toMatchObject({ fasterThan: 9 })
    await quick(90)
    expect((await mine(nia.bearer)).replies).toMatchObject({ fasterThan: 10 })
  })
})

test('after a request the ready-by time of a search is fixed, and other fields can change', async () => {
  await createSignedInProvider(rig, { slug: 'nia' })
  const search = await createTestSearch(rig)
  await search.ask('nia')
  const patch = (body: object) =>
    rig.call(`/v1/quotes/${search.id}`, { method: 'PATCH', body, cookie: search.cookie, address: createTestAddress() })
  expect((await patch({ ...testCustomer, finishTime: '15:00' })).body).toMatchObject({
    code: 'time_asked',
    errors: [{ path: 'finishTime' }],
  })
  expect((await patch({ ...testCustomer, event: 'Party' })).status).toBe(200)
})

test('concurrent offers, a decline and a withdrawal end in a valid state with at most one offer', async () => {
  for (let round = 0; round < 4; round++) {
    await clearTestTown(rig)
    const { artist, search, id } = await asked()
    const answers = await Promise.all([
      answer(artist.bearer, id, 'offer'),
      search.withdraw(id),
      answer(artist.bearer, id, 'offer', { finishTime: '15:00' }),
      answer(artist.bearer, id, 'decline'),
    ])
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const request = await rig.database.db
      .selectFrom('request')
      .select(['state', 'open'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const offers = await rig.database.db.selectFrom('offer').select('state').where('request_id', '=', id).execute()
    expect(offers.filter(({ state }) => state === 'offered').length).toBe(
      request.open && request.state === 'offered' ? 1 : 0,
    )
    const act = await rig.database.db
      .selectFrom('quote_act')
      .select('state')
      .where('search_id', '=', search.id)
      .execute()
    expect(act.map(({ state }) => state)).toEqual(request.open ? [request.state] : [])
  }
})

test('deleting the customer’s account ends the request, and cards show no trace of it', async () => {
  const { id, search } = await asked()
  const accountId = (
    await rig.database.db.selectFrom('request').select('account_id').where('id', '=', id).executeTakeFirstOrThrow()
  ).account_id
  const { eraseAccount } = await import('#server/accounts/erase.queries.ts')
  await rig.database.db
    .transaction()
    .execute((tx) => eraseAccount(tx, { id: accountId, email: testCustomer.email, now: testNow }))
  expect(
    await rig.database.db.selectFrom('request').select(['state', 'open', 'note']).where('id', '=', id).execute(),
  ).toEqual([{ state: 'withdrawn', open: false, note: '' }])
  expect(
    await rig.database.db.selectFrom('quote_act').select('state').where('search_id', '=', search.id).execute(),
  ).toEqual([])
})

test('deleting the customer’s account ends an offer: its artist is notified, and the row stays without personal data', async () => {
  const { db } = rig.database
  const { artist, search, id } = await asked()
  expect((await answer(artist.bearer, id, 'offer', { note: `Happy to, ${testCustomer.name}.` })).status).toBe(200)
  const { account_id } = await db
    .selectFrom('request')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const bearer = await rig.sessionOf(account_id)
  const call = (path: string, body: object) =>
    rig.call(path, {
      method: 'POST',
      body,
      bearer,
      address: createTestAddress(),
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  await call('/v1/accounts/me/delete', {})
  const token = (await getLastMail(rig, testCustomer.email, 'account.delete.asked'))?.body.match(
    /\/([A-Za-z0-9_-]{43})\b/,
  )?.[1]
  expect((await call('/v1/accounts/me/delete/confirm', { token })).status).toBe(200)

  const told = await db.selectFrom('outbox').selectAll().where('kind', '=', 'request.gone').execute()
  expect(told).toMatchObject([{ account_id: artist.accountId, fact: `request.gone ${id}` }])
  expect(told[0]?.body).toContain('has deleted their account')
  const list = await mine(artist.bearer)
  const line = list.requests.find((one: { id: string }) => one.id === id)
  expect(line).toMatchObject({ open: false, firstName: 'A customer', event: '', offer: { state: 'declined' } })
  expect(
    JSON.stringify([list, told, await rig.call(`/v1/providers/me/requests/${id}`, { bearer: artist.bearer })]),
  ).not.toContain(testCustomer.name.split(' ')[0])
  expect(await db.selectFrom('quote_act').select('state').where('search_id', '=', search.id).execute()).toEqual([])
  expect((await answer(artist.bearer, id, 'offer')).status).toBe(409)
})
