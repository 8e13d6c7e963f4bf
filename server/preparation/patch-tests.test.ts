import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptMoveAsProvider } from '#server/testing/bookings.ts'
import {
  createRequester,
  createTestClient,
  createTestKey,
  createTestVisitor,
  getAccountId,
} from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { signInAs } from '#tests/attacks/operators.ts'
import { processLinked } from './process-linked.ts'

let rig: TestRig
const hourMs = 3_600_000
const forgetTests = async () => {
  const { db } = rig.database
  await db.updateTable('service').set({ patch_test_minutes: null }).execute()
}
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await forgetTests()
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await forgetTests()
  await rig.database.db.deleteFrom('outbox').execute()
})

const mails = async (kind: string, about: string): Promise<number> =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', kind)
      .where('channel', '=', 'mail')
      .where('fact', 'like', `%${about}%`)
      .execute()
  ).length
const testIdOf = async (appointmentId: string, state = 'booked') =>
  (
    await rig.database.db
      .selectFrom('linked_appointment')
      .select('id')
      .where('kind', '=', 'patch_test')
      .where('appointment_id', '=', appointmentId)
      .where('state', '=', state as 'booked')
      .executeTakeFirstOrThrow()
  ).id
const busyOf = (ref: string) => rig.database.db.selectFrom('busy').select('id').where('ref', '=', ref).execute()

/** Creates an artist who requires a patch test of twenty minutes for makeup. */
async function careful(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const theirs = async () => createTestClient(rig, artist.accountId)
  const set = await (await theirs())('/v1/providers/me/patch-tests', 'PUT', {
    tests: [{ serviceId: 'makeup', minutes: 20 }],
  })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  return { artist, theirs, slug }
}

async function bookedWith(slug: string, details = createRequester()) {
  const leila = await createTestVisitor(rig, {}, { details })
  const appointment = await leila.book(slug, { requester: details })
  const at = `/v1/bookings/${appointment.id}`
  const times = async (eventDate: string) =>
    (await leila.call(`${at}/patch-test/times?eventDate=${eventDate}`)).body.data.times
  const bookTest = async (eventDate: string, n = 0) => {
    const startsAt = (await times(eventDate))[n].startsAt
    return leila.call(`${at}/patch-test`, 'POST', { eventDate, startsAt })
  }
  const read = async () => (await leila.call(at)).body.data.appointment
  return { leila, appointment, at, times, bookTest, read, details }
}

describe('Patch test requirements', () => {
  test('artists can require patch tests for their own services, and operators for services of all artists', async () => {
    const { theirs } = await careful('says-so')
    const me = await theirs()
    const { services } = (await me('/v1/providers/me/patch-tests')).body.data
    expect(services).toContainEqual({ serviceId: 'makeup', label: 'Makeup', minutes: 20, everywhere: null })
    const wrong = await me('/v1/providers/me/patch-tests', 'PUT', { tests: [{ serviceId: 'no-such', minutes: 20 }] })
    expect(wrong.body).toMatchObject({ code: 'unknown_service', errors: [{ path: 'tests.0.serviceId' }] })
    expect(
      (await me('/v1/providers/me/patch-tests', 'PUT', { tests: [{ serviceId: 'makeup', minutes: 7 }] })).status,
    ).toBe(400)
    await createTestProviderWithAccount(rig, { slug: 'asks-none' })
    const { appointment } = await bookedWith('asks-none')
    expect(appointment.patchTest).toBeNull()
    const olu = await signInAs(rig, 'olu')
    const say = (serviceId: string, minutes: number | null) =>
      rig.call(`/v1/operator/patch-tests/${serviceId}`, {
        method: 'PUT',
        body: { minutes, reason: 'for a test' },
        bearer: olu,
      })
    expect((await say('no-such', 20)).body.code).toBe('unknown_service')
    expect((await say('makeup', 30)).body.data).toEqual({ minutes: 30 })
    expect((await me('/v1/providers/me/patch-tests')).body.data.services).toContainEqual(
      expect.objectContaining({ serviceId: 'makeup', minutes: 20, everywhere: 30 }),
    )
    const second = await bookedOn('asks-none', '2027-06-19')
    const read = async () => (await second.leila.call(`/v1/bookings/${second.appointment.id}`)).body.data.appointment
    expect(second.appointment.patchTest).toMatchObject({ state: 'needed', minutes: 30, services: ['Makeup'] })
    await say('makeup', null)
    expect((await read()).patchTest).toBeNull()
  })
})

