import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmTestAddress } from '#server/testing/clients.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { clearTestTown, createTestProvider, testTown } from '#server/testing/providers.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { notifyPlaceOpened } from './coming-soon.ts'

let rig: TestRig
let asked = 0
const forget = async () => {
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('place_wait').execute()
  await rig.database.db.deleteFrom('mail_confirmation').where('email', 'like', '%@soon.example').execute()
  await rig.database.db.deleteFrom('outbox').where('address', 'like', '%@soon.example').execute()
}
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(forget)
afterAll(forget)

const wait = (email: string, location: unknown = testTown) =>
  rig.call('/v1/coming-soon', { method: 'POST', body: { location, email }, address: `127.72.0.${(++asked % 250) + 1}` })
const waiting = async () =>
  (await rig.database.db.selectFrom('place_wait').select('email').orderBy('email').execute()).map(({ email }) => email)
const mails = async () =>
  rig.database.db
    .selectFrom('outbox')
    .select(['address', 'subject', 'body'])
    .where('address', 'like', '%@soon.example')
    .where('kind', '!=', 'mail.confirm')
    .orderBy('address')
    .execute()
const look = () => notifyPlaceOpened(createJobContext(rig, 'test'))

describe('Launch alerts of a place', () => {
  test('an address is saved once in any spelling, notified when the first artist starts, and then deleted', async () => {
    expect((await wait('Ana@soon.example')).body).toEqual({ data: { open: null, confirm: true } })
    expect((await wait('ana@Soon.example')).status).toBe(200)
    expect((await wait('bo@soon.example')).status).toBe(200)
    await wait('unsaid@soon.example')
    for (const email of ['ana@soon.example', 'bo@soon.example']) await confirmTestAddress(rig, email, 'place')
    expect(await waiting()).toEqual(['ana@soon.example', 'bo@soon.example', 'unsaid@soon.example'])
    await look()
    expect(await mails()).toEqual([])
    await createTestProvider(rig, { slug: 'first' })
    await Promise.all([look(), look()])
    expect(await mails()).toMatchObject([
      { address: 'ana@soon.example', subject: 'You can now book artists near Lerwick' },
      { address: 'bo@soon.example' },
    ])
    expect((await mails())[0]?.body).toContain('1 artist there so far.')
    expect(await waiting()).toEqual(['unsaid@soon.example'])
  })

  test('for a place that already has artists, the response says so and nothing is saved', async () => {
    await createTestProvider(rig, { slug: 'here' })
    expect((await wait('ana@soon.example')).body).toEqual({
      data: { open: { place: 'Lerwick, Shetland', artists: 1 }, confirm: false },
    })
    expect(await waiting()).toEqual([])
  })

  test('an invalid address or place is refused', async () => {
    const refused = async (...of: Parameters<typeof wait>) => (await wait(...of)).body.code
    expect(await refused('ana')).toBe('invalid_input')
    expect(await refused('ana@soon.example', { ...testTown, coordinates: [] })).toBe('invalid_input')
    expect(await refused('ana@soon.example', { ...testTown, coordinates: [-40, -30] })).toBe('place_too_remote')
    expect(
      await refused('ana@soon.example', { ...testTown, address: { ...testTown.address, countryCode: 'US' } }),
    ).toBe('country_mismatch')
    expect(await waiting()).toEqual([])
  })
})
