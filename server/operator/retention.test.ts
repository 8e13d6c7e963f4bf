import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { retentionDays } from '#contract/constants.ts'
import { createRequester, createTestAddress, createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider, createTestProvider } from '#server/testing/providers.ts'
import { completeAppointments } from '#server/bookings/completion.ts'
import { expireHolds } from '#server/checkout/release-holds.ts'
import { findAccount } from '#server/accounts/index.ts'
import { assertDeletable } from '#server/accounts/deletion.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { computeLimits } from './settings.ts'
import { purgeOldRecords } from './retention.queries.ts'

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
  await rig.database.db.deleteFrom('outbox').execute()
})

test('view counts of artists are deleted together with searches', async () => {
  const { id } = await createInstantTestProvider(rig, { slug: 'seen-once' })
  await rig.database.db.insertInto('artist_day').values({ provider_id: id, day: '2026-11-19', views: 3 }).execute()
  const daysIn = (db: TestRig['database']['db']) =>
    db.selectFrom('artist_day').select('views').where('provider_id', '=', id).execute()
  const gone = retentionDays.searches + 1
  expect(await leftAt(later('2026-11-19T12:00:00Z', gone - 2), daysIn)).toEqual([{ views: 3 }])
  expect(await leftAt(later('2026-11-19T12:00:00Z', gone), daysIn)).toEqual([])
})

/** Returns what is left at an instant, and rolls everything back. */
async function leftAt<T>(now: Date, read: (db: TestRig['database']['db']) => Promise<T>): Promise<T> {
  let left: T | undefined
  await createJobContext(rig, 'test')
    .transaction(async (tx) => {
      await purgeOldRecords(tx.db, computeLimits(now, { ...retentionDays, messages: 400 }), now)
      left = await read(tx.db)
      throw new Error('put back')
    })
    .catch((fault) => {
      if (fault.message !== 'put back') throw fault
    })
  return left as T
}
const later = (from: string, days: number) => new Date(Date.parse(from) + days * 86_400_000)

