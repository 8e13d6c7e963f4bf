import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createRequester,
  createTestAddress,
  createTestKey,
  createTestVisitor,
  testDayDetails,
} from '#server/testing/clients.ts'
import { clearTestTown, createSearchInput, testTown } from '#server/testing/providers.ts'
import { createSignedInProvider } from '#server/testing/requests.ts'
import { getReviewPath } from '#server/reviews/reviews.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

let rig: TestRig
let artist: Awaited<ReturnType<typeof createSignedInProvider>>
let email: string
beforeAll(async () => {
  rig = await openRig()
  await clearTestTown(rig)
  artist = await createSignedInProvider(rig, { slug: 'herself', instant: true })
  const { db } = rig.database
  await db
    .updateTable('provider')
    .set({ payouts_ready: true, instant_booking: true })
    .where('id', '=', artist.id)
    .execute()
  email = (await db.selectFrom('account').select('email').where('id', '=', artist.accountId).executeTakeFirstOrThrow())
    .email
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

beforeEach(() => rig.at(testNow))

type By = { bearer?: string; cookie?: string }
const call = (path: string, body: unknown, by: By, method = 'POST') =>
  rig.call(path, { method, body, ...by, address: createTestAddress(), headers: { 'idempotency-key': createTestKey() } })

async function steps(by: By, details: ReturnType<typeof createRequester>) {
  const made = await call('/v1/quotes/', createSearchInput(testTown), by)
  const who = { ...by, cookie: [by.cookie, made.cookie].filter(Boolean).join('; ') }
  const id = made.body.data.search.id as string
  await call(`/v1/quotes/${id}`, details, who, 'PATCH')
  const { locked } = (await rig.call(`/v1/quotes/${id}/@/herself`, who)).body.data
  const ask = await call(`/v1/quotes/${id}/requests`, { profiles: ['herself'] }, who)
  const hold = await call('/v1/holds', { quoteId: id, profileId: 'herself', type: 'mobile', hash: locked.hash }, who)
  return [ask.body.code ?? 'asked', hold.body.code ?? 'held']
}
const refused = ['own_profile', 'own_profile']

test('an artist cannot request or hold their own time: signed in, by their address, or in one of their browsers', async () => {
  expect(await steps({ bearer: artist.bearer }, createRequester())).toEqual(refused)
  expect(await steps({}, createRequester({ email: email.toUpperCase() }))).toEqual(refused)
  const hers = await call('/v1/quotes/', createSearchInput(testTown), { bearer: artist.bearer })
  expect(await steps({ cookie: hers.cookie as string }, createRequester())).toEqual(refused)
})

test('a browser in which the artist has signed in still identifies them after they have signed out', async () => {
  const answer = await call('/v1/accounts/login', { email, password: 'four plain words' }, {})
  const device = answer.headers.getSetCookie().find((line) => line.includes('primp_device='))
  expect(await steps({ cookie: device?.split(';')[0] as string }, createRequester())).toEqual(refused)
})

test("another account with the artist's verified number counts as the artist's", async () => {
  const other = createRequester()
  const body = {
    name: 'An Other',
    email: other.email,
    password: 'four plain words',
    country: 'GB',
    acceptTerms: true,
    adult: true,
  }
  const { id } = (await call('/v1/accounts/register', body, {})).body.data.user
  const mobile = '+447400123499'
  await rig.database.db
    .insertInto('number_proof')
    .values([artist.accountId, id].map((account_id) => ({ account_id, mobile, proven_at: testNow })))
    .execute()
  expect(await steps({}, other)).toEqual(refused)
})

test('the artist cannot pay for a hold made under another name, and cannot review the booking', async () => {
  const visitor = await createTestVisitor(rig, { eventDate: '2027-06-19' })
  const held = (await visitor.hold('herself')).body.data.hold
  expect((await visitor.pay(held.id, { requester: createRequester({ email }) })).body.code).toBe('own_profile')
  const paid = await visitor.pay(held.id, { requester: createRequester(), day: testDayDetails })
  await visitor.card(paid.body.data.payment.clientSecret)
  const { appointmentId } = (await visitor.call(`/v1/holds/${held.id}`)).body.data.hold
  rig.at(new Date('2027-06-20T12:00:00Z'))
  const path = `/v1${await getReviewPath(rig, appointmentId, 'customer')}`.replace('/v1/review/', '/v1/reviews/')
  const words = { score: 5, comments: 'Simply the best.' }
  const { bearer } = artist
  const signedIn = await rig.call('/v1/accounts/login', {
    method: 'POST',
    body: { email, password: 'four plain words' },
    address: createTestAddress(),
  })
  const device = signedIn.headers
    .getSetCookie()
    .find((line) => line.includes('primp_device='))
    ?.split(';')[0] as string
  expect((await call(path, words, { bearer: signedIn.body.data?.token ?? bearer })).body.code).toBe('own_profile')
  expect((await call(path, words, { cookie: device })).body.code).toBe('own_profile')
  expect((await call(path, words, { cookie: visitor.cookie })).status).toBe(200)
  expect((await call(path, { ...words, score: 4 }, { cookie: device }, 'PATCH')).body.code).toBe('own_profile')
})
