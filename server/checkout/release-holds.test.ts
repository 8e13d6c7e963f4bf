import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { sendPayments } from '#server/payments/index.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { releaseHolds } from '#server/providers/index.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { expireHolds } from './release-holds.ts'

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

const needsProof = '4000002500003155'
type Visitor = Awaited<ReturnType<typeof createTestVisitor>>

async function inChallenge(visitor: Visitor, slug: string) {
  const { hold } = (await visitor.hold(slug, 'mobile', createTestKey(), true)).body.data
  const { payment } = (await visitor.pay(hold.id)).body.data
  expect((await visitor.card(payment.clientSecret, needsProof)).body.data).toEqual({ next: 'challenge' })
  const prove = () =>
    visitor.call(`/v1/test-bank/intents/${payment.clientSecret}/challenge`, 'POST', { answer: 'pass' }, createTestKey())
  const now = async () => (await visitor.call(`/v1/holds/${hold.id}`)).body.data.hold
  return { hold, payment, prove, now }
}

/** Returns the number of bookings and the captured amount of an artist. */
async function bookedFor(providerId: string) {
  const { db } = rig.database
  const appointments = await db.selectFrom('appointment').select('id').where('provider_id', '=', providerId).execute()
  const payments = await db
    .selectFrom('payment')
    .select('state')
    .where('provider_id', '=', providerId)
    .where('state', 'in', ['captured', 'capturing'])
    .execute()
  return [appointments.length, payments.length]
}

test('a payment completed after its hold was released, replaced or expired charges nothing', async () => {
  const artists = {
    released: await createInstantTestProvider(rig, { slug: 'released' }),
    replaced: await createInstantTestProvider(rig, { slug: 'replaced' }),
    expired: await createInstantTestProvider(rig, { slug: 'expired' }),
    late: await createInstantTestProvider(rig, { slug: 'late' }),
  }
  const next = await createInstantTestProvider(rig, { slug: 'next' })
  const visitors = {
    released: await createTestVisitor(rig),
    replaced: await createTestVisitor(rig),
    expired: await createTestVisitor(rig),
  }
  const open = {
    released: await inChallenge(visitors.released, 'released'),
    replaced: await inChallenge(visitors.replaced, 'replaced'),
    expired: await inChallenge(visitors.expired, 'expired'),
    // The hold's time is over, but the job that expires holds has not run yet.
    late: await inChallenge(await createTestVisitor(rig), 'late'),
  }
  await visitors.released.call(`/v1/holds/${open.released.hold.id}/release`, 'POST', {})
  const instead = await inChallenge(visitors.replaced, 'next')
  // The customer finishes before and after the gateway receives the cancellation.
  await open.replaced.prove()
  await instead.prove()
  rig.at(new Date(testNow.getTime() + 16 * 60_000))
  await open.late.prove()
  await expireHolds(createJobContext(rig, 'test'))
  await sendPayments(createJobContext(rig, 'test'))
  await open.released.prove()
  await open.expired.prove()
  await sendPayments(createJobContext(rig, 'test'))
  for (const [reason, { now }] of Object.entries(open)) {
    const hold = await now()
    expect([reason, hold.state !== 'held' && hold.appointmentId, hold.endReason]).toEqual([
      reason,
      null,
      reason === 'late' ? 'expired' : reason,
    ])
    expect(hold.payment.state).toBe('voided')
  }
  for (const { id } of Object.values(artists)) expect(await bookedFor(id)).toEqual([0, 0])
  expect(await bookedFor(next.id)).toEqual([1, 1])
})

test('an artist cannot withdraw or change an offer while its customer pays; a hold without a payment ends with it', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'offering' })
  const nia = await createTestClient(rig, artist.accountId)
  await rig.database.db.updateTable('provider').set({ instant_booking: false }).where('id', '=', artist.id).execute()
  const leila = await createTestVisitor(rig)
  const asked = await leila.call(`/v1/quotes/${leila.id}/requests`, 'POST', { profiles: ['offering'] })
  const { id } = asked.body.data.requests[0]
  await rig.database.db
    .updateTable('request')
    .set({ state: 'requested', confirmed_at: testNow })
    .where('id', '=', id)
    .execute()
  const offer = (path = 'offer', body: object = {}) => nia(`/v1/providers/me/requests/${id}/${path}`, 'POST', body)
  expect((await offer()).status).toBe(200)
  const paying = await inChallenge(leila, 'offering')
  expect((await offer('offer/withdraw')).body.code).toBe('customer_paying')
  expect((await offer('offer', { finishTime: '17:00' })).body.code).toBe('customer_paying')
  await leila.call(`/v1/holds/${paying.hold.id}/release`, 'POST', {})
  const { hold } = (await leila.hold('offering')).body.data
  expect(hold.state).toBe('held')
  expect((await offer('offer/withdraw')).status).toBe(200)
  const now = (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold
  expect(now).toMatchObject({ state: 'released', endReason: 'offer_withdrawn' })
  expect((await leila.pay(hold.id)).body.code).toBe('hold_lapsed')
  await paying.prove()
  expect(await bookedFor(artist.id)).toEqual([0, 0])
})

test('holds can be released by artist, customer, service and place, and their payments are cancelled', async () => {
  const artist = await createInstantTestProvider(rig, { slug: 'ending' })
  const others = await createInstantTestProvider(rig, { slug: 'staying' })
  const [leila, zoe] = [await createTestVisitor(rig), await createTestVisitor(rig)]
  const paying = await inChallenge(leila, 'ending')
  const { hold: stays } = (await zoe.hold('staying')).body.data
  const release = (filter: Parameters<typeof releaseHolds>[1]) =>
    createJobContext(rig, 'test').transaction((tx) => releaseHolds(tx, filter, { reason: 'artist_unavailable' }))
  const [{ services }] = (
    await rig.database.db.selectFrom('search').select('people').where('id', '=', leila.id).executeTakeFirstOrThrow()
  ).people as [{ services: string[] }]
  expect(await release({ providerId: artist.id, mode: 'studio' })).toEqual([])
  expect(await release({ providerId: artist.id, serviceIds: ['none'] })).toEqual([])
  expect(await release({ providerId: others.id, accountId: artist.id })).toEqual([])
  await expect(release({})).rejects.toThrow('empty')
  expect(await release({ providerId: artist.id, serviceIds: services, mode: 'mobile' })).toMatchObject([
    { id: paying.hold.id, paying: true },
  ])
  await sendPayments(createJobContext(rig, 'test'))
  expect(await paying.now()).toMatchObject({
    state: 'released',
    endReason: 'artist_unavailable',
    payment: { state: 'voided' },
  })
  expect((await zoe.call(`/v1/holds/${stays.id}`)).body.data.hold).toMatchObject({ state: 'held', endReason: null })
})