describe('Patch test of a booking', () => {
  test('a patch test is offered from six months to 48 hours before the day, booked into the artist’s diary, moved and removed', async () => {
    const { slug, theirs } = await careful('tests-first')
    const { appointment, times, bookTest, read, leila, at } = await bookedWith(slug)
    expect(appointment.patchTest).toMatchObject({
      state: 'needed',
      services: ['Makeup'],
      minutes: 20,
      startsAt: null,
      may: { book: true, cancel: false, judge: false },
    })
    expect(await times('2027-06-11')).toEqual([])
    expect(await times('2026-12-10')).toEqual([])
    expect((await leila.call(`${at}/patch-test/times?eventDate=2026-11-01`)).body.code).toBe('date_past')
    const last = await times('2027-06-10')
    const until = Date.parse(appointment.startsAt) - 48 * hourMs
    expect(last.length).toBeGreaterThan(0)
    for (const time of last) expect(Date.parse(time.endsAt)).toBeLessThanOrEqual(until)
    const done = await bookTest('2027-05-20')
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const { patchTest } = done.body.data.appointment
    expect(patchTest).toMatchObject({ state: 'booked', may: { book: true, cancel: true } })
    expect(Date.parse(patchTest.endsAt) - Date.parse(patchTest.startsAt)).toBe(20 * 60_000)
    const first = await testIdOf(appointment.id)
    expect(await busyOf(first)).toHaveLength(1)
    expect([await mails('test.booked.customer', first), await mails('test.booked.provider', first)]).toEqual([1, 1])
    expect(
      (await (await theirs())(`/v1/providers/appointments/${appointment.id}`)).body.data.appointment.patchTest,
    ).toMatchObject({ state: 'booked', may: { book: false, cancel: true, judge: false } })
    const other = await bookedOn(slug, '2027-06-25')
    const theirTimes = (
      await other.leila.call(`/v1/bookings/${other.appointment.id}/patch-test/times?eventDate=2027-05-20`)
    ).body.data.times
    expect(theirTimes.length).toBeGreaterThan(0)
    expect(theirTimes.map((time: { startsAt: string }) => time.startsAt)).not.toContain(patchTest.startsAt)
    const moved = await bookTest('2027-05-21', 1)
    expect(moved.status).toBe(200)
    expect(await busyOf(first)).toEqual([])
    expect(await busyOf(await testIdOf(appointment.id))).toHaveLength(1)
    const off = await leila.call(`${at}/patch-test/cancel`, 'POST', {})
    expect(off.body.data.appointment.patchTest).toMatchObject({ state: 'needed', startsAt: null })
    expect((await leila.call(`${at}/patch-test/cancel`, 'POST', {})).body.code).toBe('state_changed')
    expect((await read()).patchTest.may.cancel).toBe(false)
    const wrong = await leila.call(`${at}/patch-test`, 'POST', {
      eventDate: '2027-06-11',
      startsAt: '2027-06-11T09:00:00+01:00',
    })
    expect(wrong.body.code).toBe('slot_taken')
  })

  test('nobody else can see, book or remove a patch test, or enter its result', async () => {
    const { slug } = await careful('private')
    const { appointment, at, times } = await bookedWith(slug)
    const [{ startsAt }] = await times('2027-05-20')
    const other = await createTestVisitor(rig)
    expect((await other.call(`${at}/patch-test/times?eventDate=2027-05-20`)).status).toBe(404)
    expect((await other.call(`${at}/patch-test`, 'POST', { eventDate: '2027-05-20', startsAt })).status).toBe(404)
    expect((await other.call(`${at}/patch-test/cancel`, 'POST', {})).status).toBe(404)
    const strange = await createTestClient(
      rig,
      (await createTestProviderWithAccount(rig, { slug: 'not-theirs' })).accountId,
    )
    expect(
      (await strange(`/v1/providers/appointments/${appointment.id}/patch-test`, 'POST', { outcome: 'off' })).status,
    ).toBe(404)
  })

  test('a patch test must be done before the day starts; a missed test is booked again', async () => {
    const { slug, theirs } = await careful('not-ready')
    const { appointment, bookTest, read } = await bookedWith(slug)
    const artistActs = async (act: string) =>
      (await theirs())(`/v1/providers/appointments/${appointment.id}`, 'PATCH', { act })
    const judge = async (outcome: string) =>
      (await theirs())(`/v1/providers/appointments/${appointment.id}/patch-test`, 'POST', { outcome })
    expect((await judge('done')).body.code).toBe('state_changed')
    const booked = (await bookTest('2027-05-20')).body.data.appointment.patchTest
    expect((await judge('done')).body.code).toBe('too_early')
    rig.at(new Date(Date.parse(booked.endsAt)))
    expect((await judge('off')).body.code).toBe('state_changed')
    const missed = await judge('missed')
    expect(missed.body.data.appointment.patchTest).toMatchObject({ state: 'missed', startsAt: null })
    expect(await mails('test.missed.customer', await testIdOf(appointment.id, 'missed'))).toBe(1)
    rig.at(new Date(Date.parse(appointment.startsAt) - hourMs))
    for (const act of ['left', 'arrived', 'done']) expect((await artistActs(act)).body.code, act).toBe('not_ready')
    expect((await artistActs('late')).body.code).not.toBe('not_ready')
    rig.at(new Date('2027-05-21T08:00:00Z'))
    const second = (await bookTest('2027-05-25')).body.data.appointment.patchTest
    rig.at(new Date(Date.parse(second.endsAt)))
    expect((await judge('done')).body.data.appointment.patchTest).toMatchObject({
      state: 'done',
      services: [],
      startsAt: second.startsAt,
    })
    expect((await judge('missed')).body.code).toBe('state_changed')
    expect((await read()).patchTest).toMatchObject({ state: 'done', may: { book: false, cancel: false } })
    rig.at(new Date(Date.parse(appointment.startsAt) - hourMs))
    expect((await artistActs('arrived')).status).toBe(200)
  })

  test('a patch test is valid for further bookings with the same artist within six months', async () => {
    const { slug, theirs } = await careful('once-is-enough')
    const first = await bookedWith(slug)
    const booked = (await first.bookTest('2027-05-20')).body.data.appointment.patchTest
    rig.at(new Date(Date.parse(booked.endsAt)))
    await (await theirs())(`/v1/providers/appointments/${first.appointment.id}/patch-test`, 'POST', { outcome: 'done' })
    const account = await getAccountId(rig, first.details.email as string)
    const again = async (eventDate: string, accountId: string | null) => {
      const { leila, appointment } = await bookedOn(slug, eventDate)
      await rig.database.db
        .updateTable('appointment')
        .set({ account_id: accountId })
        .where('id', '=', appointment.id)
        .execute()
      return (await leila.call(`/v1/bookings/${appointment.id}`)).body.data.appointment.patchTest
    }
    expect(await again('2027-11-12', account)).toBeNull()
    expect(await again('2027-12-10', account)).toMatchObject({ state: 'needed' })
    expect(
      await again('2027-11-13', await getAccountId(rig, (await bookedOn(slug, '2027-10-01')).details.email as string)),
    ).toMatchObject({ state: 'needed' })
  })

  test('a patch test is cancelled with its booking, or when the booking moves out of its period; both sides are notified', async () => {
    const { slug } = await careful('moves-on')
    const { appointment, bookTest, at, leila, read } = await bookedWith(slug)
    await bookTest('2027-05-20')
    const test1 = await testIdOf(appointment.id)
    const moveTo = async (eventDate: string) => {
      const asked = await leila.call(`${at}/moves`, 'POST', { eventDate, finishTime: '15:00' })
      expect(asked.status, JSON.stringify(asked.body)).toBe(200)
      expect((await acceptMoveAsProvider(rig, appointment.id, asked.body.data.appointment.move.id)).status).toBe(200)
    }
    await moveTo('2027-06-20')
    expect(await testIdOf(appointment.id)).toBe(test1)
    await moveTo('2027-05-21')
    expect(await busyOf(test1)).toEqual([])
    expect((await read()).patchTest).toMatchObject({ state: 'needed' })
    expect([await mails('test.moved.customer', test1), await mails('test.moved.provider', test1)]).toEqual([1, 1])
    await bookTest('2027-05-12')
    const test2 = await testIdOf(appointment.id)
    const { refund } = await read()
    expect((await leila.call(`${at}/cancel`, 'POST', { refund: refund.now })).status).toBe(200)
    expect(await busyOf(test2)).toEqual([])
    expect(await testIdOf(appointment.id, 'cancelled')).toBeTruthy()
  })

  test('a booking that is too late for a required patch test is refused, unless a valid test exists', async () => {
    const { slug, artist, theirs } = await careful('too-late')
    const first = await bookedWith(slug)
    const { startsAt } = first.appointment
    rig.at(new Date(Date.parse(startsAt) - 49 * hourMs))
    const { hold } = await createTestVisitor(rig, { eventDate: '2027-06-14' })
    expect((await hold(slug)).status).toBe(200)
    rig.at(new Date(Date.parse(startsAt) - 23 * hourMs))
    const late = await createTestVisitor(rig, { eventDate: '2027-06-13' })
    expect((await late.hold(slug)).body.code).toBe('test_too_late')
    // Earlier patch tests are found by the customer's account.
    const account = await getAccountId(rig, first.details.email as string)
    await rig.database.db
      .insertInto('linked_appointment')
      .values({
        kind: 'patch_test',
        minutes: 20,
        appointment_id: first.appointment.id,
        provider_id: artist.id,
        account_id: account,
        services: ['makeup'],
        state: 'done',
        starts_at: new Date('2027-05-20T09:00:00Z'),
        ends_at: new Date('2027-05-20T09:20:00Z'),
        event_date: '2027-05-20',
        booked_at: testNow,
        ended_at: new Date('2027-05-20T09:20:00Z'),
      })
      .execute()
    expect((await late.hold(slug)).body.code).toBe('test_too_late')
    const { hash } = await late.quote(slug)
    const known = await rig.call('/v1/holds', {
      method: 'POST',
      body: { quoteId: late.id, profileId: slug, type: 'mobile', hash },
      cookie: late.cookie,
      bearer: await rig.sessionOf(account),
      headers: { 'idempotency-key': createTestKey() },
    })
    expect(known.status, JSON.stringify(known.body)).toBe(200)
    const none = await (await theirs())('/v1/providers/me/patch-tests', 'PUT', { tests: [] })
    expect(none.status).toBe(200)
    expect((await late.hold(slug)).body.code).not.toBe('test_too_late')
  })

  test('the database refuses a patch test outside its period', async () => {
    const { slug } = await careful('by-constraint')
    const { appointment, bookTest } = await bookedWith(slug)
    await bookTest('2027-05-20')
    const { db } = rig.database
    const move = db
      .updateTable('appointment')
      .set({ starts_at: new Date('2027-05-21T09:00:00Z') })
      .where('id', '=', appointment.id)
    await expect(move.execute()).rejects.toThrow('within its span')
    const shift = db
      .updateTable('linked_appointment')
      .set({ starts_at: new Date('2026-12-01T09:00:00Z') })
      .where('appointment_id', '=', appointment.id)
    await expect(shift.execute()).rejects.toThrow('within its span')
  })

  test('emails ask for a patch test until it is booked, and both sides are reminded a day before', async () => {
    const { slug } = await careful('mails-first')
    const { appointment, bookTest } = await bookedWith(slug)
    const days = (n: number) => new Date(Date.parse(appointment.startsAt) - n * 24 * hourMs)
    const remind = async (at: Date) => {
      rig.at(at)
      await processLinked(createJobContext(rig, 'test'))
      return [await mails('test.needed.customer', appointment.id), await mails('test.needed.provider', appointment.id)]
    }
    expect(await remind(testNow)).toEqual([1, 0])
    expect(await remind(testNow)).toEqual([1, 0])
    expect(await remind(days(29))).toEqual([2, 0])
    expect(await remind(days(13))).toEqual([3, 1])
    const booked = (await bookTest('2027-06-08')).body.data.appointment.patchTest
    expect(await remind(days(6))).toEqual([3, 1])
    const id = await testIdOf(appointment.id)
    rig.at(new Date(Date.parse(booked.startsAt) - 20 * hourMs))
    await processLinked(createJobContext(rig, 'test'))
    await processLinked(createJobContext(rig, 'test'))
    expect([await mails('test.soon.customer', id), await mails('test.soon.provider', id)]).toEqual([1, 1])
  })
})

async function bookedOn(slug: string, eventDate: string) {
  const details = createRequester()
  const leila = await createTestVisitor(rig, { eventDate }, { details })
  return { leila, details, appointment: await leila.book(slug, { requester: details }) }
}
