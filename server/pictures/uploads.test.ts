import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let mia: string
let calls = 0
beforeAll(async () => {
  rig = await openRig()
  mia = await signIn('mia@primp.test')
})
const address = () => `127.9.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const signIn = async (email: string): Promise<string> =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: address(),
    })
  ).body.data.token
const dataUri = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const send = (body: unknown, bearer: string | undefined = mia) =>
  rig.call('/v1/uploads', { method: 'POST', body, ...(bearer ? { bearer } : {}), address: address() })
const kept = (): string[] => {
  try {
    return readdirSync(join(rig.env.DATA_DIR, 'files'), { recursive: true })
      .map(String)
      .filter((name) => /\.\w+$/.test(name))
  } catch {
    return []
  }
}

const plain = { create: { width: 900, height: 700, channels: 3 as const, background: '#805037' } }
const png = () => sharp(plain).png().toBuffer()
const jpeg = () => sharp(plain).jpeg().toBuffer()
const heic = () => readFileSync(new URL('../../tests/pictures/portrait.heic', import.meta.url))

describe('Uploaded pictures', () => {
  test('an upload is saved in several widths as WebP and AVIF, and public at its address', async () => {
    for (const bytes of [await png(), await jpeg(), heic()]) {
      const { status, body } = await send({ fileName: 'albums', dataUri: dataUri(bytes) })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.data.fileUrl).toMatch(/^\/pictures\/albums\/[\w-]{22}\/1200\.webp\?th=[\w-]+$/)
      const [path] = body.data.fileUrl.split('?')
      for (const [width, format] of [
        [320, 'webp'],
        [640, 'avif'],
        [1200, 'webp'],
        [1200, 'jpg'],
        [2000, 'avif'],
      ] as const) {
        const response = await rig.api.request(path.replace('1200.webp', `${width}.${format}`), {}, {})
        expect(response.status).toBe(200)
        const shown = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
        expect(shown.width).toBe(Math.min(width, 900))
        expect(response.headers.get('cache-control')).toContain('immutable')
      }
    }
  }, 60_000)
  test('an upload is rotated upright and loses its location', async () => {
    const bytes = await sharp(plain)
      .jpeg()
      .withMetadata({
        orientation: 6,
        exif: { IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } },
      })
      .toBuffer()
    const { body } = await send({ dataUri: dataUri(bytes, 'image/jpeg'), convertToWebp: false })
    expect(body.data.fileUrl).toMatch(/^\/pictures\/uploads\/.*\.jpg/)
    const shown = await sharp(
      Buffer.from(await (await rig.api.request(body.data.fileUrl, {}, {})).arrayBuffer()),
    ).metadata()
    expect([shown.width, shown.height]).toEqual([700, 900])
    expect(shown.exif).toBeUndefined()
  })
  test('an upload requires a session', async () => {
    expect((await rig.call('/v1/uploads', { method: 'POST', body: { dataUri: dataUri(await png()) } })).body.code).toBe(
      'not_signed_in',
    )
  })
})

describe('Refused uploads leave no files', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const huge = (width: number, height: number) => {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data])
      const length = Buffer.alloc(4)
      length.writeUInt32BE(data.length)
      const sum = Buffer.alloc(4)
      sum.writeUInt32BE(crc(body))
      return Buffer.concat([length, body, sum])
    }
    const head = Buffer.alloc(13)
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    head.set([8, 0, 0, 0, 0], 8)
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(Buffer.alloc(5_000_000))),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
  const crc = (bytes: Buffer) => {
    let c = ~0
    for (const byte of bytes) {
      c ^= byte
      for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
    }
    return ~c >>> 0
  }
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))
  const noise = (length: number) => Buffer.from(Array.from({ length }, (_, i) => (i * 7919 + 13) % 251))
  const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

  const hostile: [string, () => Promise<{ body: unknown; code: string }> | { body: unknown; code: string }][] = [
    ['an SVG with a script', () => ({ body: { dataUri: dataUri(svg, 'image/svg+xml') }, code: 'file_type' })],
    ['an SVG declared as PNG', () => ({ body: { dataUri: dataUri(svg) }, code: 'file_type' })],
    [
      'an HTML page declared as JPEG',
      () => ({
        body: { dataUri: dataUri(Buffer.from('<!doctype html><script>1</script>'), 'image/jpeg') },
        code: 'file_type',
      }),
    ],
    ['a GIF', () => ({ body: { dataUri: dataUri(gif, 'image/gif') }, code: 'file_type' })],
    ['a GIF declared as PNG', () => ({ body: { dataUri: dataUri(gif) }, code: 'file_type' })],
    [
      'a WebP',
      async () => ({
        body: { dataUri: dataUri(await sharp(plain).webp().toBuffer(), 'image/webp') },
        code: 'file_type',
      }),
    ],
    [
      'an AVIF',
      async () => ({
        body: { dataUri: dataUri(await sharp(plain).avif().toBuffer(), 'image/avif') },
        code: 'file_type',
      }),
    ],
    [
      'a TIFF',
      async () => ({
        body: { dataUri: dataUri(await sharp(plain).tiff().toBuffer(), 'image/tiff') },
        code: 'file_type',
      }),
    ],
    [
      'a PDF',
      () => ({ body: { dataUri: dataUri(Buffer.from('%PDF-1.7\n1 0 obj'), 'application/pdf') }, code: 'file_type' }),
    ],
    [
      'a program',
      () => ({ body: { dataUri: dataUri(Buffer.concat([Buffer.from('MZ'), noise(400)])) }, code: 'file_type' }),
    ],
    ['a shell script', () => ({ body: { dataUri: dataUri(Buffer.from('#!/bin/sh\nid')) }, code: 'file_type' })],
    [
      'a zip file that contains a PNG',
      async () => ({
        body: { dataUri: dataUri(Buffer.concat([Buffer.from('PK\x03\x04'), await png()])) },
        code: 'file_type',
      }),
    ],
    ['half a PNG', async () => ({ body: { dataUri: dataUri(half(await png())) }, code: 'file_unreadable' })],
    [
      'half a JPEG',
      async () => ({
        body: {
          dataUri: dataUri(
            half(
              await sharp({
                create: {
                  width: 800,
                  height: 800,
                  channels: 3,
                  background: '#000',
                  noise: { type: 'gaussian', mean: 128, sigma: 60 },
                },
              })
                .jpeg()
                .toBuffer(),
            ),
          ),
        },
        code: 'file_unreadable',
      }),
    ],
    ['half a HEIC', () => ({ body: { dataUri: dataUri(half(heic()), 'image/heic') }, code: 'file_unreadable' })],
    [
      'a PNG header with noise',
      () => ({
        body: { dataUri: dataUri(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), noise(3000)])) },
        code: 'file_unreadable',
      }),
    ],
    [
      'a JPEG header with noise',
      () => ({
        body: { dataUri: dataUri(Buffer.concat([Buffer.from([255, 216, 255]), noise(3000)])) },
        code: 'file_unreadable',
      }),
    ],
    [
      'a HEIC header with noise',
      () => ({
        body: { dataUri: dataUri(Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), noise(3000)])) },
        code: 'file_unreadable',
      }),
    ],
    [
      'an AVIF declared as HEIC',
      async () => {
        const bytes = await sharp(plain).avif().toBuffer()
        bytes.write('mif1', 8, 'latin1')
        return { body: { dataUri: dataUri(bytes, 'image/heic') }, code: 'file_unreadable' }
      },
    ],
    [
      'a PNG of 30,000 by 30,000 pixels',
      () => ({ body: { dataUri: dataUri(huge(30_000, 30_000)) }, code: 'file_unreadable' }),
    ],
    [
      'a PNG one pixel high and two billion pixels wide',
      () => ({ body: { dataUri: dataUri(huge(2_000_000_000, 1)) }, code: 'file_unreadable' }),
    ],
    ['a PNG of zero width', () => ({ body: { dataUri: dataUri(huge(0, 10)) }, code: 'file_unreadable' })],
    [
      'a picture over 4.1 MB',
      () => ({
        body: {
          dataUri: dataUri(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(4_400_000, 7)])),
        },
        code: 'file_too_big',
      }),
    ],
    [
      'a body over the size limit',
      () => ({ body: { dataUri: `data:image/png;base64,${'A'.repeat(9_200_000)}` }, code: 'file_too_big' }),
    ],
    ['an empty picture', () => ({ body: { dataUri: 'data:image/png;base64,' }, code: 'file_unreadable' })],
    [
      'invalid base64',
      () => ({ body: { dataUri: 'data:image/png;base64,<svg onload=alert(1)>' }, code: 'file_unreadable' }),
    ],
    ['a web address', () => ({ body: { dataUri: 'https://example.com/a.png' }, code: 'invalid_input' })],
    ['a local file address', () => ({ body: { dataUri: 'file:///etc/passwd' }, code: 'invalid_input' })],
    ['a number', () => ({ body: { dataUri: 7 }, code: 'invalid_input' })],
    [
      'a file name that leaves the directory',
      async () => ({ body: { fileName: '../../etc/cron.d/x', dataUri: dataUri(await png()) }, code: 'invalid_input' }),
    ],
    [
      'a file name with a full path',
      async () => ({ body: { fileName: '/etc/passwd', dataUri: dataUri(await png()) }, code: 'invalid_input' }),
    ],
    [
      'a file name with a null character',
      async () => ({ body: { fileName: 'a\u0000.png', dataUri: dataUri(await png()) }, code: 'invalid_input' }),
    ],
    [
      'a file name with escaped dots',
      async () => ({ body: { fileName: '%2e%2e%2f', dataUri: dataUri(await png()) }, code: 'invalid_input' }),
    ],
  ]

  test('the tests cover at least thirty kinds of input', () => expect(hostile.length).toBeGreaterThanOrEqual(30))
  test.each(hostile)(
    '%s is refused',
    async (_what, make) => {
      const before = kept().length
      const { body, code } = await make()
      const answer = await send(body)
      expect(answer.body.code, JSON.stringify(answer.body)).toBe(code)
      if (code === 'file_too_big')
        expect(answer).toMatchObject({ status: 413, body: { message: 'file size is too big.' } })
      expect(kept().length).toBe(before)
    },
    30_000,
  )

  test('a PNG with HTML appended is saved without it', async () => {
    const { body } = await send({
      dataUri: dataUri(Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>')])),
    })
    const shown = Buffer.from(await (await rig.api.request(body.data.fileUrl, {}, {})).arrayBuffer())
    expect(shown.includes('<script>')).toBe(false)
  })
  test.each([
    '/pictures/uploads/../x/1200.webp',
    '/pictures/identity/aaaaaaaaaaaaaaaaaaaaaa/1200.webp',
    '/pictures/uploads/aaaaaaaaaaaaaaaaaaaaaa/1201.webp',
    '/pictures/uploads/aaaaaaaaaaaaaaaaaaaaaa/1200.exe',
  ])('a picture of kind %s is not accepted', async (path) => {
    expect((await rig.api.request(path, {}, {})).status).toBe(404)
  })
})
