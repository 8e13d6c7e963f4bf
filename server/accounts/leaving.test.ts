import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { completeAppointments } from '#server/bookings/completion.ts'
import { expireHolds } from '#server/checkout/release-holds.ts'
import {
  createTestAddress,
  createTestClient,
  createTestKey,
  createTestVisitor,
  getAccountId,
  testDayDetails,
} from '#server/testing/clients.ts'
import { createTestVoucher } from '#server/testing/payments.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { confirmRequestsByMail, createSignedInProvider } from '#server/testing/requests.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { sendVouchers } from '#server/payments/voucher-sales.ts'
import { getReviewPath } from '#server/reviews/reviews.ts'
import { inviteReviews } from '#server/reviews/review-links.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

const person = {
  name: 'Xanthippe Quillfeather',
  email: 'xanthippe@leaving.example',
  event: 'Quillfeather wedding',
  mobile: '07700 900987',
}
const traces = ['xanthippe', 'quillfeather', 'leaving.example', '7700 ?900987', 'wolfsbane']
let rig: TestRig
const context = () => createJobContext(rig, 'test')
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
  await rig.database.db.deleteFrom('outbox').execute()
})

/** Lists every `table.column` that contains one of these words, whatever its type. */
async function tracesOf(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'place%'`.execute(
    rig.database.db,
  )
  const pattern = words.join('|')
  const found: string[] = []
  for (const { name } of tables) {
    const but =
      name.startsWith('outbox') && name !== 'outbox_fact' && name !== 'outbox_queue'
        ? sql`and kind <> 'account.deleted'`
        : sql``
    const { rows } = await sql<{
      row: Record<string, unknown>
    }>`select to_jsonb(x) as row from ${sql.table(name)} as x where x::text ~* ${pattern} ${but} limit 5`.execute(
      rig.database.db,
    )
    for (const { row } of rows)
      found.push(
        ...Object.keys(row)
          .filter((column) => new RegExp(pattern, 'i').test(JSON.stringify(row[column])))
          .map((column) => `${name}.${column}`),
      )
  }
  return [...new Set(found)]
}

const signedIn = async (email: string) => {
  const account = await rig.database.db
    .selectFrom('account')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const token = await rig.sessionOf(account.id)
  const address = createTestAddress()
  return Object.assign(
    (path: string, method = 'GET', body?: unknown) =>
      rig.call(path, {
        method,
        ...(body === undefined ? {} : { body }),
        bearer: token,
        address,
        headers: { 'idempotency-key': createTestKey() },
      }),
    { accountId: account.id },
  )
}

async function artist(slug: string) {
  const made = await createSignedInProvider(rig, { slug, instant: true })
  await rig.database.db
    .updateTable('provider')
    .set({ payouts_ready: true, instant_booking: true })
    .where('id', '=', made.id)
    .execute()
  return made
}

test('after a customer with past bookings, requests, messages and reviews deletes the account, no personal data remains', async () => {
  const { db } = rig.database
  const [kept, asked] = [await artist('kept-book'), await createSignedInProvider(rig, { slug: 'only-asked' })]
  await artist('called-off')
  await createInstantTestProvider(rig, { slug: 'ran-out' })
  const papers = {
    requester: person,
    names: ['Xanthippe'],
    day: { ...testDayDetails, allergies: 'Wolfsbane' },
    shareNumber: true,
    smsReminders: true,
  }
  const [one, two, three] = [await createTestVisitor(rig), await createTestVisitor(rig), await createTestVisitor(rig)]
  await three.hold('ran-out')
  const booked = await one.book('kept-book', papers)
  const cancelled = await two.book('called-off', papers)
  expect(
    (
      await two.call(`/v1/bookings/${cancelled.id}/cancel`, 'POST', {
        refund: cancelled.refund.now,
        reason: 'Xanthippe is ill',
      })
    ).status,
  ).toBe(200)
  await three.call(`/v1/quotes/${three.id}`, 'PATCH', person)
  const listed = await one.call(`/v1/bookings/${booked.id}/guests`, 'POST', { person: 1 })
  const said = {
    name: 'Xanthippe',
    services: ['makeup'],
    look: 'Quillfeather red',
    allergies: 'Wolfsbane',
    allergiesConsent: true,
  }
  const link = `/v1/guests/${listed.body.data.appointment.guests[0].key}`
  expect((await rig.call(link, { method: 'PUT', body: said, address: createTestAddress() })).status).toBe(200)
  await createTestVoucher(rig, { fromName: person.name, fromEmail: person.email, message: 'From Xanthippe' })
  await createTestVoucher(rig, { toName: person.name, toEmail: person.email, message: 'For Xanthippe' })
  await sendVouchers(createJobContext(rig, 'test'))
  const olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
  const goodwill = { amount: 5, as: 'credit', reason: 'The artist was late.' }
  const at = `/v1/operator/bookings/${booked.id}/goodwill`
  const { hash } = (await olu(`${at}/preview`, 'POST', goodwill)).body.data.preview
  expect((await olu(at, 'POST', { ...goodwill, hash })).status).toBe(200)
  expect((await three.call(`/v1/quotes/${three.id}/requests`, 'POST', { profiles: ['only-asked'] })).status).toBe(200)
  await confirmRequestsByMail(rig, person.email)
  expect(await db.selectFrom('request').select('state').where('provider_id', '=', asked.id).execute()).toEqual([
    { state: 'requested' },
  ])

  const her = await signedIn(person.email)
  const theirs = (path: string, method: string, body: unknown) =>
    rig.call(path, {
      method,
      body,
      bearer: kept.bearer,
      address: createTestAddress(),
      headers: { 'idempotency-key': createTestKey() },
    })
  const talk = await db
    .selectFrom('conversation')
    .select('id')
    .where('provider_id', '=', kept.id)
    .executeTakeFirstOrThrow()
  await her('/v1/accounts/me', 'PATCH', { name: person.name, mobile: person.mobile, country: 'GB' })
  expect(
    (await her(`/v1/conversations/${talk.id}/messages`, 'POST', { text: 'It is Xanthippe, at the blue door' })).status,
  ).toBe(200)
  expect((await theirs(`/v1/conversations/${talk.id}/messages`, 'POST', { text: 'See you, Xanthippe' })).status).toBe(
    200,
  )
  expect(
    (await theirs(`/v1/providers/me/clients/${her.accountId}`, 'PUT', { note: 'Xanthippe: wolfsbane' })).status,
  ).toBe(200)
  expect((await her('/v1/saved-artists/kept-book', 'PUT', {})).status).toBe(200)
  expect((await her('/v1/calendar-address', 'POST', { side: 'customer' })).status).toBe(200)
  expect(
    (await her(`/v1/bookings/${booked.id}/moves`, 'POST', { eventDate: '2027-06-13', finishTime: '15:00' })).status,
  ).toBe(200)
  await one.call(`/v1/quotes/${one.id}/alert`, 'POST', { email: person.email })
  await rig.database.db
    .insertInto('dispute')
    .values({
      appointment_id: cancelled.id,
      by: 'customer',
      kind: 'other',
      text: 'Xanthippe waited',
      other_side: 'Quillfeather did not',
      answer_until: testNow,
      state: 'settled',
      outcome: 'paid',
      settled_at: testNow,
    })
    .execute()

  rig.at(new Date(testNow.getTime() + 20 * 60_000))
  await expireHolds(context())
  expect((await her('/v1/accounts/me/delete', 'POST', {})).body).toMatchObject({
    code: 'open_bookings',
    detail: { date: '2027-06-12' },
  })
  rig.at(new Date(Date.parse(booked.endsAt) + 3_600_000))
  await completeAppointments(context())
  const again = await signedIn(person.email)
  const review = (await getReviewPath(rig, booked.id, 'customer')).replace('/review/', '/v1/reviews/')
  const aboutHer = (await getReviewPath(rig, booked.id, 'provider')).replace('/review/', '/v1/reviews/')
  expect((await again(review, 'POST', { score: 5, comments: 'Lovely' })).status).toBe(200)
  expect((await again(aboutHer, 'POST', { score: 4, comments: 'Xanthippe was early' })).status).toBe(200)
  const artists = await signedIn(
    (await db.selectFrom('account').select('email').where('id', '=', kept.accountId).executeTakeFirstOrThrow()).email,
  )
  expect((await artists(`/v1/providers/appointments/${booked.id}`)).body.data.appointment.customerScore).toEqual({
    score: 4,
    count: 1,
  })
  expect((await again(`/v1/bookings/${booked.id}`)).body.data.appointment.customerScore).toBeNull()

  const made = (await again('/v1/accounts/me/export', 'POST', {})).body.data
  const { content } = (await again(`/v1/accounts/me/export/${made.id}`)).body.data
  expect(content.appointments).toHaveLength(2)
  expect(content.vouchersBought).toMatchObject([
    { kind: 'gift', amountMinor: 10_000, message: 'From Xanthippe' },
    { kind: 'goodwill', amountMinor: 500, givenBecause: goodwill.reason },
  ])
  expect(content.appointments[0].requester.name).toBe(person.name)
  expect(
    Object.fromEntries(
      [
        'holds',
        'guests',
        'moves',
        'disputes',
        'savedArtists',
        'notesAboutMe',
        'calendarKeys',
        'scoresAboutMe',
        'clientNotes',
        'calendarFeeds',
      ].map((part) => [part, content[part].length]),
    ),
  ).toEqual({
    holds: 3,
    guests: 1,
    moves: 1,
    disputes: 1,
    savedArtists: 1,
    notesAboutMe: 1,
    calendarKeys: 1,
    scoresAboutMe: 1,
    clientNotes: 0,
    calendarFeeds: 0,
  })
  expect(JSON.stringify(content)).not.toContain(booked.shareKey)

  expect((await tracesOf(traces)).length).toBeGreaterThan(10)
  await again('/v1/accounts/me/delete', 'POST', {})
  const { body: mail } = await db
    .selectFrom('outbox')
    .select('body')
    .where('address', '=', person.email)
    .where('kind', '=', 'account.delete.asked')
    .executeTakeFirstOrThrow()
  const left = await again('/v1/accounts/me/delete/confirm', 'POST', {
    token: mail.match(/\/([A-Za-z0-9_-]{43})\b/)?.[1] ?? '',
  })
  expect(left.status, JSON.stringify(left.body)).toBe(200)
  expect(await tracesOf(traces)).toEqual([])

  expect(
    await db
      .selectFrom('appointment')
      .select(['state', 'account_id', 'total_minor'])
      .where('id', '=', booked.id)
      .executeTakeFirst(),
  ).toMatchObject({ account_id: null, total_minor: booked.total * 100 })
  expect(
    await db
      .selectFrom('review')
      .select(['author', 'comments'])
      .where('appointment_id', '=', booked.id)
      .executeTakeFirst(),
  ).toEqual({ author: 'A customer', comments: 'Lovely' })
  expect((await rig.call(`/v1/run-sheets/${booked.shareKey}`)).status).toBe(404)
  expect((await artists(`/v1/providers/appointments/${booked.id}`)).body.data.appointment).toMatchObject({
    customer: { id: null, name: 'A customer' },
    mobile: null,
    names: [],
  })
  expect((await artists('/v1/providers/me/clients')).body.data.clients).toEqual([])
  await inviteReviews(context())
  expect(
    await db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'review.invite.customer')
      .where('address', '=', '')
      .execute(),
  ).toEqual([])
}, 180_000)

test('deleting an artist removes their calendars and notes but not past bookings; a future booking prevents the deletion', async () => {
  const { db } = rig.database
  await clearTestTown(rig)
  rig.at(testNow)
  const mona = await artist('mona-leaves')
  const leila = await createTestVisitor(rig)
  const booked = await leila.book('mona-leaves')
  const hers = (path: string, method = 'GET', body?: unknown) =>
    rig.call(path, {
      method,
      ...(body === undefined ? {} : { body }),
      bearer: mona.bearer,
      address: createTestAddress(),
      headers: { 'idempotency-key': createTestKey() },
    })
  expect((await hers('/v1/accounts/me/delete', 'POST', {})).body).toMatchObject({
    code: 'open_bookings',
    detail: { date: '2027-06-12' },
  })
  const { clients } = (await hers('/v1/providers/me/clients')).body.data
  await hers(`/v1/providers/me/clients/${clients[0].id}`, 'PUT', { note: 'Warm undertone.' })
  const feed = await db
    .insertInto('calendar_feed')
    .values({ provider_id: mona.id, url: 'https://calendar.example/mona.ics', name: 'Mona' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('busy')
    .values({
      provider_id: mona.id,
      kind: 'feed',
      feed_id: feed.id,
      during: '[2027-07-01 10:00+01,2027-07-01 12:00+01)',
      event_date: '2027-07-01',
    })
    .execute()
  await db
    .insertInto('calendar_key')
    .values({ account_id: mona.accountId, side: 'provider', key_hash: Buffer.alloc(32, 1) })
    .execute()
  const { clientId } = (await hers('/v1/providers/me/own-clients', 'POST', { name: 'Priyanka N' })).body.data
  const own = await hers('/v1/providers/me/own-appointments', 'POST', {
    clientId,
    eventDate: '2027-12-01',
    startTime: '10:00',
    minutes: 60,
  })
  expect(own.status).toBe(200)
  await db.insertInto('artist_day').values({ provider_id: mona.id, day: '2026-11-19', views: 3 }).execute()
  const made = (await hers('/v1/accounts/me/export', 'POST', {})).body.data
  const { content } = (await hers(`/v1/accounts/me/export/${made.id}`)).body.data
  expect(content).toMatchObject({
    clientNotes: [{ note: 'Warm undertone.' }],
    calendarFeeds: [{ name: 'Mona' }],
    calendarKeys: [{ side: 'provider' }],
    seenByDay: [{ day: '2026-11-19', views: 3 }],
    ownClients: [{ name: 'Priyanka N' }],
    ownAppointments: [{ event_date: '2027-12-01' }],
  })
  expect(content.appointments).toHaveLength(1)
  expect(JSON.stringify(content.appointments)).not.toMatch(/Leila|Church Lane/)

  rig.at(new Date(Date.parse(booked.endsAt) + 3_600_000))
  await completeAppointments(context())
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', mona.accountId)
    .executeTakeFirstOrThrow()
  const again = await signedIn(email)
  expect((await again('/v1/accounts/me/delete', 'POST', {})).status).toBe(200)
  const noted = { written_by: mona.accountId, written_at: new Date() }
  await db
    .insertInto('operator_note')
    .values([
      { ...noted, account_id: mona.accountId, text: 'On the person' },
      { ...noted, provider_id: mona.id, text: 'On the profile' },
    ])
    .execute()
  const { body: mail } = await db
    .selectFrom('outbox')
    .select('body')
    .where('address', '=', email)
    .where('kind', '=', 'account.delete.asked')
    .executeTakeFirstOrThrow()
  expect(
    (await again('/v1/accounts/me/delete/confirm', 'POST', { token: mail.match(/\/([A-Za-z0-9_-]{43})\b/)?.[1] ?? '' }))
      .status,
  ).toBe(200)
  expect(
    await db.selectFrom('operator_note').select('text').where('written_by', '=', mona.accountId).execute(),
  ).toEqual([])
  for (const table of [
    'calendar_feed',
    'client_note',
    'own_client',
    'own_appointment',
    'own_series',
    'client_import',
    'artist_day',
  ] as const)
    expect(await db.selectFrom(table).select('provider_id').where('provider_id', '=', mona.id).execute()).toEqual([])
  expect(await db.selectFrom('calendar_key').select('id').where('account_id', '=', mona.accountId).execute()).toEqual(
    [],
  )
  expect(
    await db
      .selectFrom('busy')
      .select('kind')
      .where('provider_id', '=', mona.id)
      .where((of) => of.or([of('kind', '=', 'feed'), of('own_id', 'is not', null)]))
      .execute(),
  ).toEqual([])
  expect(
    (await db.selectFrom('appointment').select('requester').where('id', '=', booked.id).executeTakeFirst())?.requester,
  ).toMatchObject({ name: 'Leila Haddad' })
})
