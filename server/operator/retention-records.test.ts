import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { fixedRetentionDays as days, retentionDays } from '#contract/constants.ts'
import { completeAppointments } from '#server/bookings/completion.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { createEndedAppointment } from '#server/testing/bookings.ts'
import { createRequester, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider, createTestProvider, testTown } from '#server/testing/providers.ts'
import { computeLimits } from './settings.ts'
import { purgeOldRecords } from './retention.queries.ts'

let rig: TestRig
let ana: string
beforeAll(async () => {
  rig = await openRig()
  ana = await getAccountId(rig, 'ana@primp.test')
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

type Db = TestRig['database']['db']
const later = (from: Date, n: number) => new Date(from.getTime() + n * 86_400_000)

/**
 * Returns what a query reads after the job of an instant. Rows that `insert` adds for it, and all deletions, are rolled
 * back.
 */
async function readAfterJob<T>(
  now: Date,
  read: (db: Db) => Promise<T>,
  insert?: (db: Db) => Promise<unknown>,
): Promise<T> {
  let left: T | undefined
  await createJobContext(rig, 'test')
    .transaction(async (tx) => {
      await insert?.(tx.db)
      await purgeOldRecords(tx.db, computeLimits(now, retentionDays), now)
      left = await read(tx.db)
      throw new Error('roll back')
    })
    .catch((fault) => {
      if (fault.message !== 'roll back') throw fault
    })
  return left as T
}
/** Returns what is left a day before and a day after a period has passed since `testNow`. */
const readAround = async <T>(period: number, read: (db: Db) => Promise<T>, insert?: (db: Db) => Promise<unknown>) => [
  await readAfterJob(later(testNow, period - 1), read, insert),
  await readAfterJob(later(testNow, period + 1), read, insert),
]

test('the exact place of a booking becomes its map square a month after the event, in every table', async () => {
  const place = { ...testTown, coordinates: [-1.1441127, 60.1561873] as [number, number] }
  const location = { ...place, address: { ...place.address, placeName: 'Fort Charlotte, Lerwick' } }
  await createInstantTestProvider(rig, { slug: 'placed' })
  const visitor = await createTestVisitor(rig, { location })
  const booked = await visitor.book('placed')
  const endsAt = new Date(booked.endsAt)
  rig.at(later(endsAt, 3))
  await completeAppointments(createJobContext(rig, 'test'))
  const read = async (db: Db) => {
    const { rows } = await sql<Record<string, unknown>>`
      select a.place, a.lat, a.lng, b.lat as "busyLat", b.lng as "busyLng", s.place_name as "placeName", s.lat as "searchLat", s.location,
        cell_of(s.lat, s.lng) as cell from appointment a join busy b on b.ref = a.id join search s on s.id = a.search_id where a.id = ${booked.id}`.execute(
      db,
    )
    return rows[0]
  }
  const exact = await readAfterJob(later(endsAt, days.dayDetails - 1), read)
  expect(exact).toMatchObject({
    place: 'Fort Charlotte, Lerwick',
    lat: 60.1561873,
    busyLat: 60.1561873,
    searchLat: 60.1561873,
  })
  const coarse = await readAfterJob(later(endsAt, days.dayDetails + 2), read)
  const square = { lat: 60.15, lng: -1.15 }
  expect(coarse).toMatchObject({
    ...square,
    busyLat: square.lat,
    busyLng: square.lng,
    searchLat: square.lat,
    cell: exact?.['cell'],
  })
  expect(JSON.stringify(coarse)).not.toMatch(/Charlotte|1561873|1441127/)
})

test('a search without a booking keeps its exact place for a month too', async () => {
  const visitor = await createTestVisitor(rig)
  const read = (db: Db) => db.selectFrom('search').select(['lat', 'place_name']).where('id', '=', visitor.id).execute()
  const day = new Date('2027-06-12T12:00:00Z')
  expect(await readAfterJob(later(day, days.dayDetails - 1), read)).toEqual([
    { lat: 60.155, place_name: 'Lerwick, Shetland' },
  ])
  expect(await readAfterJob(later(day, days.dayDetails + 2), read)).toMatchObject([{ lat: 60.15 }])
})

test('an artist’s note about a customer loses its allergies a month after the last booking, and goes after three years', async () => {
  const artist = await createTestProvider(rig, { slug: 'notes' })
  await createEndedAppointment(rig, { providerId: artist.id, endsAt: testNow, state: 'completed' })
  const note = {
    provider_id: artist.id,
    account_id: ana,
    note: 'Likes tea',
    allergies: 'Latex',
    updated_at: new Date('2026-01-01'),
  }
  const insert = (db: Db) => db.insertInto('client_note').values(note).execute()
  const read = (db: Db) =>
    db.selectFrom('client_note').select(['note', 'allergies']).where('provider_id', '=', artist.id).execute()
  const whole = { note: 'Likes tea', allergies: 'Latex' }
  expect(await readAround(days.dayDetails, read, insert)).toEqual([[whole], [{ ...whole, allergies: '' }]])
  expect(await readAround(days.clients, read, insert)).toEqual([[{ ...whole, allergies: '' }], []])
  await createEndedAppointment(rig, { providerId: artist.id, endsAt: later(testNow, 60) })
  expect(await readAfterJob(later(testNow, days.dayDetails + 1), read, insert)).toEqual([whole])
})

test('a private client loses the allergies a year after the last appointment or change, and goes after three years', async () => {
  const artist = await createTestProvider(rig, { slug: 'own-clients' })
  const id = randomUUID()
  const client = {
    id,
    provider_id: artist.id,
    name: 'Priyanka',
    allergies: 'Latex',
    created_at: new Date('2020-01-01'),
  }
  const visit = {
    provider_id: artist.id,
    client_id: id,
    event_date: '2020-02-01',
    tz: 'Europe/London',
    currency: 'GBP',
  }
  const times = { starts_at: new Date('2020-02-01T10:00:00Z'), ends_at: new Date('2020-02-01T11:00:00Z') }
  const insert = async (db: Db) => {
    await db
      .insertInto('own_client')
      .values({ ...client, changed_at: testNow })
      .execute()
    await db
      .insertInto('own_appointment')
      .values({ ...visit, ...times, created_at: testNow, changed_at: testNow })
      .execute()
  }
  const read = async (db: Db) => [
    ...(await db.selectFrom('own_client').select(['name', 'allergies']).where('provider_id', '=', artist.id).execute()),
    ...(await db.selectFrom('own_appointment').select('event_date').where('provider_id', '=', artist.id).execute()),
  ]
  expect(await readAround(days.clientAllergies, read, insert)).toEqual([
    [{ name: 'Priyanka', allergies: 'Latex' }],
    [{ name: 'Priyanka', allergies: '' }],
  ])
  expect(await readAround(days.clients, read, insert)).toEqual([[{ name: 'Priyanka', allergies: '' }], []])
})

test('unanswered invitations of clients from elsewhere go after 90 days, and removed reviews after two years', async () => {
  const artist = await createTestProvider(rig, { slug: 'invited' })
  const one = (name: string, more: object) => ({
    provider_id: artist.id,
    address_hash: randomBytes(32),
    name,
    work: 'A ball',
    invited_at: testNow,
    ...more,
  })
  const written = { comments: 'It was lovely.', written_at: testNow }
  const insert = (db: Db) =>
    db
      .insertInto('outside_review')
      .values([
        one('Asked', {}),
        one('Shown', written),
        one('Removed', { ...written, hidden_at: testNow, hidden_reason: 'Not about work' }),
      ])
      .execute()
  const read = async (db: Db) =>
    (
      await db
        .selectFrom('outside_review')
        .select('name')
        .where('provider_id', '=', artist.id)
        .orderBy('name')
        .execute()
    ).map(({ name }) => name)
  expect(await readAround(days.invitations, read, insert)).toEqual([
    ['Asked', 'Removed', 'Shown'],
    ['Removed', 'Shown'],
  ])
  expect(await readAround(days.reports, read, insert)).toEqual([['Removed', 'Shown'], ['Shown']])
})

test('an unpaid voucher goes after 90 days; the people of a spent or expired one after a year', async () => {
  const voucher = (more: object) => ({
    code_hash: randomBytes(32),
    country_code: 'GB',
    currency: 'GBP',
    // An amount of no other test: it is all that remains of an anonymised voucher.
    amount_minor: 4_321,
    buyer_name: 'Grace',
    buyer_email: 'grace@vouchers.example',
    to_name: 'Hope',
    to_email: 'hope@vouchers.example',
    message: 'For Hope',
    created_at: testNow,
    ...more,
  })
  const paid = { state: 'live', paid_at: testNow }
  const insert = (db: Db) =>
    db
      .insertInto('voucher')
      .values([
        voucher({ to_name: 'Unpaid' }),
        voucher({ ...paid, to_name: 'Spent', left_minor: 0 }),
        voucher({ ...paid, to_name: 'Expired', left_minor: 4_321, expires_at: testNow }),
        voucher({ ...paid, to_name: 'Live', left_minor: 4_321, expires_at: new Date('2099-01-01') }),
      ])
      .execute()
  const read = async (db: Db) =>
    (
      await db.selectFrom('voucher').select('to_name').where('message', '=', 'For Hope').orderBy('to_name').execute()
    ).map(({ to_name }) => to_name)
  expect(await readAround(days.holds, read, insert)).toEqual([
    ['Expired', 'Live', 'Spent', 'Unpaid'],
    ['Expired', 'Live', 'Spent'],
  ])
  expect(await readAround(days.vouchers, read, insert)).toEqual([['Expired', 'Live', 'Spent'], ['Live']])
  const amounts = (db: Db) =>
    db
      .selectFrom('voucher')
      .select('amount_minor')
      .where('buyer_email', '=', 'deleted@deleted.invalid')
      .where('amount_minor', '=', 4_321)
      .execute()
  expect(await readAfterJob(later(testNow, days.vouchers + 1), amounts, insert)).toEqual([
    { amount_minor: 4_321 },
    { amount_minor: 4_321 },
  ])
})

test('log-ins go after the 30 days that the policy promises, devices after a year', async () => {
  const device_hash = randomBytes(32)
  const insert = async (db: Db) => {
    await db
      .insertInto('sign_in')
      .values({ account_id: ana, how: 'password', succeeded: true, device: 'Test', at: testNow })
      .execute()
    await db.insertInto('known_device').values({ account_id: ana, device_hash, seen_at: testNow }).execute()
  }
  const signIns = (db: Db) => db.selectFrom('sign_in').select('how').where('device', '=', 'Test').execute()
  const devices = (db: Db) =>
    db.selectFrom('known_device').select('account_id').where('device_hash', '=', device_hash).execute()
  expect(retentionDays.signIns).toBe(30)
  expect(await readAround(retentionDays.signIns, signIns, insert)).toEqual([[{ how: 'password' }], []])
  expect((await readAround(days.devices, devices, insert)).map((rows) => rows.length)).toEqual([1, 0])
})

test('the texts of a settled dispute go two years after the decision', async () => {
  const artist = await createTestProvider(rig, { slug: 'disputed' })
  const { id } = await createEndedAppointment(rig, { providerId: artist.id, endsAt: testNow, state: 'settled' })
  const settled = { state: 'settled', outcome: 'paid', settled_at: testNow, answer_until: testNow }
  const insert = (db: Db) =>
    db
      .insertInto('dispute')
      .values({
        appointment_id: id,
        by: 'customer',
        kind: 'other',
        text: 'Late',
        other_side: 'No',
        reason: 'Shown',
        ...settled,
      })
      .execute()
  const read = (db: Db) =>
    db.selectFrom('dispute').select(['text', 'other_side', 'reason']).where('appointment_id', '=', id).execute()
  expect(await readAround(days.disputes, read, insert)).toEqual([
    [{ text: 'Late', other_side: 'No', reason: 'Shown' }],
    [{ text: '', other_side: '', reason: '' }],
  ])
})

test('addresses that wait for a time or a place are deleted when the wait is over', async () => {
  const visitor = await createTestVisitor(rig)
  const email = 'waits@retention.example'
  const insert = async (db: Db) => {
    await db.insertInto('freed_alert').values({ search_id: visitor.id, email }).execute()
    await db
      .insertInto('place_wait')
      .values({
        email,
        place_name: 'Lerwick',
        country_code: 'GB',
        lat: 60.1,
        lng: -1.1,
        created_at: testNow,
        looked_at: testNow,
      })
      .execute()
    await db
      .insertInto('mail_confirmation')
      .values({ email, topic: 'alert', asked_at: testNow, confirmed_at: testNow })
      .execute()
  }
  const read = async (db: Db) => [
    (await db.selectFrom('freed_alert').select('id').where('email', '=', email).execute()).length,
    (await db.selectFrom('place_wait').select('id').where('email', '=', email).execute()).length,
    (await db.selectFrom('mail_confirmation').select('email').where('email', '=', email).execute()).length,
  ]
  const day = new Date('2027-06-12T12:00:00Z')
  expect(await readAfterJob(later(day, days.alerts - 1), read, insert)).toEqual([1, 1, 1])
  expect(await readAfterJob(later(day, days.alerts + 2), read, insert)).toEqual([0, 1, 1])
  expect(await readAfterJob(later(testNow, days.comingSoon + 1), read, insert)).toEqual([0, 0, 0])
})

test('receipts lose the person after the years of tax law, and not a year earlier', async () => {
  const details = createRequester({ email: 'receipt@retention.example' })
  await createInstantTestProvider(rig, { slug: 'receipts' })
  const visitor = await createTestVisitor(rig, {}, { details })
  await visitor.book('receipts', { requester: details })
  const read = async (db: Db) =>
    (await db.selectFrom('payment').select('amount_minor').where('email', '=', details.email).execute()).length
  // UK: six years after the year of the payment, which is 2026.
  expect(await readAfterJob(new Date('2032-12-31T12:00:00Z'), read)).toBe(1)
  expect(await readAfterJob(new Date('2033-01-02T12:00:00Z'), read)).toBe(0)
})

test('tax details of an artist who has left go once the last invoice can be issued', async () => {
  const artist = await createTestProvider(rig, { slug: 'has-left' })
  const person = { provider_id: artist.id, legal_name: 'Left Ltd', address: '1 High Street', tax_number: '1' }
  const insert = (db: Db) => db.insertInto('tax_person').values(person).execute()
  const read = (db: Db) =>
    db.selectFrom('tax_person').select('legal_name').where('provider_id', '=', artist.id).execute()
  expect(await readAfterJob(testNow, read, insert)).toEqual([{ legal_name: 'Left Ltd' }])
  await rig.database.db
    .updateTable('provider')
    .set({ slug: `deleted-${artist.id.slice(0, 8)}` })
    .where('id', '=', artist.id)
    .execute()
  expect(await readAfterJob(testNow, read, insert)).toEqual([])
  const movement = async (db: Db) => {
    await insert(db)
    await sql`insert into ledger_movement (kind, fact, provider_id, at) values ('capture', ${randomUUID()}, ${artist.id}, ${testNow})`.execute(
      db,
    )
  }
  expect(await readAfterJob(later(testNow, 10), read, movement)).toEqual([{ legal_name: 'Left Ltd' }])
  expect(await readAfterJob(later(testNow, 75), read, movement)).toEqual([])
})

test('accepted terms of a deleted account go six years after it', async () => {
  const insert = async (db: Db) => {
    const { id } = await db
      .insertInto('account')
      .values({ name: 'Deleted', email: 'deleted-terms@deleted.invalid', roles: ['customer'], deleted_at: testNow })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('terms_acceptance')
      .values({ account_id: id, terms: 'customer', version: 'test', at: testNow })
      .execute()
  }
  const read = async (db: Db) =>
    (await db.selectFrom('terms_acceptance').select('id').where('version', '=', 'test').execute()).length
  expect(await readAround(days.terms, read, insert)).toEqual([1, 0])
})

test('a legal hold keeps notes, places and log-ins of a person', async () => {
  const artist = await createTestProvider(rig, { slug: 'held-notes' })
  const insert = async (db: Db) => {
    await db.insertInto('legal_hold').values({ account_id: ana, by: ana, reason: 'A claim', since: testNow }).execute()
    await db
      .insertInto('client_note')
      .values({ provider_id: artist.id, account_id: ana, note: 'Held', allergies: 'Latex', updated_at: testNow })
      .execute()
    await db
      .insertInto('sign_in')
      .values({ account_id: ana, how: 'password', succeeded: true, device: 'Held', at: testNow })
      .execute()
  }
  const read = async (db: Db) => [
    await db.selectFrom('client_note').select(['note', 'allergies']).where('provider_id', '=', artist.id).execute(),
    (await db.selectFrom('sign_in').select('how').where('device', '=', 'Held').execute()).length,
  ]
  expect(await readAfterJob(later(testNow, 4_000), read, insert)).toEqual([[{ note: 'Held', allergies: 'Latex' }], 1])
})
