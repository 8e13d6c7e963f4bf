import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRequester, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { countFits } from '#server/search/index.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
const forget = async () => {
  rig.at(testNow)
  await clearTestTown(rig)
}
beforeEach(forget)
afterAll(forget)

async function customer() {
  const details = createRequester({ email: `block-${createTestKey().toLowerCase()}@mail.example` })
  const { id: accountId } = await rig.database.db
    .insertInto('account')
    .values({ email: details.email, name: 'Leila Haddad', roles: ['customer'], email_verified_at: testNow })
    .returning('id')
    .executeTakeFirstOrThrow()
  const first = await createTestVisitor(rig, {}, { details })
  return {
    ...first,
    accountId,
    details,
    again: (more: Record<string, unknown> = {}) => createTestVisitor(rig, more, { details }),
  }
}

type Visitor = Awaited<ReturnType<typeof createTestVisitor>>
const page = async (one: Visitor) => (await one.call(`/v1/quotes/${one.id}?type=mobile`)).body.data
const cardsOf = (data: {
  offers: { mobile: { provider: object }[] }
  profiles: { mobile: object[] }
}): { slug: string; status: string; reason: string }[] =>
  [...data.offers.mobile.map(({ provider }) => provider), ...data.profiles.mobile] as never

test.each(['provider', 'customer'] as const)(
  'after the %s blocks the other side, the artist is unavailable to that customer everywhere, and to nobody else',
  async (by) => {
    const artist = await createInstantTestProvider(rig, { slug: 'blocking' })
    await createInstantTestProvider(rig, { slug: 'beside' })
    const leila = await customer()
    const zoe = await createTestVisitor(rig)
    const before = await leila.quote('blocking')
    expect(before?.hash).toBeTruthy()
    const { hold } = (await leila.hold('blocking')).body.data
    await leila.call(`/v1/holds/${hold.id}/release`, 'POST', {})
    expect((await page(leila)).counts.people.fits).toBe(2)
    await rig.database.db
      .insertInto('block')
      .values({ account_id: leila.accountId, provider_id: artist.id, by, created_at: testNow })
      .execute()
    expect((await page(zoe)).counts.people).toMatchObject({ fits: 2, booked: 0 })
    const shown = await page(leila)
    expect(shown.counts.people).toMatchObject({ fits: 1, booked: 1 })
    expect(cardsOf(shown).find(({ slug }) => slug === 'blocking')).toMatchObject({
      status: 'unavailable',
      reason: 'booked',
    })
    expect(JSON.stringify(shown).toLowerCase()).not.toContain('blocked')
    const quoted = (await leila.call(`/v1/quotes/${leila.id}/@/blocking?type=mobile`)).body.data
    expect(quoted.locked).toBeNull()
    const held = await leila.call('/v1/holds', 'POST', {
      quoteId: leila.id,
      profileId: 'blocking',
      type: 'mobile',
      hash: before.hash,
    })
    expect(held.body).toMatchObject({ code: 'quote_expired', detail: { why: 'booked' } })
    for (const profiles of [['blocking'], ['beside', 'blocking']]) {
      const asked = await leila.call(`/v1/quotes/${leila.id}/requests`, 'POST', { profiles })
      expect(asked.body).toMatchObject({ code: 'request_not_possible', detail: { why: 'booked' } })
    }
    const party = await leila.again({ services: ['makeup', 'makeup'], people: [{ count: 2, services: ['makeup'] }] })
    const team = await party.call(`/v1/quotes/${party.id}/teams`, 'POST', { profileIds: ['beside', 'blocking'] })
    expect(team.status).not.toBe(200)
    const teams = (await party.call(`/v1/quotes/${party.id}/teams`)).body.data
    expect(JSON.stringify(teams)).not.toContain('"blocking"')
    const again = await leila.again({ eventDate: '2027-07-10' })
    expect(await again.quote('blocking')).toBeNull()
    expect(await countFits(createJobContext(rig, 'test'), again.id)).toMatchObject({ fits: 1 })
    const wait = { profileId: 'blocking', type: 'mobile', email: leila.details.email }
    expect((await leila.call(`/v1/quotes/${leila.id}/waiting`, 'POST', wait)).body.data).toMatchObject({ on: true })
    expect((await zoe.hold('blocking')).status).toBe(200)
  },
)
