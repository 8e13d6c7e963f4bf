import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lookTags } from '#contract/looks/vocabulary.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let mia: string
let ana: string
let fileUrl: string
const made: string[] = []

const signIn = async (email: string) =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: '127.0.61.1',
    })
  ).body.data.token as string
const call = (method: string, path: string, body?: unknown, bearer: string = mia) =>
  rig.call(`/v1/providers/albums${path}`, { method, body, bearer })
const upload = async (bearer: string) => {
  const png = await sharp({ create: { width: 700, height: 875, channels: 3, background: '#b37f59' } })
    .png()
    .toBuffer()
  const sent = await rig.call('/v1/uploads', {
    method: 'POST',
    bearer,
    body: { fileName: 'albums', dataUri: `data:image/png;base64,${png.toString('base64')}` },
  })
  return sent.body.data.fileUrl as string
}
async function album(title = 'Trials'): Promise<string> {
  const { body } = await call('POST', '', { title })
  made.push(body.data.album._id)
  return body.data.album._id
}
async function pictures(albumId: string, n: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < n; i++)
    ids.push(
      (await call('POST', `/${albumId}/media`, { fileUrl, alt: `Look ${i}`, consent: true })).body.data.media._id,
    )
  return ids
}
// biome-ignore lint/suspicious/noExplicitAny: the album as it comes over the wire.
const order = (body: any): string[] => body.data.album.media.map((m: { _id: string }) => m._id)
const show = async (albumId: string) => {
  const { body } = await call('GET', '')
  return body.data.albums.find((a: { _id: string }) => a._id === albumId)
}

beforeAll(async () => {
  rig = await openRig()
  mia = await signIn('mia@primp.test')
  ana = await signIn('ana@primp.test')
  fileUrl = await upload(mia)
})
let cover: number | null
beforeEach(async () => {
  cover = (
    await rig.database.db
      .selectFrom('provider')
      .select('cover_media_id')
      .where('slug', '=', 'mia-hollis')
      .executeTakeFirstOrThrow()
  ).cover_media_id
  return async () => {
    for (const id of made.splice(0)) await call('DELETE', `/${id}?withPictures=true`)
    await rig.database.db
      .updateTable('provider')
      .set({ cover_media_id: cover })
      .where('slug', '=', 'mia-hollis')
      .execute()
  }
})
afterAll(() => rig.database.db.deleteFrom('upload').where('folder', '=', 'albums').execute())

describe('Albums', () => {
  test('albums and their pictures are listed in order', async () => {
    const { status, body } = await call('GET', '')
    expect(status).toBe(200)
    expect(body.data.most).toBe(200)
    expect(body.data.albums.length).toBeGreaterThan(0)
    for (const { media } of body.data.albums)
      expect(media.map((m: { position: number }) => m.position)).toEqual(media.map((_: unknown, i: number) => i))
  })

  test('albums are created, renamed, moved and deleted', async () => {
    const before = (await call('GET', '')).body.data.albums.map((a: { _id: string }) => a._id)
    const id = await album('Lessons')
    expect((await call('PATCH', `/${id}`, { title: 'Evening', position: 0 })).body.data.album).toMatchObject({
      title: 'Evening',
      position: 0,
      media: [],
      cover: null,
    })
    expect((await call('GET', '')).body.data.albums.map((a: { _id: string }) => a._id)).toEqual([id, ...before])
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    expect(
      (await call('GET', '')).body.data.albums.map((a: { _id: string; position: number }) => [a._id, a.position]),
    ).toEqual(before.map((b: string, i: number) => [b, i]))
  })

  test('deleting an album with pictures needs a confirmation, and deletes its pictures', async () => {
    const id = await album()
    const [picture] = await pictures(id, 1)
    expect((await call('DELETE', `/${id}`)).body.code).toBe('album_not_empty')
    expect((await call('DELETE', `/${id}?withPictures=true`)).status).toBe(200)
    expect(
      await rig.database.db.selectFrom('media').select('id').where('id', '=', Number(picture)).executeTakeFirst(),
    ).toBeUndefined()
  })

  test('an album has a title of at most 80 characters, and an artist at most thirty albums', async () => {
    expect((await call('POST', '', { title: ' ' })).body.errors[0]).toEqual({
      path: 'title',
      message: 'Name is required',
    })
    expect((await call('POST', '', { title: 'x'.repeat(81) })).status).toBe(400)
    const { id } = await rig.database.db
      .selectFrom('provider')
      .select('id')
      .where('slug', '=', 'mia-hollis')
      .executeTakeFirstOrThrow()
    await rig.database.db
      .insertInto('album')
      .values(Array.from({ length: 30 }, (_, i) => ({ provider_id: id, title: 'Filler', position: 100 + i })))
      .execute()
    expect((await call('POST', '', { title: 'One too many' })).body.code).toBe('too_many_albums')
    await rig.database.db.deleteFrom('album').where('title', '=', 'Filler').execute()
  })
})

