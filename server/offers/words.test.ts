import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestAddress, createTestClient } from '#server/testing/clients.ts'
import { clearTestTown } from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  createKeyHeader,
  createSignedInProvider,
  createTestSearch,
  testCustomer,
} from '#server/testing/requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

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

const picture = async () =>
  `data:image/jpeg;base64,${(
    await sharp({ create: { width: 400, height: 500, channels: 3, background: '#805037' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')}`
const read = async (bearer: string, id: string) =>
  (await rig.call(`/v1/providers/me/requests/${id}`, { bearer })).body.data

test('a message with a request is sent when the request is, reaches each artist without contact details, and also artists requested later', async () => {
  const nia = await createSignedInProvider(rig, { slug: 'nia-reads' })
  const ola = await createSignedInProvider(rig, { slug: 'ola-reads' })
  const search = await createTestSearch(rig)
  const at = `/v1/quotes/${search.id}/requests/words`
  const say = (body: object, headers = createKeyHeader()) =>
    rig.call(at, { method: 'PUT', body, cookie: search.cookie, headers, address: createTestAddress() })
  expect((await say({ words: 'Nobody reads it' })).body.code).toBe('state_changed')
  await search.ask('nia-reads')
  const said = await say({ words: 'Soft waves. Ring me on 07700 900142.' })
  expect(said.status, JSON.stringify(said.body)).toBe(200)
  expect(said.body.data.said).toEqual({ words: 'Soft waves. Ring me on 07700 900142.', pictures: [] })
  await confirmRequestsByMail(rig, testCustomer.email)
  const first = (await search.own()).requests[0].id
  expect((await read(nia.bearer, first)).words).toMatch(/^Soft waves\. Ring me on •••/)
  await search.ask('ola-reads')
  await confirmRequestsByMail(rig, testCustomer.email)
  const second = (await search.own()).requests.find(
    ({ provider }: { provider: { slug: string } }) => provider.slug === 'ola-reads',
  ).id
  expect((await read(ola.bearer, second)).words).toMatch(/^Soft waves/)
  expect((await rig.call(`/v1/providers/me/requests/${first}`, { bearer: ola.bearer })).status).toBe(404)
})

test('at most five of the customer’s own pictures are attached, and each is deleted once nothing shows it', async () => {
  const nia = await createSignedInProvider(rig, { slug: 'nia-looks' })
  const search = await createTestSearch(rig)
  await search.ask('nia-looks')
  await confirmRequestsByMail(rig, testCustomer.email)
  const { account_id } = await rig.database.db
    .selectFrom('search')
    .select('account_id')
    .where('id', '=', search.id)
    .executeTakeFirstOrThrow()
  const own = await createTestClient(rig, account_id ?? '')
  const upload = async (who: typeof own) =>
    (await who('/v1/uploads', 'POST', { fileName: 'messages', dataUri: await picture() })).body.data.fileUrl as string
  const [one, two] = [await upload(own), await upload(own)]
  const path = `/v1/quotes/${search.id}/requests/words`
  const say = async (pictures: string[]) => own(path, 'PUT', { words: '', pictures })
  expect((await say([one, two])).body.data.said.pictures).toEqual([one, two])
  const { id } = (await search.own()).requests[0]
  expect((await read(nia.bearer, id)).pictures.map(({ src }: { src: string }) => src)).toEqual([one, two])
  const used = async (url: string) =>
    (
      await rig.database.db
        .selectFrom('upload')
        .select('used_at')
        .where('id', '=', url.split('/')[3] ?? '')
        .executeTakeFirst()
    )?.used_at
  expect(await used(one)).not.toBeNull()
  await say([two])
  expect(await used(one)).toBeNull()
  expect(await used(two)).not.toBeNull()
  expect((await say(Array.from({ length: 6 }, () => two))).body.code).toBe('invalid_input')
  const foreign = await upload(await createTestClient(rig, nia.accountId))
  expect((await say([foreign])).body.code).toBe('not_yours')
  const stranger = await createTestSearch(rig)
  const theirs = { method: 'PUT', body: { words: 'Mine now' }, cookie: stranger.cookie, headers: createKeyHeader() }
  expect((await rig.call(path, { ...theirs, address: createTestAddress() })).body.code).toBe('not_yours')
})
