import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { draw } from '#art/draw.ts'
import { createLook } from '#art/face/look.ts'
import { sceneCount as drawnScenes } from '#art/face/scene.ts'
import { artVersion, getDrawingUrl, sceneCount, getSiteDrawingUrl } from '#contract/pictures/drawn.ts'
import { readEnv } from '#server/platform/env.ts'
import { renderFailure } from '#server/platform/failure.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { openShelf, createPictureRoutes } from './routes.ts'
import { siteDrawings } from './site-drawings.ts'

let rig: TestRig
let mediaId = 0
beforeAll(async () => {
  rig = await openRig()
  const temi = await rig.database.db
    .selectFrom('provider')
    .select('profile_media_id')
    .where('slug', '=', 'temi-lark')
    .executeTakeFirstOrThrow()
  mediaId = Number(temi.profile_media_id)
})
const ask = (path: string, headers: Record<string, string> = {}) =>
  rig.api.request(path, { headers }, { address: '127.0.0.1' })

test('if the bucket refuses a picture, it is requested again a moment later', async () => {
  const bucket = createServer((_, outgoing) => void outgoing.writeHead(403).end())
  await new Promise<void>((done) => bucket.listen(0, '127.0.0.1', done))
  const { port } = bucket.address() as AddressInfo
  const env = readEnv({
    FILES: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'b',
    S3_KEY: 'k',
    S3_SECRET: 's',
  })
  const routes = createPictureRoutes({ ...rig, env })
  routes.onError((fault, http) => renderFailure(rig, http, fault))
  const answer = await routes.request(`/pictures/uploads/${'a'.repeat(22)}/320.webp`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  await new Promise((done) => bucket.close(done))
})

describe('Pictures', () => {
  test('the drawn picture of a provider depends only on the provider’s row, and has a description', async () => {
    const [first, again] = await Promise.all([
      ask(getDrawingUrl(mediaId, 'square')),
      ask(getDrawingUrl(mediaId, 'square')),
    ])
    const svg = await first.text()
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('image/svg+xml')
    expect(first.headers.get('cache-control')).toContain('immutable')
    expect(svg).toMatch(/^<svg .*role="img" aria-label="Portrait,/)
    expect(svg).toContain(`id="am-${mediaId}`)
    expect(await again.text()).toBe(svg)
  })

  test('a picture address without the current version is cached for one day', async () => {
    for (const address of [
      `/pictures/${mediaId}.svg?frame=square`,
      `/pictures/${mediaId}.svg?v=${artVersion - 1}`,
      '/pictures/none.svg',
    ])
      expect((await ask(address)).headers.get('cache-control')).toBe('public, max-age=86400')
    for (const address of [getDrawingUrl(mediaId, 'wide'), getSiteDrawingUrl('hero-1')])
      expect((await ask(address)).headers.get('cache-control')).toContain('immutable')
  })

  test('a changed drawing has a new version, so that caches do not serve the old picture', () => {
    const looks = [1, 2, 3].map((place) => createLook({ id: 'a look', place, skills: ['makeup', 'styling', 'nails'] }))
    const drawn = [
      ...Object.values(siteDrawings),
      ...looks.flatMap((look) => [look.cover, look.profile, ...look.gallery]),
    ]
    const all = drawn.flatMap((drawing) => [0, 1, 9].map((scene) => draw(drawing, { id: 'x', frame: 'wide', scene })))
    // If this differs, raise `artVersion` with it.
    expect([artVersion, createHash('sha256').update(all.join('')).digest('hex').slice(0, 16)]).toMatchInlineSnapshot(`
      [
        4,
        "d121387c529430a9",
      ]
    `)
  })

  test('a picture is drawn in the requested composition, if it exists', async () => {
    expect(sceneCount).toBe(drawnScenes)
    const drawn = new Set<string>()
    for (let scene = 0; scene < sceneCount; scene++)
      drawn.add(await (await ask(`/pictures/${mediaId}.svg?frame=wide&scene=${scene}`)).text())
    expect(drawn.size).toBe(sceneCount)
    const plain = await (await ask(`/pictures/${mediaId}.svg?frame=wide`)).text()
    for (const none of ['10', '-1', 'x', ''])
      expect(await (await ask(`/pictures/${mediaId}.svg?frame=wide&scene=${none}`)).text()).toBe(plain)
  })

  test('no drawn smile shows teeth: between the lips nothing is lighter than skin and lips', async () => {
    for (const skin of [1, 4, 7] as const) {
      const options = {
        seed: 'x',
        skin,
        style: 'bald',
        hair: 'black',
        background: 'petrol',
        lip: 'plum',
        bare: true,
        mouth: 'grin',
      } as const
      const svg = Buffer.from(draw({ kind: 'face', options }, { id: 'x' }))
      const { data, info } = await sharp(svg, { density: 72 }).raw().toBuffer({ resolveWithObject: true })
      // The mouth of a front-facing head is around (200, 271) of the drawing, seen from (16, 26).
      let lightest = 0
      for (let y = 262 - 26; y < 284 - 26; y++)
        for (let x = 178 - 16; x < 222 - 16; x++)
          lightest = Math.max(lightest, data[(y * info.width + x) * info.channels + 1] as number)
      expect(lightest).toBeLessThan(190)
    }
  })

  test('a drawing is compressed for clients that accept it', async () => {
    const response = await ask(`/pictures/${mediaId}.svg?frame=wide`, { 'accept-encoding': 'gzip, br' })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBeLessThan(6_000)
    expect(gunzipSync(bytes).toString()).toMatch(/^<svg /)
  })

  test('each frame is another crop of the same drawing', async () => {
    const boxes = await Promise.all(
      ['wide', 'square', 'tall'].map(
        async (frame) =>
          /viewBox="[^"]+"/.exec(await (await ask(`/pictures/${mediaId}.svg?frame=${frame}`)).text())?.[0],
      ),
    )
    expect(new Set(boxes).size).toBe(3)
  })

  test('formats that need pixels are rasterised', async () => {
    const webp = await sharp(
      Buffer.from(await (await ask(`/pictures/${mediaId}.webp?frame=wide`)).arrayBuffer()),
    ).metadata()
    expect([webp.format, webp.width, webp.height]).toEqual(['webp', 1200, 900])
  })

  test('every picture of the site itself and of any city is drawn', async () => {
    for (const name of Object.keys(siteDrawings)) expect((await ask(`/pictures/site/${name}.svg`)).status).toBe(200)
    expect((await ask('/pictures/city/new-york.svg')).status).toBe(200)
    expect((await ask('/pictures/none.svg')).status).toBe(200)
  })

  test('the initials of an artist without pictures are drawn in every format', async () => {
    const svg = await ask('/pictures/initials-mh.svg?frame=wide')
    expect(await svg.text()).toMatch(/viewBox="0 50 400 300".*>MH<\/text>/)
    expect((await ask('/pictures/initials-m.webp')).headers.get('content-type')).toBe('image/webp')
  })

  test('an unknown picture returns 404', async () => {
    for (const path of [
      '/pictures/initials-.svg',
      '/pictures/initials-mary.svg',
      '/pictures/0.svg',
      '/pictures/999999999999999.svg',
      '/pictures/12abc.svg',
      '/pictures/1.exe',
      '/pictures/site/constructor.svg',
      '/pictures/city/-.svg',
      '/pictures/city/new-york.png',
      '/pictures/..%2f1.svg',
      `/pictures/${'9'.repeat(40)}.svg`,
    ])
      expect((await ask(path)).status, path).toBe(404)
  })

  test('the full cache evicts the least recently used picture', () => {
    const shelf = openShelf(30)
    for (const key of ['a', 'b', 'c']) shelf.put(key, Buffer.alloc(10))
    shelf.get('a')
    shelf.put('d', Buffer.alloc(10))
    expect(['a', 'b', 'c', 'd'].map((key) => shelf.get(key) !== undefined)).toEqual([true, false, true, true])
    expect(shelf.size()).toBe(30)
  })
})