test('event details are deleted after thirty days, messages after the configured time, unused holds after ninety days', async () => {
  const artist = await createInstantTestProvider(rig, { slug: 'kept' })
  await createInstantTestProvider(rig, { slug: 'let-go' })
  const leila = await createTestVisitor(rig)
  const held = (await leila.hold('let-go')).body.data.hold.id
  const booked = await leila.book('kept', { names: ['Leila', 'Zoe'], shareNumber: true })
  const listed = await leila.call(`/v1/bookings/${booked.id}/guests`, 'POST', { person: 1 })
  const said = { name: 'Leila', services: ['makeup'], allergies: 'Latex', allergiesConsent: true }
  const link = `/v1/guests/${listed.body.data.appointment.guests[0].key}`
  expect((await rig.call(link, { method: 'PUT', body: said, address: createTestAddress() })).status).toBe(200)
  const guestsIn = async (db: TestRig['database']['db']) =>
    db.selectFrom('guest').select(['name', 'allergies']).where('appointment_id', '=', booked.id).execute()
  const wordsIn = async (db: TestRig['database']['db']) =>
    (await db.selectFrom('appointment_progress').select('id').where('appointment_id', '=', booked.id).execute()).length
  const ended = new Date(booked.endsAt)
  await rig.database.db
    .insertInto('appointment_progress')
    .values({
      appointment_id: booked.id,
      id: crypto.randomUUID(),
      kind: 'done',
      undo: false,
      at: ended,
      received_at: ended,
      acting: false,
    })
    .execute()
  rig.at(later(booked.endsAt, 3))
  await expireHolds(createJobContext(rig, 'test'))
  await completeAppointments(createJobContext(rig, 'test'))
  const rowIn = (db: TestRig['database']['db']) =>
    db
      .selectFrom('appointment')
      .select(['day', 'names', 'share_number', 'requester', 'state'])
      .where('id', '=', booked.id)
      .executeTakeFirstOrThrow()
  const talksIn = async (db: TestRig['database']['db']) =>
    (await db.selectFrom('conversation').select('id').where('provider_id', '=', artist.id).execute()).length
  const holdIn = async (db: TestRig['database']['db']) =>
    (await db.selectFrom('hold').select('id').where('id', '=', held).execute()).length

  const soon = await leftAt(later(booked.endsAt, 29), async (db) => [
    await rowIn(db),
    await talksIn(db),
    await holdIn(db),
  ])
  expect(await leftAt(later(booked.endsAt, 29), guestsIn)).toEqual([{ name: 'Leila', allergies: 'Latex' }])
  // The link stays while its person can still review.
  expect(await leftAt(later(booked.endsAt, 31), guestsIn)).toEqual([{ name: '', allergies: '' }])
  expect(await leftAt(later(booked.endsAt, 96), guestsIn)).toHaveLength(1)
  expect(await leftAt(later(booked.endsAt, 98), guestsIn)).toEqual([])
  expect(await leftAt(later(booked.endsAt, 29), wordsIn)).toBe(1)
  expect(await leftAt(later(booked.endsAt, 31), wordsIn)).toBe(0)
  expect(soon).toMatchObject([{ names: ['Leila', 'Zoe'], day: { address: '1 Church Lane' } }, 1, 0])
  expect(await leftAt(later(testNow.toISOString(), 89), holdIn)).toBe(1)
  const after = await leftAt(later(booked.endsAt, 31), async (db) => [await rowIn(db), await talksIn(db)])
  expect(after).toMatchObject([
    {
      names: [],
      share_number: false,
      requester: { name: 'Leila Haddad' },
      day: { address: '', entrance: '', parking: '', notes: '', allergies: '' },
    },
    1,
  ])
  expect(await leftAt(later(testNow.toISOString(), 401), talksIn)).toBe(0)
  expect(await leftAt(later(booked.endsAt, -5), talksIn)).toBe(1)
  const { id } = await rig.database.db
    .selectFrom('conversation')
    .select('id')
    .where('provider_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  await rig.database.db
    .insertInto('report')
    .values({ conversation_id: id, by_side: 'customer', reason: 'Rude' })
    .execute()
  expect(await leftAt(later(testNow.toISOString(), 900), talksIn)).toBe(1)
  await rig.database.db.deleteFrom('report').where('conversation_id', '=', id).execute()
})

test('a search is deleted with its prices and requests thirteen months after its day; a search with a booking stays', async () => {
  await createInstantTestProvider(rig, { slug: 'looked-at' })
  await createTestProvider(rig, { slug: 'asked' })
  const [looked, booked] = [await createTestVisitor(rig), await createTestVisitor(rig)]
  await looked.call(`/v1/quotes/${looked.id}`, 'PATCH', createRequester())
  expect((await looked.call(`/v1/quotes/${looked.id}/requests`, 'POST', { profiles: ['asked'] })).status).toBe(200)
  expect((await looked.hold('looked-at')).status).toBe(200)
  await looked.call(`/v1/quotes/${looked.id}/alert`, 'POST', { email: 'looked@mail.example' })
  rig.at(later(testNow.toISOString(), 1))
  await expireHolds(createJobContext(rig, 'test'))
  await booked.book('looked-at')
  const there = async (db: TestRig['database']['db']) =>
    (await db.selectFrom('search').select('id').where('id', 'in', [looked.id, booked.id]).execute())
      .map(({ id }) => id)
      .toSorted()
  expect(await leftAt(later('2027-06-12T12:00:00Z', 394), there)).toEqual([looked.id, booked.id].toSorted())
  expect(await leftAt(later('2027-06-12T12:00:00Z', 397), there)).toEqual([booked.id])
})

test('the look in mind is deleted with its pictures thirty days after the day, with or without a booking', async () => {
  const { db } = rig.database
  await createInstantTestProvider(rig, { slug: 'look-kept' })
  const [booked, looked] = [await createTestVisitor(rig), await createTestVisitor(rig)]
  await booked.book('look-kept')
  const { id: work } = await db
    .selectFrom('media')
    .select('id')
    .where('album_id', 'is not', null)
    .executeTakeFirstOrThrow()
  for (const { id, call } of [booked, looked]) {
    const look = { tags: ['glasses'], freeOf: ['free-of-latex'] }
    expect((await call(`/v1/quotes/${id}/look`, 'PUT', look)).status).toBe(200)
    expect((await call(`/v1/quotes/${id}/look/works`, 'POST', { mediaId: Number(work) })).status).toBe(200)
  }
  const ids = [booked.id, looked.id]
  const left = async (db: TestRig['database']['db']) => [
    (await db.selectFrom('search').select(['tags', 'free_of']).where('id', 'in', ids).execute()).map(
      ({ tags, free_of }) => [...tags, ...free_of],
    ),
    (await db.selectFrom('search_picture').select('id').where('search_id', 'in', ids).execute()).length,
  ]
  const whole = ['glasses', 'free-of-latex']
  expect(await leftAt(later('2027-06-12T12:00:00Z', 29), left)).toEqual([[whole, whole], 2])
  expect(await leftAt(later('2027-06-12T12:00:00Z', 32), left)).toEqual([[[], []], 0])
})

test('the navigation counts decisions to make: reports, disputes and refunds that wait for a second operator', async () => {
  rig.at(testNow)
  const signIn = async (who: string) =>
    (
      await rig.call('/v1/accounts/login', {
        method: 'POST',
        body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
        address: createTestAddress(),
      })
    ).body.data.token as string
  const olu = await signIn('olu')
  const counts = async () =>
    (await rig.call('/v1/operator/overview', { bearer: olu })).body.data as Record<
      'reports' | 'disputes' | 'refunds',
      number
    >
  await clearTestTown(rig)
  await createInstantTestProvider(rig, { slug: 'reported' })
  const leila = await createTestVisitor(rig)
  const booked = await leila.book('reported')
  const before = await counts()
  const { db } = rig.database
  const talk = await db
    .selectFrom('conversation')
    .select('id')
    .where('provider_id', '=', booked.provider._id)
    .executeTakeFirstOrThrow()
  await db.insertInto('report').values({ conversation_id: talk.id, by_side: 'customer', reason: 'Rude' }).execute()
  await db
    .insertInto('dispute')
    .values({ appointment_id: booked.id, by: 'customer', kind: 'late', answer_until: testNow })
    .execute()
  const payment = await db
    .selectFrom('payment')
    .select('id')
    .where('provider_id', '=', booked.provider._id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('refund')
    .values({ payment_id: payment.id, amount_minor: 100, reason: 'Test', fact: `test ${booked.id}`, state: 'asked' })
    .execute()
  expect(await counts()).toMatchObject({
    reports: before.reports + 1,
    disputes: before.disputes + 1,
    refunds: before.refunds + 1,
  })
  expect((await rig.call('/v1/operator/overview', { bearer: await signIn('mia') })).body.code).toBe('not_yours')
})

test('a person under a legal hold keeps all data and cannot delete the account', async () => {
  const artist = await createInstantTestProvider(rig, { slug: 'claimed' })
  const leila = await createTestVisitor(rig)
  const booked = await leila.book('claimed', { names: ['Leila'] })
  rig.at(later(booked.endsAt, 3))
  await completeAppointments(createJobContext(rig, 'test'))
  const { account_id } = await rig.database.db
    .selectFrom('appointment')
    .select('account_id')
    .where('id', '=', booked.id)
    .executeTakeFirstOrThrow()
  const { id: olu } = await rig.database.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'olu@primp.test')
    .executeTakeFirstOrThrow()
  const left = (at: Date) =>
    leftAt(at, async (db) => ({
      day: (await db.selectFrom('appointment').select('names').where('id', '=', booked.id).executeTakeFirst())?.names,
      talks: (await db.selectFrom('conversation').select('id').where('provider_id', '=', artist.id).execute()).length,
    }))
  const late = later(booked.endsAt, 4_000)
  expect(await left(late)).toEqual({ day: [], talks: 0 })
  const asOlu = await createTestClient(rig, olu)
  const path = `/v1/operator/people/${account_id}`
  const keep = (on: boolean) => asOlu(`${path}/legal-hold`, 'PUT', { on, reason: 'a claim' })
  const holdNow = async () => (await asOlu(path)).body.data.hold
  expect(await holdNow()).toBeNull()
  expect((await keep(true)).body.data.person.id).toBe(account_id)
  expect(await holdNow()).toEqual({ since: rig.clock().toISOString(), by: 'Olu Bankole-Reed', reason: 'a claim' })
  expect((await keep(true)).body.code).toBe('state_changed')
  expect(await left(late)).toEqual({ day: ['Leila'], talks: 1 })
  const account = await findAccount(rig.database.db, account_id ?? '')
  await expect(account && assertDeletable(createJobContext(rig, 'test'), account)).rejects.toMatchObject({
    code: 'legal_hold_active',
  })
  expect((await keep(false)).status).toBe(200)
  expect(await holdNow()).toBeNull()
  expect(await left(late)).toEqual({ day: [], talks: 0 })
  const acts = await rig.database.db
    .selectFrom('audit')
    .select(['act', 'actor_id', 'reason'])
    .where('subject_id', '=', account_id)
    .orderBy('id')
    .execute()
  const kept = { actor_id: olu, reason: 'a claim' }
  expect(acts).toEqual([
    { act: 'account.hold', ...kept },
    { act: 'account.end_hold', ...kept },
  ])
})
