import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseAccount } from '#server/accounts/erase.queries.ts'
import { collectAccountData } from '#server/accounts/data-export.queries.ts'
import { createTestAddress } from '#server/testing/clients.ts'
import { clearTestTown, createSearchInput, testTown } from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  createSignedInProvider,
  createTestCustomer,
  deleteTestMails,
  testCustomer,
} from '#server/testing/requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let people = 0
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})
afterAll(async () => {
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

const call = (path: string, method: string, body: unknown, bearer?: string, cookie?: string) =>
  rig.call(path, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(bearer ? { bearer } : {}),
    ...(cookie ? { cookie } : {}),
    address: createTestAddress(),
  })

async function upload(bearer: string, folder = 'looks'): Promise<string> {
  const png = await sharp({ create: { width: 700, height: 875, channels: 3, background: '#b37f59' } })
    .png()
    .toBuffer()
  const dataUri = `data:image/png;base64,${png.toString('base64')}`
  return (await call('/v1/uploads', 'POST', { fileName: folder, dataUri }, bearer)).body.data.fileUrl
}
const idOf = (fileUrl: string) => fileUrl.split('/')[3] as string
const isKept = async (fileUrl: string) =>
  (await rig.database.db.selectFrom('upload').select('used_at').where('id', '=', idOf(fileUrl)).executeTakeFirst())
    ?.used_at != null

async function customer(more: Record<string, unknown> = {}) {
  const email = `look-${process.pid}-${++people}@ask.example`
  const who = await createTestCustomer(rig, email)
  const search = async (of: Record<string, unknown> = more) =>
    (await call('/v1/quotes/', 'POST', createSearchInput(testTown, of), who.bearer)).body.data.search.id as string
  const id = await search()
  const at = (of = id) => `/v1/quotes/${of}/look`
  return {
    ...who,
    email,
    id,
    search,
    show: async (of = id) => (await call(at(of), 'GET', undefined, who.bearer)).body.data,
    add: (fileUrl: string, of = id) => call(`${at(of)}/uploads`, 'POST', { fileUrl }, who.bearer),
    addWork: (mediaId: number, of = id) => call(`${at(of)}/works`, 'POST', { mediaId }, who.bearer),
    remove: (picture: string, of = id) => call(`${at(of)}/pictures/${picture}`, 'DELETE', undefined, who.bearer),
  }
}

describe('Pictures of a look', () => {
  test('a look has at most five different pictures, and a removed one is released', async () => {
    const ana = await customer()
    const files: string[] = []
    for (let n = 0; n < 6; n++) files.push(await upload(ana.bearer))
    for (const file of files.slice(0, 5)) expect((await ana.add(file)).status).toBe(200)
    expect((await ana.add(files[0] as string)).body.data.pictures).toHaveLength(5)
    expect((await ana.add(files[5] as string)).body.code).toBe('too_many_look_pictures')
    expect(await isKept(files[5] as string)).toBe(false)

    const { pictures } = await ana.show()
    expect(pictures.map(({ src }: { src: string }) => src)).toEqual(files.slice(0, 5))
    const { body } = await ana.remove(pictures[1]._id)
    expect(body.data.pictures).toHaveLength(4)
    expect(await isKept(files[1] as string)).toBe(false)
    expect(await isKept(files[0] as string)).toBe(true)
    expect((await ana.remove(pictures[1]._id)).body.code).toBe('not_found')
    expect((await ana.add(files[5] as string)).body.data.pictures.map((p: { src: string }) => p.src)).toEqual([
      files[0],
      files[5],
      ...files.slice(2, 5),
    ])
    const sixth = rig.database.db
      .insertInto('search_picture')
      .values({ search_id: ana.id, position: 5, upload_id: idOf(files[1] as string), added_at: testNow })
      .execute()
    await expect(sixth).rejects.toThrow('position')
  })

  test('concurrent additions never exceed five', async () => {
    const ana = await customer()
    const files = await Promise.all(Array.from({ length: 7 }, () => upload(ana.bearer)))
    const answers = await Promise.all(files.map((file) => ana.add(file)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect((await ana.show()).pictures).toHaveLength(5)
  })

  test('the pictures are the customer’s own uploads for a look, or work of live artists', async () => {
    const ana = await customer()
    const ben = await customer()
    expect((await ana.add(await upload(ben.bearer))).body.code).toBe('not_yours')
    expect((await ana.add(await upload(ana.bearer, 'messages'))).body.code).toBe('not_found')
    const nobody = '/pictures/looks/AAAAAAAAAAAAAAAAAAAAAA/1200.webp'
    expect((await ana.add(nobody)).body.code).toBe('not_found')

    const { id, profile_media_id: face } = await rig.database.db
      .selectFrom('provider')
      .select(['id', 'profile_media_id'])
      .where('slug', '=', 'mia-hollis')
      .executeTakeFirstOrThrow()
    const work = await rig.database.db
      .selectFrom('media')
      .select(['id', 'alt'])
      .where('provider_id', '=', id)
      .where('album_id', 'is not', null)
      .executeTakeFirstOrThrow()
    expect((await ana.addWork(Number(face))).body.code).toBe('not_found')
    const { body } = await ana.addWork(Number(work.id))
    expect(body.data.pictures).toMatchObject([{ alt: work.alt, artist: { name: 'Mia Hollis', slug: 'mia-hollis' } }])
    expect((await ana.addWork(Number(work.id))).body.data.pictures).toHaveLength(1)
  })

  test('only the customer can see and change the pictures, and a requested artist can see them', async () => {
    const asked = await createSignedInProvider(rig, { slug: 'pictures-asked' })
    const other = await createSignedInProvider(rig, { slug: 'pictures-other', east: 10 })
    const ana = await customer()
    const ben = await customer()
    const file = await upload(ana.bearer)
    const { pictures } = (await ana.add(file)).body.data
    const at = `/v1/quotes/${ana.id}/look`
    for (const [path, method, body] of [
      ['', 'GET'],
      ['/uploads', 'POST', { fileUrl: await upload(ben.bearer) }],
      ['/works', 'POST', { mediaId: 1 }],
      [`/pictures/${pictures[0]._id}`, 'DELETE'],
    ] as const)
      for (const bearer of [ben.bearer, asked.bearer, undefined])
        expect((await call(`${at}${path}`, method, body, bearer)).body.code).toBe('not_yours')

    await call(`/v1/quotes/${ana.id}`, 'PATCH', { ...testCustomer, email: ana.email }, ana.bearer)
    const { body } = await rig.call(`/v1/quotes/${ana.id}/requests`, {
      method: 'POST',
      body: { profiles: ['pictures-asked'] },
      bearer: ana.bearer,
      headers: { 'idempotency-key': `pictures ${people}` },
      address: createTestAddress(),
    })
    await confirmRequestsByMail(rig, ana.email)
    const request = `/v1/providers/me/requests/${body.data.requests[0].id}`
    expect((await rig.call(request, { bearer: asked.bearer })).body.data.inMind.pictures).toMatchObject([{ src: file }])
    expect((await rig.call(request, { bearer: other.bearer })).body.code).toBe('not_found')
  })

  test('an edit of the search keeps the pictures, and they are deleted with the last search that shows them', async () => {
    const ana = await customer()
    const file = await upload(ana.bearer)
    await ana.add(file)
    const edited = await ana.search({ previousSearch: ana.id, eventDate: '2027-06-13' })
    expect((await ana.show(edited)).pictures).toMatchObject([{ src: file }])
    const ben = await customer({ previousSearch: ana.id })
    expect((await ben.show()).pictures).toEqual([])
    const { db } = rig.database
    await db.updateTable('search').set({ previous_search: null }).where('id', 'in', [edited, ben.id]).execute()
    await db.deleteFrom('search').where('id', '=', ana.id).execute()
    expect(await isKept(file)).toBe(true)
    await db.deleteFrom('search').where('id', '=', edited).execute()
    expect(await isKept(file)).toBe(false)
  })

  test('pictures are in the data export, and are deleted with the account', async () => {
    const ana = await customer({ look: { tags: ['glasses'], freeOf: ['free-of-nuts'] } })
    const file = await upload(ana.bearer)
    await ana.add(file)
    const { db } = rig.database
    const all = await collectAccountData(db, ana.accountId)
    expect(all['picturesOfLooks']).toMatchObject([{ search: ana.id, picture: expect.stringContaining(idOf(file)) }])
    expect(all['searches']).toMatchObject([{ tags: ['glasses'], free_of: ['free-of-nuts'] }])
    await rig.database.db
      .transaction()
      .execute((tx) => eraseAccount(tx, { id: ana.accountId, email: ana.email, now: testNow }))
    const left = await db.selectFrom('search_picture').select('id').where('search_id', '=', ana.id).execute()
    expect(left).toEqual([])
    expect(await isKept(file)).toBe(false)
  })
})
