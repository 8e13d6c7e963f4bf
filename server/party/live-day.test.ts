import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectAccountData } from '#server/accounts/data-export.queries.ts'
import { eraseAccount } from '#server/accounts/erase.queries.ts'
import { computeTravelMinutes, usualSpeeds } from '#server/providers/index.ts'
import { acceptMoveAsProvider } from '#server/testing/bookings.ts'
import { createTestAddress, createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount, testTown } from '#server/testing/providers.ts'
import { nobody, openContext } from '#server/platform/context.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { deleteExpiredSharedLocations } from './shared-locations.ts'
import { reportProgress } from './live-day.ts'

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

const minute = 60_000
type Block = { person: number; serviceId: string; from: string; to: string }

/** Creates a booking of two people; `at(minutes)` counts from the planned arrival. */
async function theDay(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const leila = await createTestVisitor(rig, {
    services: ['makeup', 'makeup'],
    people: [{ count: 2, services: ['makeup'] }],
  })
  const booked = await leila.book(slug)
  const start = Date.parse(booked.startsAt)
  const at = (minutes: number) => new Date(start + minutes * minute)
  rig.at(at(-60))
  const blocks = (booked.plan.blocks as Block[]).toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
  const first = blocks[0] as Block
  const second = blocks[1] as Block
  const path = `/v1/providers/appointments/${booked.id}`
  // Opens a session for each call, because days pass in between.
  const mia = async (under: string, method = 'GET', body?: unknown) =>
    (await createTestClient(rig, artist.accountId))(`${path}${under}`, method, body)
  const send = (words: object[], sentAt = rig.clock().toISOString()) => mia('/day', 'POST', { words, sentAt })
  const read = async () => (await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment
  const begins = (Date.parse(first.from) - start) / minute
  return { artist, leila, booked, start, at, first, second, begins, path, mia, send, read }
}
const word = (kind: string, at: Date, more: object = {}) => ({
  id: crypto.randomUUID() as string,
  kind,
  at: at.toISOString(),
  ...more,
})
const of = ({ person, serviceId }: Block) => ({ person, serviceId })
const wordsIn = (id: string) =>
  rig.database.db
    .selectFrom('appointment_progress')
    .selectAll()
    .where('appointment_id', '=', id)
    .orderBy('at')
    .execute()
const rowOf = (id: string) =>
  rig.database.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('Progress on the day', () => {
  test('reported progress moves everyone’s times and shows who reported it, to customer, group and each guest', async () => {
    const { leila, booked, at, first, second, begins, mia, send, read } = await theDay('live-words')
    const guests = (await leila.call(`/v1/bookings/${booked.id}/guests`, 'POST', { person: second.person })).body.data
      .appointment.guests
    const key = guests.find(({ person }: Block) => person === second.person).key
    const guest = async () =>
      (await rig.call(`/v1/guests/${key}`, { address: createTestAddress() })).body.data.invitation
    expect((await guest()).live).toBeNull()
    expect(await read()).toMatchObject({ said: [], plan: (await read()).planned })

    rig.at(at(-10))
    expect((await send([word('arrived', at(-10))])).body.data.said).toHaveLength(1)
    rig.at(at(begins + 12))
    const started = word('started', at(begins + 12), of(first))
    expect((await send([started])).status).toBe(200)
    const seen = await read()
    expect(seen.dayOf.arrivedAt).toBeTruthy()
    expect(seen.said.map(({ kind, acting }: { kind: string; acting: boolean }) => [kind, acting])).toEqual([
      ['arrived', false],
      ['started', false],
    ])
    const fromOf = (plan: { blocks: Block[] }, { person }: Block) =>
      Date.parse(plan.blocks.find((block) => block.person === person)?.from ?? '')
    expect(fromOf(seen.plan, first) - fromOf(seen.planned, first)).toBe(12 * minute)
    expect(fromOf(seen.plan, second) - fromOf(seen.planned, second)).toBe(12 * minute)
    expect(seen.planned.blocks).toEqual(booked.plan.blocks)
    const { sheet } = (await rig.call(`/v1/run-sheets/${booked.shareKey}`, { address: createTestAddress() })).body.data
    expect([sheet.plan, sheet.planned, sheet.said]).toEqual([seen.plan, seen.planned, seen.said])
    expect(await guest()).toMatchObject({
      live: { state: 'ahead', behind: 12, plannedFrom: second.from, doneAt: seen.plan.doneAt },
      chair: { from: seen.plan.blocks.find(({ person }: Block) => person === second.person).from },
    })

    expect((await send([{ ...started, id: crypto.randomUUID(), undo: true }])).status).toBe(200)
    expect((await read()).plan.blocks).toEqual(booked.plan.blocks)
    expect((await mia('')).body.data.appointment.said).toHaveLength(3)
    expect((await read()).said).toHaveLength(1)

    rig.at(at(begins + 41))
    await send([word('done', at(begins + 20), of(first)), word('done', at(begins + 40), of(second))])
    expect((await read()).dayOf.doneAt).toBeTruthy()
    expect((await guest()).live).toMatchObject({ state: 'done', finishedAt: expect.any(String) })
    expect((await rowOf(booked.id)).done_at).toEqual(at(begins + 40))
  })

  test('a guest link stays valid while the day runs late, until it is done or for three hours', async () => {
    const { leila, booked, at, second, send } = await theDay('live-link')
    const guests = (await leila.call(`/v1/bookings/${booked.id}/guests`, 'POST', { person: second.person })).body.data
      .appointment.guests
    const key = guests.find(({ person }: Block) => person === second.person).key
    const status = async () => (await rig.call(`/v1/guests/${key}`, { address: createTestAddress() })).status
    const end = (Date.parse(booked.endsAt) - Date.parse(booked.startsAt)) / minute
    await send([word('arrived', at(0))])
    rig.at(at(end + 30))
    expect(await status()).toBe(200)
    rig.at(at(end + 180))
    expect(await status()).toBe(404)
    rig.at(at(end + 31))
    await send([word('done', at(end + 31))])
    expect(await status()).toBe(404)
  })

  test('reports have the same result when sent twice, in any order or concurrently', async () => {
    const { booked, at, first, begins, send, read } = await theDay('live-twice')
    rig.at(at(begins + 60))
    const words = [
      word('arrived', at(2)),
      word('started', at(begins + 5), of(first)),
      word('done', at(begins + 20), of(first)),
      word('done', at(begins + 25), { ...of(first), undo: true }),
      word('done', at(begins + 45), of(first)),
    ]
    // Reports saved offline arrive several times and out of order.
    const answers = await Promise.all([send(words), send(words.toReversed()), send(words.slice(2))])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await wordsIn(booked.id)).map(({ id }) => id)).toEqual(words.map(({ id }) => id))
    const seen = await read()
    expect(seen.said.map(({ at: when }: { at: string }) => Date.parse(when))).toEqual(
      [2, begins + 5, begins + 45].map((minutes) => at(minutes).getTime()),
    )
    expect((await send(words)).status).toBe(200)
    expect(await read()).toEqual(seen)
    await rig.database.db.updateTable('appointment').set({ state: 'completed' }).where('id', '=', booked.id).execute()
    expect((await send(words.slice(0, 1))).body.data.said).toHaveLength(5)
    expect((await send([word('arrived', at(3))])).body.code).toBe('state_changed')
  })

  test('a wrong device clock is corrected, and an impossible time is refused', async () => {
    const { booked, at, first, begins, send } = await theDay('live-clock')
    rig.at(at(begins + 10))
    const ahead = (minutes: number) => at(minutes + 180)
    await send([word('started', ahead(begins + 4), of(first))], ahead(begins + 10).toISOString())
    expect((await wordsIn(booked.id))[0]).toMatchObject({ at: at(begins + 4), received_at: at(begins + 10) })
    await send([word('left', new Date('2001-01-01T00:00:00Z')), word('arrived', at(begins + 300))])
    const [left, , arrived] = await wordsIn(booked.id)
    expect([left?.at, arrived?.at]).toEqual([at(-12 * 60), at(begins + 10)])
  })

  test('the customer is notified of departure and delay while it is news, and not afterwards', async () => {
    const { booked, at, send } = await theDay('live-news')
    const kinds = async () =>
      (
        await rig.database.db
          .selectFrom('outbox')
          .select('kind')
          .where('channel', '=', 'mail')
          .where('fact', 'like', `%${booked.id}%`)
          .where('kind', 'in', ['onTheWay', 'late'])
          .execute()
      ).map(({ kind }) => kind)
    rig.at(at(-20))
    await send([word('left', at(-50)), word('late', at(-45), { minutes: 10 })])
    expect(await kinds()).toEqual([])
    await send([word('late', at(-21), { minutes: 15 })])
    expect(await kinds()).toEqual(['late'])
  })

  test('only the artist reports progress, on the day, for seats on the run sheet, and completely; an operator may act as the artist', async () => {
    const { booked, at, first, path, leila, send, mia, artist, read } = await theDay('live-refused')
    const arrived = word('arrived', at(0))
    const body = { words: [arrived], sentAt: at(0).toISOString() }
    expect((await rig.call(`${path}/day`, { method: 'POST', body, address: createTestAddress() })).body.code).toBe(
      'not_signed_in',
    )
    expect((await leila.call(`${path}/day`, 'POST', body)).status).toBeGreaterThanOrEqual(401)
    const other = await createTestProviderWithAccount(rig, { slug: 'live-other' })
    expect((await (await createTestClient(rig, other.accountId))(`${path}/day`, 'POST', body)).body.code).toBe(
      'not_found',
    )
    rig.at(at(-13 * 60))
    expect((await send([arrived])).body.code).toBe('too_early')
    rig.at(at(0))
    expect((await send([word('started', at(0), { person: 9, serviceId: 'makeup' })])).body.code).toBe(
      'sitting_not_found',
    )
    for (const wrong of [word('started', at(0)), word('late', at(0)), word('arrived', at(0), of(first))])
      expect((await send([wrong])).body.code).toBe('invalid_input')
    expect((await send([])).body.code).toBe('invalid_input')
    expect(await wordsIn(booked.id)).toEqual([])

    const olu = await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'olu@primp.test')
      .executeTakeFirstOrThrow()
    const viewer = { ...nobody, accountId: artist.accountId, roles: ['provider'], actorId: olu.id }
    await reportProgress(openContext({ ...rig, clock: rig.clock }, { viewer, requestId: 'r', address: '127.0.0.1' }), {
      appointmentId: booked.id,
      ...body,
      words: [{ ...arrived, kind: 'arrived', undo: false, person: null, serviceId: null, minutes: null }],
    })
    expect((await read()).said).toMatchObject([{ kind: 'arrived', acting: true }])
    expect((await mia('')).body.data.appointment.dayOf.arrivedAt).toBeTruthy()
  })

  test('a moved booking starts without the progress of its old day', async () => {
    const { artist, leila, booked, at, send, read } = await theDay('live-moved')
    rig.at(at(-60))
    await send([word('left', at(-62))])
    await send([word('arrived', at(-60))])
    expect((await read()).said).toHaveLength(2)
    const asked = await leila.call(`/v1/bookings/${booked.id}/moves`, 'POST', {
      eventDate: '2027-06-20',
      finishTime: '15:00',
    })
    expect((await acceptMoveAsProvider(rig, booked.id, asked.body.data.appointment.move.id)).status).toBe(200)
    expect(await read()).toMatchObject({ said: [], dayOf: { leftAt: null, arrivedAt: null } })
    const now = await rowOf(booked.id)
    rig.at(new Date(now.starts_at.getTime() + 60 * minute))
    const mia = await createTestClient(rig, artist.accountId)
    const left = { words: [word('left', rig.clock())], sentAt: rig.clock().toISOString() }
    expect((await mia(`/v1/providers/appointments/${booked.id}/day`, 'POST', left)).status).toBe(200)
    const told = await rig.database.db
      .selectFrom('outbox')
      .select('id')
      .where('channel', '=', 'mail')
      .where('kind', '=', 'onTheWay')
      .where('fact', 'like', `%${booked.id}%`)
      .execute()
    expect(told).toHaveLength(2)
    expect((await read()).dayOf.arrivedAt).toBeNull()
  })

  test('a day has at most a thousand reports; a report sent again is still acknowledged', async () => {
    const { booked, at, send } = await theDay('live-thousand')
    const hundred = () => Array.from({ length: 100 }, () => word('late', at(-60), { minutes: 5 }))
    const first = hundred()
    expect((await send(first)).status).toBe(200)
    for (let n = 1; n < 10; n++) expect((await send(hundred())).status).toBe(200)
    expect((await send([word('arrived', at(-60))])).body.code).toBe('state_changed')
    expect((await send(first)).status).toBe(200)
    expect(await wordsIn(booked.id)).toHaveLength(1_000)
  })

  test('the database rejects changed, incomplete and future reports', async () => {
    const { booked, at, send } = await theDay('live-stands')
    rig.at(at(0))
    await send([word('arrived', at(0))])
    const { db } = rig.database
    const change = (values: object) =>
      db.updateTable('appointment_progress').set(values).where('appointment_id', '=', booked.id).execute()
    await expect(change({ at: at(-5) })).rejects.toThrow(/stands/)
    const insert = (values: object) =>
      db
        .insertInto('appointment_progress')
        .values({
          appointment_id: booked.id,
          id: crypto.randomUUID(),
          kind: 'arrived',
          undo: false,
          at: at(0),
          received_at: at(0),
          acting: false,
          ...values,
        })
        .execute()
    for (const wrong of [
      { at: at(1) },
      { kind: 'started' },
      { person: 1, service_id: 'makeup' },
      { person: 1, kind: 'done' },
      { minutes: 5 },
      { kind: 'late' },
    ])
      await expect(insert(wrong), JSON.stringify(wrong)).rejects.toThrow(/check/)
  })
})