describe('Pictures of an album', () => {
  test('pictures are added at the end, described, moved and deleted; positions stay 0 to n - 1', async () => {
    const id = await album()
    const [a, b, c, d] = await pictures(id, 4)
    expect(order(await call('PATCH', `/${id}/media/${d}`, { position: 1 }).then((r) => r.body))).toEqual([a, d, b, c])
    expect(order((await call('PATCH', `/${id}/media/${a}`, { position: 99 })).body)).toEqual([d, b, c, a])
    const { body } = await call('PATCH', `/${id}/media/${b}`, { alt: 'Copper lid on deep skin' })
    expect(body.data.album.media[1]).toMatchObject({ _id: b, alt: 'Copper lid on deep skin', position: 1 })
    expect(body.data.album.media[1].src).toMatch(/^\/pictures\/albums\//)
    expect(order((await call('DELETE', `/${id}/media/${b}`)).body)).toEqual([d, c, a])
    expect((await show(id)).media.map((m: { position: number }) => m.position)).toEqual([0, 1, 2])
  })

  test('one picture is the cover of the album, and first on the card', async () => {
    const id = await album()
    const [a, b] = await pictures(id, 2)
    expect((await show(id)).cover).toBe(a)
    expect((await call('PATCH', `/${id}/media/${b}`, { cover: true })).body.data.album.cover).toBe(b)
    expect((await rig.call('/v1/@/mia-hollis')).body.data.coverImg._id).toBe(b)
    expect((await call('DELETE', `/${id}/media/${b}`)).body.data.album.cover).toBe(a)
    expect((await rig.call('/v1/@/mia-hollis')).body.data.coverImg._id).not.toBe(b)
  })

  test('photographs come before drawings on the page, on the quote card and in the artist’s view', async () => {
    const id = await album()
    const shown = async () => [
      (await rig.call('/v1/@/mia-hollis')).body.data.coverImg.src,
      (await rig.call('/v1/quotes/ana-duarte-hackney/compare?profiles=mia-hollis,temi-lark')).body.data.providers[0]
        .card.coverImg.src,
      (await rig.call('/v1/providers/me', { bearer: mia })).body.data.cover.src,
    ]
    for (const src of await shown()) expect(src).toMatch(/^\/pictures\/\d+\.svg/)
    const [a] = await pictures(id, 1)
    const src = (await show(id)).media[0].src
    expect(await shown()).toEqual([src, src, src])
    await call('DELETE', `/${id}/media/${a}`)
    for (const src of await shown()) expect(src).toMatch(/^\/pictures\/\d+\.svg/)
  })

  test('a picture is cropped from its original again and again, and shown whole again; former crops are unused', async () => {
    const id = await album()
    const own = await upload(mia)
    const added = (await call('POST', `/${id}/media`, { fileUrl: own, alt: 'A look', consent: true })).body.data.media
    expect(added).toMatchObject({ isCropped: false, original: { src: own, width: 700, height: 875 } })
    const crop = async (to: object | null) => {
      const { body } = await call('PATCH', `/${id}/media/${added._id}`, { crop: to })
      return body.data.album.media[0]
    }
    const unused = async () =>
      (
        await rig.database.db
          .selectFrom('upload')
          .select(['width', 'height'])
          .where('folder', '=', 'albums')
          .where('used_at', 'is', null)
          .where('width', '<', 700)
          .execute()
      ).map(({ width, height }) => [width, height])
    const first = await crop({ x: 0, y: 0, size: 0.9 })
    expect(first).toMatchObject({ isCropped: true, original: { src: own, width: 700, height: 875 } })
    expect(first.src).not.toBe(own)
    const second = await crop({ x: 0.1, y: 0.1, size: 0.86 })
    expect(second.src).not.toBe(first.src)
    expect(second.original.src).toBe(own)
    expect(await unused()).toEqual([[630, 630]])
    expect(await crop(null)).toMatchObject({ isCropped: false, src: own })
    expect((await call('PATCH', `/${id}/media/${added._id}`, { crop: { x: 0, y: 0, size: 0.5 } })).body.code).toBe(
      'file_too_small',
    )
    await crop({ x: 0, y: 0, size: 1 })
    await call('DELETE', `/${id}/media/${added._id}`)
    const { used } = await rig.database.db
      .selectFrom('upload')
      .select((eb) => eb.fn.countAll<number>().as('used'))
      .where('used_at', 'is not', null)
      .where('folder', '=', 'albums')
      .executeTakeFirstOrThrow()
    expect(Number(used)).toBe(0)
  })

  test('two pictures of an album are before and after; a picture is in one pair only', async () => {
    const id = await album()
    const [a, b, c] = await pictures(id, 3)
    const pair = async (media: string | undefined, before: string | null) =>
      (await call('PATCH', `/${id}/media/${media}`, { before: before && Number(before) })).body
    const pairs = (body: { data: { album: { media: { before: string | null }[] } } }) =>
      body.data.album.media.map(({ before }) => before)
    expect(pairs(await pair(b, a as string))).toEqual([null, a, null])
    const shown = (await rig.call('/v1/@/mia-hollis')).body.data.albums.find((one: { _id: string }) => one._id === id)
    expect(shown.media.map((m: { before: string | null }) => m.before)).toEqual([null, a, null])
    expect(pairs(await pair(c, a as string))).toEqual([null, null, a])
    expect(pairs(await pair(a, b as string))).toEqual([b, null, null])
    expect((await pair(a, a as string)).code).toBe('not_found')
    expect((await pair(a, '1')).code).toBe('not_found')
    expect(pairs((await call('DELETE', `/${id}/media/${b}`)).body)).toEqual([null, null])
    expect(pairs(await pair(a, c as string))).toEqual([c, null])
    expect(pairs(await pair(a, null))).toEqual([null, null])
  })

  test('a picture needs a description, everyone’s consent and the artist’s own upload', async () => {
    const id = await album()
    const post = async (body: object) =>
      (await call('POST', `/${id}/media`, { fileUrl, alt: 'A look', consent: true, ...body })).body
    expect((await post({ alt: '  ' })).errors[0]).toEqual({ path: 'alt', message: 'Description is required' })
    expect((await post({ consent: false })).errors[0].path).toBe('consent')
    expect((await post({ fileUrl: 'https://elsewhere.test/a.jpg' })).errors[0].path).toBe('fileUrl')
    expect((await post({ fileUrl: '/pictures/albums/AAAAAAAAAAAAAAAAAAAAAA/1200.webp' })).code).toBe('not_found')
    expect((await post({ fileUrl: await upload(ana) })).code).toBe('not_yours')
  })

  test('an artist has at most two hundred pictures', async () => {
    const id = await album()
    const { id: provider } = await rig.database.db
      .selectFrom('provider')
      .select('id')
      .where('slug', '=', 'mia-hollis')
      .executeTakeFirstOrThrow()
    const { pictures: now } = (await call('GET', '')).body.data
    await rig.database.db
      .insertInto('media')
      .values(
        Array.from({ length: 199 - now }, (_, position) => ({
          provider_id: provider,
          album_id: Number(id),
          position,
          alt: 'Filler',
          file: '/x',
        })),
      )
      .execute()
    expect((await call('POST', `/${id}/media`, { fileUrl, alt: 'The last', consent: true })).status).toBe(200)
    expect((await call('POST', `/${id}/media`, { fileUrl, alt: 'One too many', consent: true })).body.code).toBe(
      'too_many_pictures',
    )
  })

  test('concurrent moves keep positions 0 to n - 1, each once', async () => {
    const id = await album()
    const ids = await pictures(id, 6)
    const answers = await Promise.all(
      ids.flatMap((media, i) =>
        [(i * 7) % 6, (i * 5 + 2) % 6].map((position) => call('PATCH', `/${id}/media/${media}`, { position })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { media } = await show(id)
    expect(media.map((m: { position: number }) => m.position)).toEqual([0, 1, 2, 3, 4, 5])
    expect(media.map((m: { _id: string }) => m._id).toSorted()).toEqual(ids.toSorted())
  })
})

describe('Picture tags', () => {
  const tag = (albumId: string, body: object, bearer?: string) => call('POST', `/${albumId}/tags`, body, bearer)
  const tagsOf = async (albumId: string): Promise<string[][]> =>
    (await show(albumId)).media.map((m: { tags: string[] }) => m.tags)

  test('tags are chosen while a picture is added, and shown with it on the public page', async () => {
    const id = await album('Coils')
    const { body } = await call('POST', `/${id}/media`, {
      fileUrl,
      alt: 'Coils',
      consent: true,
      tags: ['skin-deep', 'hair-coily'],
    })
    expect(body.data.media.tags.toSorted()).toEqual(['hair-coily', 'skin-deep'])
    const { albums } = (await rig.call('/v1/@/mia-hollis')).body.data
    const shown = albums.find((one: { _id: string }) => one._id === id)
    expect(shown.media[0].tags.toSorted()).toEqual(['hair-coily', 'skin-deep'])
  })

  test('tags are added to and removed from several pictures at once, and each keeps its others', async () => {
    const id = await album()
    const [a, b, c] = await pictures(id, 3)
    await tag(id, { mediaIds: [Number(a)], add: ['glasses', 'hair-coily'] })
    const { status } = await tag(id, { mediaIds: [Number(a), Number(b)], add: ['for-wedding'], remove: ['glasses'] })
    expect(status).toBe(200)
    expect(await tagsOf(id)).toEqual([['hair-coily', 'for-wedding'], ['for-wedding'], []])
    expect((await tag(id, { mediaIds: [Number(c)], remove: ['hijab'] })).body.data.album.media[2].tags).toEqual([])
  })

  test('unknown tags, allergies and more than twenty tags per picture are refused, and then no tag is saved', async () => {
    const id = await album()
    const [a, b] = await pictures(id, 2)
    const ids = [Number(a), Number(b)]
    expect((await tag(id, { mediaIds: ids, add: ['handsome'] })).status).toBe(400)
    expect((await tag(id, { mediaIds: ids, add: ['free-of-latex'] })).status).toBe(400)
    expect((await tag(id, { mediaIds: [], add: ['glasses'] })).status).toBe(400)
    await tag(id, { mediaIds: [Number(b)], add: lookTags.slice(0, 20) })
    expect((await tag(id, { mediaIds: ids, add: [lookTags[20]] })).body.code).toBe('too_many_tags')
    expect((await tagsOf(id))[0]).toEqual([])
  })

  test('nobody else can change the tags', async () => {
    const id = await album()
    const [a] = await pictures(id, 1)
    const other = await rig.database.db
      .selectFrom('media')
      .innerJoin('provider', 'provider.id', 'media.provider_id')
      .select(['media.id', 'media.album_id'])
      .where('provider.slug', '=', 'temi-lark')
      .where('album_id', 'is not', null)
      .executeTakeFirstOrThrow()
    expect((await tag(id, { mediaIds: [Number(a)], add: ['glasses'] }, ana)).body.code).toBe('not_yours')
    expect((await tag(id, { mediaIds: [Number(other.id)], add: ['glasses'] })).body.code).toBe('not_found')
    expect((await tag(String(other.album_id), { mediaIds: [Number(other.id)], add: [] })).body.code).toBe('not_found')
    expect((await rig.call(`/v1/providers/albums/${id}/tags`, { method: 'POST', body: {} })).body.code).toBe(
      'not_signed_in',
    )
  })

  test('the database allows only known tags, each once, and only on pictures of albums', async () => {
    const id = await album()
    const [a] = await pictures(id, 1)
    const set = (tags: string[], of = Number(a)) =>
      rig.database.db.updateTable('media').set({ tags }).where('id', '=', of).execute()
    for (let from = 0; from < lookTags.length; from += 20) await set(lookTags.slice(from, from + 20))
    await expect(set(['handsome'])).rejects.toThrow('media_tags')
    await expect(set(['free-of-latex'])).rejects.toThrow('media_tags')
    await expect(set(['glasses', 'glasses'])).rejects.toThrow('media_tags')
    await expect(set(lookTags.slice(0, 21))).rejects.toThrow('media_tags')
    const { profile_media_id: face } = await rig.database.db
      .selectFrom('provider')
      .select('profile_media_id')
      .where('slug', '=', 'mia-hollis')
      .executeTakeFirstOrThrow()
    await expect(set(['glasses'], Number(face))).rejects.toThrow('media_tags')
  })
})

describe('Access to albums', () => {
  test('signed-out visitors, customers and other providers cannot read or change albums', async () => {
    expect((await rig.call('/v1/providers/albums')).body.code).toBe('not_signed_in')
    expect((await call('GET', '', undefined, ana)).body.code).toBe('not_yours')
    expect((await call('POST', '', { title: 'Mine' }, ana)).body.code).toBe('not_yours')
    const theirs = await rig.database.db
      .selectFrom('media')
      .innerJoin('provider', 'provider.id', 'media.provider_id')
      .select(['media.id', 'media.album_id'])
      .where('provider.slug', '=', 'temi-lark')
      .where('album_id', 'is not', null)
      .executeTakeFirstOrThrow()
    const calls: [string, string, unknown?][] = [
      ['PATCH', '', { title: 'Taken' }],
      ['DELETE', '?withPictures=true'],
      ['POST', '/media', { fileUrl, alt: 'A look', consent: true }],
      ['PATCH', `/media/${theirs.id}`, { position: 0 }],
      ['DELETE', `/media/${theirs.id}`],
    ]
    for (const [method, path, body] of calls)
      expect((await call(method, `/${theirs.album_id}${path}`, body)).body.code).toBe('not_found')
    const own = await album()
    expect((await call('PATCH', `/${own}/media/${theirs.id}`, { position: 0 })).body.code).toBe('not_found')
  })
})
