import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostColleagues, type ProviderColleague } from '#contract/providers/colleagues.ts'
import { createTestAddress, createTestClient } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { deleteTestMails } from '#server/testing/requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
const clear = async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
}
beforeEach(clear)
afterAll(clear)

type Artist = Awaited<ReturnType<typeof createTestProviderWithAccount>> & { slug: string }
const path = '/v1/providers/me/colleagues'
const artistCalled = async (slug: string): Promise<Artist> => ({
  ...(await createTestProviderWithAccount(rig, { slug })),
  slug,
})
const as = async ({ accountId }: Artist) => createTestClient(rig, accountId)
const name = async (one: Artist, artist: string) => (await as(one))(path, 'POST', { artist })
const leave = async (one: Artist, other: Artist) => (await as(one))(`${path}/${other.id}`, 'DELETE')
const seenBy = async (one: Artist): Promise<[string, string][]> =>
  (await (await as(one))(path)).body.data.colleagues.map(({ slug, state }: ProviderColleague) => [slug, state])
const onPage = async ({ slug }: Artist): Promise<string[]> =>
  (await rig.call(`/v1/@/${slug}`, { address: createTestAddress() })).body.data.colleagues.map(
    (one: { slug: string }) => one.slug,
  )
const mailsTo = async ({ accountId }: Artist): Promise<string[]> => {
  const { email } = await rig.database.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const mails = await rig.database.db
    .selectFrom('outbox')
    .select('kind')
    .where('address', '=', email)
    .where('channel', '=', 'mail')
    .orderBy('created_at')
    .execute()
  return mails.map(({ kind }) => kind)
}

describe('Colleagues', () => {
  test('two colleagues are shown on both pages once both have confirmed', async () => {
    const [ada, bea] = [await artistCalled('colleague-ada'), await artistCalled('colleague-bea')]
    expect((await name(ada, 'https://primp.example/@/colleague-bea?type=mobile')).status).toBe(200)
    expect(await seenBy(ada)).toEqual([['colleague-bea', 'asked']])
    expect(await seenBy(bea)).toEqual([['colleague-ada', 'asks']])
    expect([await onPage(ada), await onPage(bea)]).toEqual([[], []])
    expect(await mailsTo(bea)).toEqual(['colleague.asks'])

    expect((await name(bea, ' @colleague-ada ')).status).toBe(200)
    expect(await seenBy(ada)).toEqual([['colleague-bea', 'together']])
    expect([await onPage(ada), await onPage(bea)]).toEqual([['colleague-bea'], ['colleague-ada']])
    expect(await mailsTo(ada)).toEqual(['colleague.together'])
  })

  test('either colleague can end the relation on both pages; a refusal notifies nobody, and asking again sends no second email', async () => {
    const [ada, bea] = [await artistCalled('colleague-cleo'), await artistCalled('colleague-dina')]
    await name(ada, bea.slug)
    expect((await leave(bea, ada)).status).toBe(200)
    expect(await seenBy(bea)).toEqual([])
    expect(await seenBy(ada)).toEqual([['colleague-dina', 'asked']])
    await leave(ada, bea)
    await name(ada, bea.slug)
    expect(await mailsTo(bea)).toEqual(['colleague.asks'])
    expect(await mailsTo(ada)).toEqual([])

    await name(bea, ada.slug)
    expect(await onPage(ada)).toEqual(['colleague-dina'])
    await leave(ada, bea)
    expect([await onPage(ada), await onPage(bea)]).toEqual([[], []])
    expect((await leave(ada, bea)).body.code).toBe('not_found')
    await name(ada, bea.slug)
    expect(await onPage(bea)).toEqual(['colleague-cleo'])
  })

  test('two artists who name each other concurrently always become colleagues', async () => {
    const [ada, bea] = [await artistCalled('colleague-eve'), await artistCalled('colleague-fay')]
    for (let i = 0; i < 10; i++) {
      const said = await Promise.all([name(ada, bea.slug), name(bea, ada.slug)])
      expect(said.map(({ status }) => status)).toEqual([200, 200])
      expect(await onPage(ada)).toEqual([bea.slug])
      const left = await Promise.all([leave(ada, bea), leave(bea, ada)])
      expect(left.every(({ status }) => status === 200 || status === 404)).toBe(true)
      expect(await onPage(ada)).toEqual([])
      await rig.database.db.deleteFrom('colleague').where('provider_id', 'in', [ada.id, bea.id]).execute()
    }
  })
})

describe('Refused colleague calls', () => {
  test('naming oneself, an unknown artist, a thirteenth colleague or an artist who is not live is refused', async () => {
    const ada = await artistCalled('colleague-gia')
    expect((await name(ada, ada.slug)).body).toMatchObject({ code: 'own_profile', errors: [{ path: 'artist' }] })
    expect((await name(ada, 'nobody-at-all')).body).toMatchObject({
      code: 'unknown_artist',
      errors: [{ path: 'artist' }],
    })
    expect((await name(ada, '  ')).body.code).toBe('invalid_input')
    for (let i = 0; i < mostColleagues; i++) {
      const other = await artistCalled(`colleague-of-gia-${i}`)
      expect((await name(ada, other.slug)).status).toBe(200)
    }
    const last = await artistCalled('colleague-thirteenth')
    expect((await name(ada, last.slug)).body.code).toBe('too_many_colleagues')

    await rig.database.db.updateTable('provider').set({ state: 'draft' }).where('id', '=', last.id).execute()
    expect((await name(last, ada.slug)).body.code).toBe('not_live')
    await rig.database.db
      .updateTable('provider')
      .set({ state: 'suspended', state_before: 'approved' })
      .where('id', '=', last.id)
      .execute()
    expect((await name(last, ada.slug)).body.code).toBe('suspended')
    expect((await name(ada, last.slug)).body.code).toBe('unknown_artist')
  })

  test('signed-out visitors, customers and other artists are refused', async () => {
    const [ada, bea, cara] = [
      await artistCalled('colleague-hana'),
      await artistCalled('colleague-ines'),
      await artistCalled('colleague-jo'),
    ]
    await name(ada, bea.slug)
    const anyone = { address: createTestAddress() }
    for (const [call, method] of [
      [path, 'GET'],
      [path, 'POST'],
      [`${path}/${bea.id}`, 'DELETE'],
    ] as const)
      expect(
        (await rig.call(call, { ...anyone, method, body: method === 'POST' ? { artist: 'x' } : undefined })).status,
      ).toBe(401)
    expect((await leave(cara, ada)).body.code).toBe('not_found')
    expect(await seenBy(cara)).toEqual([])
    expect(await seenBy(ada)).toEqual([['colleague-ines', 'asked']])
  })
})

test('a suspended or deleted artist is no longer shown as a colleague', async () => {
  const [ada, bea] = [await artistCalled('colleague-kim'), await artistCalled('colleague-lou')]
  await name(ada, bea.slug)
  await name(bea, ada.slug)
  await rig.database.db
    .updateTable('provider')
    .set({ state: 'suspended', state_before: 'approved' })
    .where('id', '=', bea.id)
    .execute()
  expect(await onPage(ada)).toEqual([])
  expect(await seenBy(ada)).toEqual([])
  await rig.database.db
    .updateTable('provider')
    .set({ state: 'approved', state_before: null })
    .where('id', '=', bea.id)
    .execute()
  expect(await onPage(ada)).toEqual([bea.slug])
})
