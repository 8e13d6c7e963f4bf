import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
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
afterAll(() => clearTestTown(rig))

const day = '2027-06-12'
const brows = { startTime: '11:30', minutes: 60, services: 'Brow tint', coordinates: testTown.coordinates, price: 30 }
const fourWeeks = { repeat: { unit: 'week', every: 1, until: '2027-07-05' } }

async function openDiary(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const call = await createTestClient(rig, artist.accountId)
  const { clientId } = (await call('/v1/providers/me/own-clients', 'POST', { name: 'Priyanka Natarajan' })).body.data
  const path = '/v1/providers/me/own-appointments'
  return {
    call,
    path,
    enter: (more: object = {}) => call(path, 'POST', { clientId, eventDate: day, ...brows, ...more }),
    list: async () => {
      const { appointments } = (await call(`${path}?from=2027-06-01&until=2027-12-31`)).body.data
      return (appointments as { id: string; eventDate: string; startTime: string; cancelled: boolean }[]).map(
        ({ id, eventDate, startTime, cancelled }) => ({ id, at: `${eventDate} ${startTime}`, cancelled }),
      )
    },
  }
}

test('a repeat rule creates an appointment on each of its days, and each blocks its time', async () => {
  const { enter, list } = await openDiary('weekly')
  const { status, body } = await enter(fourWeeks)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({
    count: 4,
    skipped: [],
    appointment: { eventDate: day, repeat: { unit: 'week', every: 1 } },
  })
  expect((await list()).map(({ at }) => at)).toEqual([
    '2027-06-12 11:30',
    '2027-06-19 11:30',
    '2027-06-26 11:30',
    '2027-07-03 11:30',
  ])
  expect((await enter({ eventDate: '2027-07-03' })).body).toMatchObject({
    code: 'slot_taken',
    errors: [{ path: 'startTime' }],
  })
})

test('days on which the time is taken or does not exist (clock change) are listed, and are left out only on request', async () => {
  const { enter, list } = await openDiary('clashes')
  const leila = await createTestVisitor(rig)
  await leila.book('clashes')
  const before = { ...fourWeeks, eventDate: '2027-06-05' }
  expect((await enter(before)).body).toMatchObject({ code: 'days_taken', detail: { taken: [day] } })
  expect(await list()).toEqual([])
  expect((await enter({ ...before, skipTaken: true })).body.data).toMatchObject({ count: 4, skipped: [day] })

  // British clocks go forward in the night of 28 March, which belongs to the event date of the 27th.
  const night = { eventDate: '2027-03-20', startTime: '01:30', repeat: { unit: 'week', every: 1, until: '2027-04-03' } }
  expect((await enter(night)).body).toMatchObject({ code: 'days_taken', detail: { taken: ['2027-03-27'] } })
})

test('a rule that ends before its first repeat, or more than two years ahead, is refused', async () => {
  const { enter } = await openDiary('ends')
  const repeat = { unit: 'month', every: 1, until: '2027-07-01' }
  expect((await enter({ repeat })).body).toMatchObject({ code: 'repeat_once', errors: [{ path: 'until' }] })
  expect((await enter({ repeat: { ...repeat, until: '2031-01-01' } })).body.code).toBe('date_too_far')
  expect((await enter({ repeat: { ...repeat, every: 0 } })).body.code).toBe('invalid_input')
})

test('a change can be for one appointment or for it and all following ones', async () => {
  const { call, enter, list, path } = await openDiary('moves')
  await enter(fourWeeks)
  const [, second, third] = await list()
  const change = { ...brows, eventDate: '2027-06-26', startTime: '14:00' }
  const moved = await call(`${path}/${second?.id}`, 'PUT', { ...change, scope: 'following' })
  expect(moved.body.data, JSON.stringify(moved.body)).toMatchObject({ count: 3 })
  expect((await list()).map(({ at }) => at)).toEqual([
    '2027-06-12 11:30',
    '2027-06-26 14:00',
    '2027-07-03 14:00',
    '2027-07-10 14:00',
  ])
  // Only one appointment moves; its old time in the series is free again.
  await call(`${path}/${third?.id}`, 'PUT', { ...brows, eventDate: '2027-06-19' })
  const onto = { ...brows, eventDate: '2027-06-12', startTime: '12:00', scope: 'following' }
  expect((await call(`${path}/${second?.id}`, 'PUT', onto)).body).toMatchObject({
    code: 'days_taken',
    detail: { taken: [day] },
  })
  await call(`${path}/${second?.id}`, 'PUT', { ...change, scope: 'following', cancelled: true })
  expect(await list()).toMatchObject([
    { at: '2027-06-12 11:30', cancelled: false },
    { at: '2027-06-19 11:30', cancelled: false },
    { at: '2027-06-26 14:00', cancelled: true },
    { at: '2027-07-10 14:00', cancelled: true },
  ])
  expect((await enter({ eventDate: '2027-07-10', startTime: '14:00' })).status).toBe(200)
})

test('a deletion can be for one appointment or for it and all following ones', async () => {
  const { call, enter, list, path } = await openDiary('deletes')
  await enter(fourWeeks)
  const [first, second] = await list()
  expect((await call(`${path}/${first?.id}`, 'DELETE')).status).toBe(200)
  expect(await list()).toHaveLength(3)
  expect((await call(`${path}/${second?.id}?scope=following`, 'DELETE')).status).toBe(200)
  expect(await list()).toEqual([])
  const stranger = await createTestClient(
    rig,
    (await createTestProviderWithAccount(rig, { slug: 'stranger' })).accountId,
  )
  await enter(fourWeeks)
  const [again] = await list()
  for (const [method, body] of [
    ['PUT', { ...brows, eventDate: day, scope: 'following' }],
    ['DELETE', undefined],
  ] as const)
    expect((await stranger(`${path}/${again?.id}?scope=following`, method, body)).body.code).toBe('not_found')
  expect(await list()).toHaveLength(4)
})
