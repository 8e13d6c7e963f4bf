import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { createRequester, testDayDetails } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider, testTown } from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  createSignedInProvider,
  createTestSearch,
  deleteTestMails,
  testCustomer,
} from '#server/testing/requests.ts'
import { notifyUnreadMessages } from '#server/messaging/messages.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
const home = {
  ...testTown,
  coordinates: [-1.14537, 60.15531] as [number, number],
  address: {
    ...testTown.address,
    placeName: '12 Commercial Street, Lerwick',
    locality: 'ZE1 0HX',
    neighborhood: '12 Commercial Street',
  },
}
const street = /Commercial|ZE1 ?0HX|1\.14537|60\.15531/
const endpoints = Object.values(contract).flatMap((calls) => Object.values(calls)) as Endpoint[]

beforeAll(async () => {
  rig = await openRig()
  await clearTestTown(rig)
})
afterAll(async () => {
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

async function readsOf(bearer: string, ...paths: string[]): Promise<string> {
  const open = endpoints
    .filter(({ method, path, access }) => method === 'GET' && !path.includes('{') && access !== 'operator')
    .map(({ path }) => path)
  const said: string[] = []
  for (const path of [...open, '/v1/conversations?side=provider', '/v1/live/events?after=0', ...paths]) {
    const answer = await rig.call(path, { bearer, address: '127.92.0.1' })
    said.push(`${path} ${JSON.stringify(answer.body)}`)
  }
  return said.join('\n')
}

const mailsTo = async (accountId: string): Promise<string> =>
  JSON.stringify(
    await rig.database.db
      .selectFrom('outbox')
      .select(['subject', 'body', 'html'])
      .where('account_id', '=', accountId)
      .execute(),
  )

describe('An artist with a request', () => {
  test('gets nothing that opens the search, and only the town of the place', async () => {
    const artist = await createSignedInProvider(rig, { slug: 'asked-own' })
    const search = await createTestSearch(rig, { location: home })
    expect((await search.ask(artist.slug)).status).toBe(200)
    expect((await confirmRequestsByMail(rig, testCustomer.email)).status).toBe(200)
    const { conversations } = (await rig.call('/v1/conversations?side=provider', { bearer: artist.bearer })).body.data
    const { requests } = (await rig.call('/v1/providers/me/requests', { bearer: artist.bearer })).body.data
    const said = await readsOf(
      artist.bearer,
      `/v1/conversations/${conversations[0].id}`,
      `/v1/providers/me/requests/${requests[0].id}`,
    )
    expect(said).toContain(requests[0].id)
    expect(said).not.toContain(search.id)
    expect(said).not.toMatch(street)
    await rig.call(`/v1/conversations/${conversations[0].id}/messages`, {
      method: 'POST',
      bearer: artist.bearer,
      body: { text: 'Hello' },
    })
    await notifyUnreadMessages(createJobContext(rig, 'test'))
    const mails = await mailsTo(artist.accountId)
    expect(mails).toContain('Lerwick')
    expect(mails).not.toContain(search.id)
    expect(mails).not.toMatch(street)
  })

  test('gets nothing that opens the search after the booking either', async () => {
    const artist = await createSignedInProvider(rig, { slug: 'booked-own', instant: true })
    await rig.database.db
      .updateTable('provider')
      .set({ payouts_ready: true, instant_booking: true })
      .where('id', '=', artist.id)
      .execute()
    const search = await createTestSearch(rig, { location: home, eventDate: '2027-06-19' })
    const quoted = await rig.call(`/v1/quotes/${search.id}/@/${artist.slug}`, { cookie: search.cookie })
    const held = await search.as('/v1/holds', {
      quoteId: search.id,
      profileId: artist.slug,
      type: 'mobile',
      hash: quoted.body.data.locked.hash,
    })
    const holdId = held.body.data.hold.id
    const paid = await search.as(`/v1/holds/${holdId}/payment`, {
      requester: createRequester(),
      day: testDayDetails,
      names: ['Leila'],
      terms: true,
    })
    await search.as(`/v1/test-bank/intents/${paid.body.data.payment.clientSecret}/confirm`, {
      number: '4242424242424242',
      expiry: '12/30',
      code: '123',
    })
    const hold = await rig.call(`/v1/holds/${holdId}`, { cookie: search.cookie })
    const id = hold.body.data.hold.appointmentId as string
    const said = await readsOf(artist.bearer, `/v1/providers/appointments/${id}`)
    expect(said).toContain('1 Church Lane')
    expect(said).not.toContain(search.id)
    expect(await mailsTo(artist.accountId)).not.toContain(search.id)
  })
})

describe("A visitor with the link to another customer's quotes", () => {
  let artist: Awaited<ReturnType<typeof createInstantTestProvider>>
  beforeAll(async () => {
    artist = await createInstantTestProvider(rig, { slug: 'seen-instant', instant: true })
    await createInstantTestProvider(rig, { slug: 'seen-other', instant: true })
  })

  test('sees the town and a rounded point of the place, and nothing of the customer', async () => {
    const search = await createTestSearch(rig, { location: home, eventDate: '2027-06-26' })
    const quoted = await rig.call(`/v1/quotes/${search.id}/@/${artist.slug}`, { cookie: search.cookie })
    await search.as('/v1/holds', {
      quoteId: search.id,
      profileId: artist.slug,
      type: 'mobile',
      hash: quoted.body.data.locked.hash,
    })
    const own = (await rig.call(`/v1/quotes/${search.id}`, { cookie: search.cookie })).body.data
    expect(own.search.location.coordinates).toEqual(home.coordinates)
    for (const path of [
      `/v1/quotes/${search.id}`,
      `/v1/quotes/${search.id}/@/${artist.slug}`,
      `/v1/quotes/${search.id}/compare?profiles=seen-instant,seen-other`,
      `/v1/quotes/formSettings/${search.id}`,
    ]) {
      const { status, body } = await rig.call(path, { address: '203.0.113.9' })
      expect([path, status]).toEqual([path, 200])
      expect(body.data.search.location).toEqual({
        coordinates: [-1.15, 60.16],
        addressFull: { placeName: 'Lerwick', locality: 'Lerwick', country: 'United Kingdom', countryCode: 'GB' },
        label: 'Lerwick, United Kingdom',
      })
      expect(body.data.search.mine).toBe(false)
      expect(JSON.stringify(body)).not.toMatch(street)
      expect(JSON.stringify(body)).not.toMatch(/Leila|900142/)
    }
    const card = (await rig.call(`/v1/quotes/${search.id}/@/${artist.slug}`)).body.data.card
    expect(card.status).not.toBe('booked')
  })

  test("does not change the owner's locked prices", async () => {
    const search = await createTestSearch(rig, { location: home, eventDate: '2027-07-03' })
    const path = `/v1/quotes/${search.id}/@/seen-instant`
    const own = (await rig.call(path, { cookie: search.cookie })).body.data.locked
    const other = (await rig.call(path)).body.data.locked
    expect(other.lines).toHaveLength(own.lines.length)
    const kept = await rig.database.db.selectFrom('quote').select('id').where('search_id', '=', search.id).execute()
    expect(kept).toEqual([{ id: own.id }])
    expect((await rig.call(path, { cookie: search.cookie })).body.data.locked).toEqual(own)
  })
})