describe('Sharing the location of an artist', () => {
  const [lng, lat] = testTown.coordinates
  const far = { lat: lat + 0.0801, lng: lng + 0.0502 }

  test('an artist who agrees shares the arrival time with the customer only; one latest position is stored, until arrival', async () => {
    const { booked, at, leila, mia, send, read } = await theDay('way-shared')
    const kept = () =>
      rig.database.db.selectFrom('shared_way').selectAll().where('appointment_id', '=', booked.id).execute()
    rig.at(at(-40))
    expect((await mia('/way', 'POST', far)).body.code).toBe('state_changed')
    expect((await read()).sharedWay).toBeNull()
    expect((await mia('/way', 'PUT', { share: true })).body.data.endsAt).toBeTruthy()
    expect((await read()).sharedWay).toMatchObject({ at: null, minutes: null })
    expect((await mia('/way', 'POST', far)).status).toBe(200)
    const spot = { lat: Math.round(far.lat * 1000) / 1000, lng: Math.round(far.lng * 1000) / 1000 }
    expect(await kept()).toMatchObject([spot])
    const row = await rowOf(booked.id)
    const seen = (await leila.call(`/v1/bookings/${booked.id}`)).body
    expect(seen.data.appointment.sharedWay).toMatchObject({ minutes: computeTravelMinutes(spot, row, usualSpeeds) })
    expect(JSON.stringify(seen)).not.toContain(String(spot.lat))
    const { body } = await rig.call(`/v1/run-sheets/${booked.shareKey}`, { address: createTestAddress() })
    expect(body.data.sheet.sharedWay).toBeUndefined()
    expect((await mia('')).body.data.appointment.sharedWay).toMatchObject({ minutes: null })
    const olu = await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: 'olu@primp.test', password: 'primp-sample-1' },
      address: createTestAddress(),
    })
    const console = await rig.call(`/v1/operator/bookings/${booked.id}`, { bearer: olu.body.data.token })
    expect(console.body.data.appointment.sharedWay).toBeNull()

    const near = { lat: 60.175, lng }
    rig.at(at(-39.8))
    await mia('/way', 'POST', near)
    expect(await kept()).toMatchObject([spot])
    rig.at(at(-39))
    await mia('/way', 'POST', near)
    expect(await kept()).toMatchObject([{ lat: near.lat }])
    expect((await read()).sharedWay.minutes).toBeLessThan(computeTravelMinutes(spot, row, usualSpeeds))

    rig.at(at(0))
    await send([word('arrived', at(0))])
    expect(await kept()).toEqual([])
    expect((await mia('/way', 'POST', near)).body.code).toBe('state_changed')
    expect((await mia('/way', 'PUT', { share: true })).body.code).toBe('state_changed')
  })

  test('sharing ends on request, after three hours and with the booking', async () => {
    const { booked, at, mia, read } = await theDay('way-ends')
    const kept = async () =>
      (await rig.database.db.selectFrom('shared_way').select('at').where('appointment_id', '=', booked.id).execute())
        .length
    rig.at(at(-11 * 60))
    await mia('/way', 'PUT', { share: true })
    await mia('/way', 'POST', far)
    expect((await mia('/way', 'PUT', { share: false })).body.data).toEqual({ endsAt: null })
    expect([await kept(), (await read()).sharedWay]).toEqual([0, null])

    await mia('/way', 'PUT', { share: true })
    await mia('/way', 'POST', far)
    rig.at(at(-8 * 60))
    expect((await read()).sharedWay).toBeNull()
    expect((await mia('/way', 'POST', far)).body.code).toBe('state_changed')
    expect(await kept()).toBe(1)
    await deleteExpiredSharedLocations(createJobContext(rig, 'test'))
    expect(await kept()).toBe(0)

    await mia('/way', 'PUT', { share: true })
    await mia('', 'PATCH', { act: 'cancel', reason: 'A broken wrist.' })
    expect(await kept()).toBe(0)
  })

  test('only the artist can share a location, not before the day and not for a studio', async () => {
    const { booked, at, mia, path, leila } = await theDay('way-refused')
    const other = await createTestProviderWithAccount(rig, { slug: 'way-other' })
    for (const [method, body] of [
      ['PUT', { share: true }],
      ['POST', far],
    ] as const) {
      expect((await rig.call(`${path}/way`, { method, body, address: createTestAddress() })).status).toBe(401)
      expect((await leila.call(`${path}/way`, method, body)).status).toBeGreaterThanOrEqual(401)
      expect((await (await createTestClient(rig, other.accountId))(`${path}/way`, method, body)).body.code).toBe(
        'not_found',
      )
    }
    rig.at(at(-13 * 60))
    expect((await mia('/way', 'PUT', { share: true })).body.code).toBe('too_early')
    rig.at(at(-60))
    expect((await mia('/way', 'POST', { lat: 91, lng: 0 })).body.code).toBe('invalid_input')
    const insert = (values: object) =>
      rig.database.db
        .insertInto('shared_way')
        .values({ appointment_id: booked.id, since: at(-60), ends_at: at(60), ...values })
        .execute()
    await expect(insert({ ends_at: at(121) })).rejects.toThrow(/check/)
    await expect(insert({ lat: 1 })).rejects.toThrow(/check/)
    await rig.database.db.updateTable('appointment').set({ mode: 'studio' }).where('id', '=', booked.id).execute()
    expect((await mia('/way', 'PUT', { share: true })).body.code).toBe('state_changed')
  })
})

test('progress and shared locations are in the data export, and are deleted with the account', async () => {
  const { artist, booked, at, mia, send } = await theDay('live-leaves')
  rig.at(at(-30))
  await mia('/way', 'PUT', { share: true })
  await mia('/way', 'POST', { lat: 60.2, lng: -1.1 })
  await send([word('left', at(-30))])
  const { db } = rig.database
  expect(await collectAccountData(db, artist.accountId)).toMatchObject({
    saidOnTheDay: [{ kind: 'left', appointment_id: booked.id }],
    sharedWays: [{ lat: 60.2, lng: -1.1 }],
  })
  await eraseAccount(db, { id: artist.accountId, email: 'live-leaves@mail.example', now: rig.clock() })
  expect(await wordsIn(booked.id)).toEqual([])
  expect(await db.selectFrom('shared_way').selectAll().where('appointment_id', '=', booked.id).execute()).toEqual([])
})
