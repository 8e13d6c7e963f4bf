import type { RequestListener } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Profile } from '#contract/providers/providers.ts'
import type { ReviewExport } from '#contract/reviews/review-export.ts'
import { createTestAddress, type createTestClient } from '#server/testing/clients.ts'
import { clearTestTown } from '#server/testing/providers.ts'
import {
  createProviderOnOtherSite,
  createReviewedProvider,
  downloadSignedReviews,
  getReviewKeys,
  importReviews,
  runTestSite,
  signReviewsElsewhere,
} from '#server/testing/review-imports.ts'
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
  await clearTestTown(rig)
})

type Own = Awaited<ReturnType<typeof createTestClient>>
const db = () => rig.database.db
const plain = (background = '#b37f59') =>
  sharp({ create: { width: 400, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer()
const albumsOf = async (slug: string): Promise<Profile['albums']> =>
  (await rig.call(`/v1/@/${slug}`, { address: createTestAddress() })).body.data.albums
const ofAlbums = (lines: readonly string[]) => lines.filter((line) => /^(The album|Picture \d)/.test(line))
const sends =
  (bytes: Buffer, more: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, more).end(bytes)

async function upload(own: Own, fileName = 'albums'): Promise<string> {
  const dataUri = `data:image/jpeg;base64,${(await plain()).toString('base64')}`
  return (await own('/v1/uploads', 'POST', { fileName, dataUri })).body.data.fileUrl
}
async function albumWith(own: Own, title: string, alts: readonly string[]): Promise<string> {
  const { _id } = (await own('/v1/providers/albums', 'POST', { title })).body.data.album
  for (const alt of alts)
    await own(`/v1/providers/albums/${_id}/media`, 'POST', { fileUrl: await upload(own), alt, consent: true })
  return _id
}
/** Creates a pair picture in an album, with its person's permission for that. */
async function pairIn(own: Own, artist: { id: string }, albumId: string): Promise<void> {
  const file = await upload(own, 'before-after')
  await db()
    .insertInto('media')
    .values({
      provider_id: artist.id,
      album_id: Number(albumId),
      position: 9,
      alt: 'Before',
      file,
      consent_at: testNow,
    })
    .execute()
}

async function takeFrom(slug: string, url: string, albums: ReviewExport['artist']['albums']) {
  const { artist, taken } = await createReviewedProvider(rig, `${slug}-there`)
  const { there, ctx } = await createProviderOnOtherSite(rig, artist, `${slug}-here`)
  const says = { ...taken.statement, issuer: url, artist: { ...taken.statement.artist, albums } }
  const { file, keys } = await signReviewsElsewhere(says)
  return { there, lines: ofAlbums(await importReviews(ctx, file, `${slug}-here`, keys)) }
}

test('albums are imported once with pictures from the signing site, and pairs only with their person’s permission', async () => {
  const { artist, own } = await createReviewedProvider(rig, 'shows-there')
  const bridal = await albumWith(own, 'Bridal', ['A braid', 'A veil'])
  await pairIn(own, artist, bridal)
  await pairIn(own, artist, await albumWith(own, 'Before and after', []))
  await albumWith(own, 'Known', ['A face'])
  expect((await albumsOf('shows-there')).map(({ media }) => media.length)).toEqual([3, 1, 1])
  await runTestSite(rig, {}, async ({ url, asked }) => {
    const taken = await downloadSignedReviews(own)
    expect(JSON.stringify(taken)).not.toContain('before-after')
    expect(taken.statement.artist.albums).toMatchObject([
      { title: 'Bridal', shows: ['A braid', 'A veil'] },
      { title: 'Known', shows: ['A face'] },
    ])
    const { there, ctx } = await createProviderOnOtherSite(rig, artist, 'shows-here')
    await db().insertInto('album').values({ provider_id: there.id, title: 'Known', position: 0 }).execute()
    const keys = await getReviewKeys(rig)
    const take = async () => ofAlbums(await importReviews(ctx, taken, 'shows-here', keys))
    expect(await take()).toEqual([
      'The album “Bridal” was added with 2 of 2 pictures.',
      'The album “Known” was skipped: an album with that name already exists.',
    ])
    expect(asked).toHaveLength(2)
    for (const path of asked) expect(path).toMatch(/^\/pictures\/albums\/[\w-]{22}\/1200\.jpg$/)
    const [, begun] = await albumsOf('shows-here')
    expect(begun).toMatchObject({ title: 'Bridal', media: [{ alt: 'A braid' }, { alt: 'A veil' }] })
    expect(taken.statement.artist.albums[0]?.pictures).not.toContain(new URL(begun?.media[0]?.src ?? '', url).href)
    const kept = await db()
      .selectFrom('upload')
      .select(['account_id', 'used_at'])
      .where('account_id', '=', there.accountId)
      .execute()
    expect(kept).toEqual([1, 2].map(() => ({ account_id: there.accountId, used_at: testNow })))
    const { after } = await db()
      .selectFrom('audit')
      .select('after')
      .where('act', '=', 'provider.import')
      .where('subject_id', '=', there.id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ site: new URL(url).host, album: 'Bridal', pictures: 2 })
    await take()
    expect(asked).toHaveLength(2)
    expect((await albumsOf('shows-here')).map(({ media }) => media.length)).toEqual([0, 2])
  })
})

test('a file is skipped if it is no picture, on another host, redirected or too large; the others are imported', async () => {
  const good = await plain()
  const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const site = {
    '/good.jpg': sends(good),
    '/page.html': sends(Buffer.from('<script>alert(1)</script>')),
    '/drawn.svg': sends(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    '/broken.jpg': sends(good.subarray(0, 300)),
    '/bomb.png': sends(bomb),
    '/big.jpg': sends(Buffer.concat([good, Buffer.alloc(4_400_000)])),
    '/away.jpg': ((_, response) => void response.writeHead(302, { location: '/good.jpg' }).end()) as RequestListener,
    '/gone.jpg': ((_, response) => void response.writeHead(404).end()) as RequestListener,
    '/cut.jpg': ((request) => void request.socket.destroy()) as RequestListener,
  }
  await runTestSite(rig, site, async ({ url, asked }) => {
    const { port } = new URL(url)
    const paths = [
      '/page.html',
      '/drawn.svg',
      '/broken.jpg',
      '/bomb.png',
      '/big.jpg',
      '/away.jpg',
      '/gone.jpg',
      '/cut.jpg',
    ]
    const others = [
      'https://other.example/good.jpg',
      'http://127.0.0.1:5432/',
      `http://localhost:${Number(port) + 1}/good.jpg`,
      `https://localhost:${port}/good.jpg`,
      'file:///etc/passwd',
    ]
    const { lines } = await takeFrom('wrong', url, [
      { title: 'Mixed', pictures: [...paths.map((path) => url + path), ...others, `${url}/good.jpg`] },
    ])
    expect(lines[0]).toBe('The album “Mixed” was added with 1 of 14 pictures.')
    const out = Object.fromEntries(
      lines.slice(1).map((line) => [Number(/\d+/.exec(line)?.[0]), line.split('was skipped: ')[1]]),
    )
    expect(out).toEqual({
      1: 'Use a png, jpeg or heic picture.',
      2: 'Use a png, jpeg or heic picture.',
      3: 'We could not read this picture.',
      4: 'We could not read this picture.',
      5: 'it is too large.',
      6: 'it redirects.',
      7: 'the site returned 404.',
      8: 'the site does not respond.',
      ...Object.fromEntries([9, 10, 11, 12, 13].map((no) => [no, 'it is on another site than the signing one.'])),
    })
    expect(asked.toSorted()).toEqual([...paths, '/good.jpg'].toSorted())
    expect((await albumsOf('wrong-here')).map(({ title, media }) => [title, media.length])).toEqual([['Mixed', 1]])
  })
})

test('whatever a picture’s address looks like, only the signing site is requested', async () => {
  await runTestSite(rig, {}, async ({ url, asked }) => {
    await runTestSite(rig, {}, async (other) => {
      const host = new URL(other.url).host
      const pictures = [
        `${url}//${host}/a.jpg`,
        `${url}/\\${host}/a.jpg`,
        `${url}/../../${host}/a.jpg`,
        `blob:${url}/a.jpg`,
      ]
      const { lines } = await takeFrom('bent', url, [{ title: 'Bent', pictures }])
      expect(lines[0]).toBe('The album “Bent” was skipped: none of its pictures could be fetched.')
      expect(other.asked).toEqual([])
      expect(asked).toHaveLength(4)
    })
  })
})

test('pairs in an older file and invalid titles are skipped', async () => {
  const good = sends(await plain())
  const pair = `/pictures/before-after/${'a'.repeat(22)}/1200.jpg`
  await runTestSite(rig, { '/good.jpg': good, [pair]: good }, async ({ url, asked }) => {
    const pictures = [`${url}/good.jpg`]
    const { lines, there } = await takeFrom('titles', url, [
      { title: 'Pairs', pictures: [url + pair.replace('.jpg', '.webp'), url + pair] },
      { title: 'Call 07700 900123', pictures },
      { title: ' ', pictures },
      { title: 'a'.repeat(81), pictures },
      { title: 'Twice', pictures, shows: ['Ring 07700 900123'] },
      { title: 'Twice', pictures },
      { title: 'Empty', pictures: [] },
    ])
    expect(lines.map((line) => line.slice(0, 75))).toEqual([
      'The album “Pairs” was skipped: none of its pictures could be fetched.',
      expect.stringMatching(/^Picture 1 of “Pairs” was skipped: it is a before and after picture/),
      expect.stringMatching(/^Picture 2 of “Pairs” was skipped: it is a before and after picture/),
      expect.stringMatching(/^The album “Call 07700 900123” was skipped: Please remove phone/),
      'The album “” was skipped: Name is required',
      expect.stringMatching(/^The album “a{49}/),
      'The album “Twice” was added with 1 of 1 pictures.',
      'The album “Twice” was skipped: an album with that name already exists.'.slice(0, 75),
      'The album “Empty” was skipped: none of its pictures could be fetched.',
    ])
    expect(asked).toEqual(['/good.jpg'])
    // Phone numbers are removed from descriptions.
    const shown = await db().selectFrom('media').select('alt').where('provider_id', '=', there.id).execute()
    expect(shown).toEqual([{ alt: 'Twice' }])
  })
})

test('one run downloads no more pictures than the albums accept; the others wait for the next run', async () => {
  await runTestSite(rig, {}, async ({ url, asked }) => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => `${url}/none-${i}.jpg`)
    const { lines } = await takeFrom('waits', url, [
      { title: 'First', pictures: many(300) },
      { title: 'Second', pictures: many(1) },
    ])
    expect(asked).toHaveLength(200)
    expect(lines[0]).toBe('The album “First” was skipped: none of its pictures could be fetched.')
    expect(lines.filter((line) => line.endsWith('have at most 200 pictures.'))).toHaveLength(100)
    expect(lines.at(-1)).toMatch(/^The album “Second” waits/)
  })
})

test('an interrupted album leaves nothing, and is complete when the file is imported again', async () => {
  await runTestSite(rig, { '/good.jpg': sends(await plain()) }, async ({ url }) => {
    const { artist, taken } = await createReviewedProvider(rig, 'halfway-there')
    const { ctx } = await createProviderOnOtherSite(rig, artist, 'halfway-here')
    const album = { title: 'Half', pictures: [`${url}/good.jpg`] }
    const { file, keys } = await signReviewsElsewhere({
      ...taken.statement,
      artist: { ...taken.statement.artist, albums: [album] },
    })
    const full = { ...ctx, env: { ...ctx.env, DATA_DIR: '/dev/null/full' } }
    await expect(importReviews(full, file, 'halfway-here', keys)).rejects.toThrow()
    expect(await albumsOf('halfway-here')).toEqual([])
    expect(ofAlbums(await importReviews(ctx, file, 'halfway-here', keys))).toEqual([
      'The album “Half” was added with 1 of 1 pictures.',
    ])
  })
})

test('two concurrent imports of one file add nothing twice', async () => {
  await runTestSite(rig, { '/good.jpg': sends(await plain()) }, async ({ url }) => {
    const { artist, taken } = await createReviewedProvider(rig, 'at-once-there')
    const { there, ctx } = await createProviderOnOtherSite(rig, artist, 'at-once-here', { costs: { updo: 2_000 } })
    const album = { title: 'Once', pictures: [`${url}/good.jpg`] }
    const says = { ...taken.statement, artist: { ...taken.statement.artist, albums: [album] } }
    const { file, keys } = await signReviewsElsewhere(says)
    const all = await Promise.all([1, 2].map(() => importReviews(ctx, file, 'at-once-here', keys)))
    const said = (line: RegExp) => all.flat().filter((one) => line.test(one)).length
    expect([said(/^Makeup was added/), said(/“Once” was added/), said(/^1 of 1 reviews/)]).toEqual([1, 1, 1])
    expect((await albumsOf('at-once-here')).map(({ media }) => media.length)).toEqual([1])
    const entries = await db()
      .selectFrom('audit')
      .select('id')
      .where('act', '=', 'provider.import')
      .where('subject_id', '=', there.id)
      .execute()
    expect(entries).toHaveLength(3)
  })
})
