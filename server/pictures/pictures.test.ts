import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '#server/platform/env.ts'
import { failWith } from '#server/platform/failure.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { openShelf } from './picture-shelf.ts'
import { pictureRoutes } from './routes.ts'
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

test('an uploaded picture whose bucket refuses is asked for again a moment later', async () => {
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
  const routes = pictureRoutes({ ...rig, env })
  routes.onError((fault, http) => failWith(rig, http, fault))
  const answer = await routes.request(`/pictures/uploads/${'a'.repeat(22)}/320.webp`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  await new Promise((done) => bucket.close(done))
})

describe('pictures', () => {
  test("a provider's picture is drawn from its record, says what it shows and never changes", async () => {
    const [first, again] = await Promise.all([
      ask(`/pictures/${mediaId}.svg?frame=square`),
      ask(`/pictures/${mediaId}.svg?frame=square`),
    ])
    const svg = await first.text()
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('image/svg+xml')
    expect(first.headers.get('cache-control')).toContain('immutable')
    expect(svg).toMatch(/^<svg .*role="img" aria-label="Portrait,/)
    expect(svg).toContain(`id="am-${mediaId}`)
    expect(await again.text()).toBe(svg)
  })

  test('it comes compressed to who can read that', async () => {
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

  test('pixels are made where a format needs them', async () => {
    const webp = await sharp(
      Buffer.from(await (await ask(`/pictures/${mediaId}.webp?frame=wide`)).arrayBuffer()),
    ).metadata()
    expect([webp.format, webp.width, webp.height]).toEqual(['webp', 1200, 900])
  })

  test("every one of the site's own pictures and any city is drawn", async () => {
    for (const name of Object.keys(siteDrawings)) expect((await ask(`/pictures/site/${name}.svg`)).status).toBe(200)
    expect((await ask('/pictures/city/new-york.svg')).status).toBe(200)
    expect((await ask('/pictures/none.svg')).status).toBe(200)
  })

  test('what is no picture is not found, whatever is asked', async () => {
    for (const path of [
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

  test('the shelf forgets the longest unused picture when it is full', () => {
    const shelf = openShelf(30)
    for (const key of ['a', 'b', 'c']) shelf.put(key, Buffer.alloc(10))
    shelf.get('a')
    shelf.put('d', Buffer.alloc(10))
    expect(['a', 'b', 'c', 'd'].map((key) => shelf.get(key) !== undefined)).toEqual([true, false, true, true])
    expect(shelf.size()).toBe(30)
  })
})
