import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestAddress } from '#server/testing/clients.ts'
import { clearTestTown, testTown } from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  createKeyHeader,
  createSignedInProvider,
  createTestSearch,
  deleteTestMails,
  testCustomer,
} from '#server/testing/requests.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
afterEach(async () => {
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

const minuteMs = 60_000
const [lng, lat] = testTown.coordinates
const call = (bearer: string, path: string, body?: unknown) =>
  rig.call(path, {
    bearer,
    address: createTestAddress(),
    ...(body === undefined ? {} : { method: 'POST', body, headers: createKeyHeader() }),
  })

/** Creates a request for 1:30 PM to an artist whose other job is twenty kilometres away. */
async function askedBeside(fromMinutes: number, toMinutes: number) {
  const artist = await createSignedInProvider(rig, { slug: 'nia' })
  const search = await createTestSearch(rig)
  const id = (await search.ask('nia')).body.data.requests[0].id as string
  await confirmRequestsByMail(rig, testCustomer.email)
  const { plan } = (await call(artist.bearer, `/v1/providers/me/requests/${id}`)).body.data
  const at = (minutes: number) => new Date(Date.parse(plan.arriveAt) + minutes * minuteMs).toISOString()
  const take = () =>
    rig.database.db
      .insertInto('busy')
      .values({
        provider_id: artist.id,
        provider_no: artist.no,
        cell: 0,
        kind: 'appointment',
        during: `[${at(fromMinutes)},${at(toMinutes)})`,
        event_date: '2027-06-12',
        lat: lat + 0.18,
        lng,
      })
      .execute()
  return {
    artist,
    search,
    id,
    take,
    one: async () => (await call(artist.bearer, `/v1/providers/me/requests/${id}`)).body.data,
    offer: (body: unknown = {}) => call(artist.bearer, `/v1/providers/me/requests/${id}/offer`, body),
  }
}

describe('Travel between two jobs', () => {
  test('an offer with fifteen minutes for twenty kilometres is refused with a time that works', async () => {
    const { one, offer, take } = await askedBeside(-120, -15)
    await take()
    const { clash } = await one()
    expect(clash.way).toMatchObject({ before: true, place: expect.stringMatching(/\w/), minutes: 38 })
    const refused = await offer()
    expect(refused.body).toMatchObject({ code: 'slot_taken', errors: [{ path: 'finishTime' }], detail: clash })
    expect((await offer({ preview: true })).body.code).toBe('slot_taken')
    expect(clash.way.finishTime).toBe('14:00')
    expect((await offer({ finishTime: clash.way.finishTime })).body.data.request.offers[0]).toMatchObject({
      kind: 'otherTime',
    })
  })

  test('travel to the next job counts too, and a distant job does not matter', async () => {
    const near = await askedBeside(100, 210)
    await near.take()
    expect((await near.one()).clash.way).toMatchObject({ before: false, finishTime: '13:00' })
    await clearTestTown(rig)
    const far = await askedBeside(-120, -60)
    await far.take()
    expect((await far.one()).clash).toBeNull()
    expect((await far.offer()).status).toBe(200)
  })

  test('an offer whose travel time has become too short can no longer be booked', async () => {
    const { search, offer, take } = await askedBeside(-120, -15)
    expect((await offer()).status).toBe(200)
    await take()
    const { locked } = (await rig.call(`/v1/quotes/${search.id}/@/nia`, { cookie: search.cookie })).body.data
    expect(locked.total).toBe(52)
    const held = await search.as('/v1/holds', {
      quoteId: search.id,
      profileId: 'nia',
      type: 'mobile',
      hash: locked.hash,
    })
    expect(held.body.code).toBe('slot_taken')
  })
})
