import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchSocialPhotos } from './social-photos.ts'

let server: Server | undefined
afterEach(() => server?.close())

async function service(answer: (path: string, origin: string) => { status?: number; body: string }) {
  server = createServer((request, response) => {
    const { status = 200, body } = answer(request.url ?? '', `http://${request.headers.host}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
  return { SOCIAL_PHOTOS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/photos?key=k` }
}

test('social photos are requested by name and accepted from the service’s own address only', async () => {
  let asked = ''
  const env = await service((path, origin) => {
    asked = path
    return {
      body: JSON.stringify({
        data: [
          `${origin}/1.jpg`,
          { src: `${origin}/2.jpg`, alt: 'Copper lid' },
          'https://elsewhere.example/3.jpg',
          'javascript:alert(1)',
          7,
          { src: `${origin}/4.jpg` },
        ],
      }),
    }
  })
  const origin = new URL(env.SOCIAL_PHOTOS_URL).origin
  expect(await fetchSocialPhotos(env, 'nia.b', 2)).toEqual([
    { src: `${origin}/1.jpg`, alt: '' },
    { src: `${origin}/2.jpg`, alt: 'Copper lid' },
  ])
  expect(asked).toBe('/photos?key=k&path=nia.b&count=2')
})

test('no photos are shown if the service fails or none is configured', async () => {
  expect(await fetchSocialPhotos(await service(() => ({ status: 500, body: '{}' })), 'nia', 4)).toEqual([])
  server?.close()
  expect(await fetchSocialPhotos(await service(() => ({ body: 'not json' })), 'nia', 4)).toEqual([])
  expect(await fetchSocialPhotos({ SOCIAL_PHOTOS_URL: 'http://127.0.0.1:1/photos' }, 'nia', 4)).toEqual([])
  expect(await fetchSocialPhotos({}, 'nia', 4)).toBeNull()
})
