import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actingAs } from '#server/bookings/small-bookings.ts'
import { artistWithAccount, key, leila, openLink, searchAs, somewhere } from '#server/offers/requests/small-requests.ts'
import { abandon } from '#server/search/matching/small-town.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await abandon(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await abandon(rig)
})

const picture = async () =>
  `data:image/jpeg;base64,${(
    await sharp({ create: { width: 400, height: 500, channels: 3, background: '#805037' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')}`
const read = async (bearer: string, id: string) =>
  (await rig.call(`/v1/providers/me/requests/${id}`, { bearer })).body.data

test('what is said with a request waits with it, reaches each artist without contact details, and goes with whoever is asked later', async () => {
  const nia = await artistWithAccount(rig, { slug: 'nia-reads' })
  const ola = await artistWithAccount(rig, { slug: 'ola-reads' })
  const search = await searchAs(rig)
  const at = `/v1/quotes/${search.id}/requests/words`
  const say = (body: object, headers = key()) =>
    rig.call(at, { method: 'PUT', body, cookie: search.cookie, headers, address: somewhere() })
  expect((await say({ words: 'Nobody reads it' })).body.code).toBe('state_changed')
  await search.ask('nia-reads')
  const said = await say({ words: 'Soft waves. Ring me on 07700 900142.' })
  expect(said.status, JSON.stringify(said.body)).toBe(200)
  expect(said.body.data.said).toEqual({ words: 'Soft waves. Ring me on 07700 900142.', pictures: [] })
  await openLink(rig, leila.email)
  const first = (await search.own()).requests[0].id
  expect((await read(nia.bearer, first)).words).toMatch(/^Soft waves\. Ring me on •••/)
  await search.ask('ola-reads')
  await openLink(rig, leila.email)
  const second = (await search.own()).requests.find(
    ({ provider }: { provider: { slug: string } }) => provider.slug === 'ola-reads',
  ).id
  expect((await read(ola.bearer, second)).words).toMatch(/^Soft waves/)
  expect((await rig.call(`/v1/providers/me/requests/${first}`, { bearer: ola.bearer })).status).toBe(404)
})

test('pictures are those of whoever asks, five at most, and are let go of once nothing shows them', async () => {
  const nia = await artistWithAccount(rig, { slug: 'nia-looks' })
  const search = await searchAs(rig)
  await search.ask('nia-looks')
  await openLink(rig, leila.email)
  const { account_id } = await rig.database.db
    .selectFrom('search')
    .select('account_id')
    .where('id', '=', search.id)
    .executeTakeFirstOrThrow()
  const own = await actingAs(rig, account_id ?? '')
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
  const foreign = await upload(await actingAs(rig, nia.accountId))
  expect((await say([foreign])).body.code).toBe('not_yours')
  const stranger = await searchAs(rig)
  const theirs = { method: 'PUT', body: { words: 'Mine now' }, cookie: stranger.cookie, headers: key() }
  expect((await rig.call(path, { ...theirs, address: somewhere() })).body.code).toBe('not_yours')
})
