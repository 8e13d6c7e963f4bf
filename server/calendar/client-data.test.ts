import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getTextVersion } from '#contract/terms.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => clearTestTown(rig))
afterAll(() => clearTestTown(rig))

const terms = '/v1/providers/me/client-data-terms'
const add = ['/v1/providers/me/own-clients', 'POST', { name: 'Zoe Marsh' }] as const
const content = Buffer.from('Name,Email\nZoe Marsh,zoe@mail.example\n').toString('base64')
const start = ['/v1/providers/me/own-book', 'POST', { content }] as const

async function newArtist(slug: string) {
  const { accountId } = await createTestProviderWithAccount(rig, { slug })
  await rig.database.db.deleteFrom('terms_acceptance').where('account_id', '=', accountId).execute()
  return { accountId, call: await createTestClient(rig, accountId) }
}

test('an artist accepts once that they are the controller, before the first client is saved or imported', async () => {
  const { accountId, call } = await newArtist('controller')
  expect((await call(...add)).body.code).toBe('client_terms_missing')
  expect((await call(...start)).body.code).toBe('client_terms_missing')
  // A preview saves nothing.
  expect((await call('/v1/providers/me/own-book/preview', 'POST', { content })).status).toBe(200)
  expect((await call(terms, 'POST', { accepted: false })).body.errors).toMatchObject([{ path: 'accepted' }])
  expect((await call(...add)).body.code).toBe('client_terms_missing')

  for (let n = 0; n < 2; n++) expect((await call(terms, 'POST', { accepted: true })).body.data).toEqual({ done: true })
  expect((await call(...add)).status).toBe(200)
  expect((await call(...start)).status).toBe(200)
  const accepted = await rig.database.db
    .selectFrom('terms_acceptance')
    .select(['terms', 'version', 'at'])
    .where('account_id', '=', accountId)
    .execute()
  expect(accepted).toEqual([{ terms: 'controller', version: getTextVersion('controller'), at: testNow }])
})

test('only artists accept these terms and read requests of clients', async () => {
  const { call } = await newArtist('reads-requests')
  expect((await call('/v1/providers/me/client-data-requests')).body.data).toEqual({ requests: [] })
  const finish = `/v1/providers/me/client-data-requests/${crypto.randomUUID()}/done`
  expect((await call(finish, 'POST', {})).body.code).toBe('not_found')
  const visitor = await createTestVisitor(rig)
  expect((await visitor.call(terms, 'POST', { accepted: true })).body.code).toBe('not_signed_in')
  expect((await visitor.call('/v1/providers/me/client-data-requests')).body.code).toBe('not_signed_in')
})
