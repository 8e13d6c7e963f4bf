import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => clearTestTown(rig))
afterAll(() => clearTestTown(rig))

const costs = { makeup: 5_000, updo: 4_000, 'childrens-hair': 2_000 }
const withChild = {
  services: ['makeup', 'childrens-hair'],
  people: [
    { count: 1, services: ['makeup'] },
    { count: 1, services: ['childrens-hair'] },
  ],
}

async function booked(slug: string, search: Record<string, unknown>, papers: Record<string, unknown> = {}) {
  const { accountId } = await createTestProviderWithAccount(rig, { slug, costs, notice: 0 })
  const leila = await createTestVisitor(rig, search)
  const { id } = await leila.book(slug, papers)
  return { leila, id, theirs: await createTestClient(rig, accountId) }
}

test('a party with a service for children is booked with the consent of a parent or guardian, which both sides see', async () => {
  await createInstantTestProvider(rig, { slug: 'refuses', costs })
  const without = await createTestVisitor(rig, withChild)
  expect((await without.call(`/v1/quotes/${without.id}`)).body.data.search.forMinors).toBe(true)
  const { hold } = (await without.hold('refuses')).body.data
  expect((await without.pay(hold.id)).body).toMatchObject({
    code: 'guardian_missing',
    errors: [{ path: 'guardian' }],
  })
  const { leila, id, theirs } = await booked('for-children', withChild, { guardian: true })
  const { appointment } = (await leila.call(`/v1/bookings/${id}`)).body.data
  expect(appointment.guardianConfirmedAt).toBe(appointment.bookedAt)
  expect((await theirs(`/v1/providers/appointments/${id}`)).body.data.appointment.guardianConfirmedAt).toBe(
    appointment.bookedAt,
  )
})

test('a party of adults is not asked, and nothing is stored even if it is sent', async () => {
  const { leila, id } = await booked('for-adults', {}, { guardian: true })
  expect((await leila.call(`/v1/quotes/${leila.id}`)).body.data.search).not.toHaveProperty('forMinors')
  expect((await leila.call(`/v1/bookings/${id}`)).body.data.appointment.guardianConfirmedAt).toBeNull()
})

test('a child who is added later needs the consent too, which only the customer can give', async () => {
  const { leila, id, theirs } = await booked('child-later', {})
  const people = [
    { person: 1, services: ['makeup'] },
    { person: null, name: 'Ama', services: ['childrens-hair'] },
  ]
  const path = `/v1/bookings/${id}/party`
  const preview = await leila.call(path, 'POST', { people, preview: true })
  expect(preview.body.data?.preview, JSON.stringify(preview.body)).toMatchObject({ needsGuardian: true })
  expect((await leila.call(path, 'POST', { people })).body.code).toBe('guardian_missing')
  const artist = await theirs(`/v1/providers/appointments/${id}/party`, 'POST', { people, guardian: true })
  expect(artist.body.code).toBe('guardian_missing')
  expect((await leila.call(path, 'POST', { people, guardian: true })).status).toBe(200)
  const { appointment } = (await leila.call(`/v1/bookings/${id}`)).body.data
  expect(appointment.guardianConfirmedAt).toEqual(expect.any(String))
})
