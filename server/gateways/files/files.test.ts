import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '#server/platform/env.ts'
import { type Files, getFileStore } from './files.ts'
import { FilesAway } from '#server/gateways/errors.ts'
import { openBucket } from './s3.ts'

const key = { id: 'primp-key', secret: 'primp-secret' }
const directory = mkdtempSync(join(tmpdir(), 'primp-files-'))
let bucket: S3rver
let front: Server
let places: [string, Files][]
const port = (server: Server) => (server.address() as AddressInfo).port

// The S3 stand-in accepts any secret, so a proxy verifies each signature as the real service does.
async function signedRight(method: string, url: string, headers: Record<string, string>): Promise<boolean> {
  const given = /Credential=([^/]+)\/.*SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)/.exec(
    headers['authorization'] ?? '',
  )
  if (!given || given[1] !== key.id) return false
  const signed = Object.fromEntries(
    (given[2] as string)
      .split(';')
      .filter((name) => name !== 'host')
      .map((name) => [name, headers[name] ?? '']),
  )
  const again = new AwsV4Signer({
    method,
    url,
    headers: signed,
    accessKeyId: key.id,
    secretAccessKey: key.secret,
    region: 'us-east-1',
    service: 's3',
    datetime: headers['x-amz-date'],
  })
  return (await again.signature()) === given[3]
}

beforeAll(async () => {
  bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(directory, 's3'),
    configureBuckets: [{ name: 'primp', configs: [] }],
  })
  const { port: behind } = await bucket.run()
  front = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const headers = incoming.headers as Record<string, string>
    if (!(await signedRight(incoming.method ?? '', `http://${headers['host']}${incoming.url}`, headers)))
      return void outgoing.writeHead(403).end()
    const { authorization: _, ...rest } = headers
    const on = request(
      { host: '127.0.0.1', port: behind, path: incoming.url, method: incoming.method, headers: rest },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      },
    )
    on.end(Buffer.concat(chunks))
  })
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done))
  const env = (more: Record<string, string>) => readEnv({ DATA_DIR: join(directory, 'disk'), ...more })
  places = [
    ['disk', getFileStore(env({}))],
    [
      'bucket',
      getFileStore(
        env({
          FILES: 's3',
          S3_ENDPOINT: `http://127.0.0.1:${port(front)}`,
          S3_BUCKET: 'primp',
          S3_KEY: key.id,
          S3_SECRET: key.secret,
        }),
      ),
    ],
  ]
})
afterAll(async () => {
  await new Promise((done) => front.close(done))
  await bucket.close()
  rmSync(directory, { recursive: true, force: true })
})

describe.each([0, 1])('File store %i', (i) => {
  const files = () => places[i]?.[1] as Files
  test('a file is returned as it was saved, and is gone once deleted', async () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 256))
    await files().put('pictures/uploads/abc/320.webp', bytes, 'image/webp')
    expect((await files().get('pictures/uploads/abc/320.webp'))?.equals(bytes)).toBe(true)
    await files().put('identity/one-two.jwe', bytes, 'application/jose')
    expect((await Array.fromAsync(files().list())).toSorted()).toEqual([
      'identity/one-two.jwe',
      'pictures/uploads/abc/320.webp',
    ])
    await files().remove('identity/one-two.jwe')
    await files().remove('pictures/uploads/abc/320.webp')
    expect(await Array.fromAsync(files().list())).toEqual([])
    expect(await files().get('pictures/uploads/abc/320.webp')).toBeNull()
  })
  test('a missing file is null, and deleting it is no error', async () => {
    expect(await files().get('pictures/nobody/320.webp')).toBeNull()
    await files().remove('pictures/nobody/320.webp')
  })
})

test('a bucket with another secret allows neither reads nor writes', async () => {
  const wrong = getFileStore(
    readEnv({
      FILES: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port(front)}`,
      S3_BUCKET: 'primp',
      S3_KEY: key.id,
      S3_SECRET: 'another',
    }),
  )
  await expect(wrong.put('pictures/a/b/320.webp', Buffer.from('x'), 'image/webp')).rejects.toThrow('403')
  await expect(wrong.get('pictures/a/b/320.webp')).rejects.toThrow('403')
})

test.each([
  ['refuses', (outgoing: ServerResponse) => outgoing.writeHead(503).end()],
  ['never answers', () => {}],
  ['closes the connection', (outgoing: ServerResponse) => outgoing.destroy()],
])('a bucket that %s is unavailable, without a long wait', async (_, answer) => {
  const store = createServer((_, outgoing) => void answer(outgoing))
  await new Promise<void>((done) => store.listen(0, '127.0.0.1', done))
  const S3_ENDPOINT = `http://127.0.0.1:${port(store)}`
  const files = openBucket(
    readEnv({ FILES: 's3', S3_ENDPOINT, S3_BUCKET: 'primp', S3_KEY: key.id, S3_SECRET: key.secret }),
    400,
  )
  const asked = performance.now()
  await Promise.all(
    [
      files.put('pictures/a/b/320.webp', Buffer.from('x'), 'image/webp'),
      files.get('pictures/a/b/320.webp'),
      files.remove('pictures/a/b/320.webp'),
      Array.fromAsync(files.list()),
    ].map((call) => expect(call).rejects.toBeInstanceOf(FilesAway)),
  )
  expect(performance.now() - asked).toBeLessThan(2_000)
  store.closeAllConnections()
  await new Promise((done) => store.close(done))
})

test('a key that leaves the directory is invalid', () => {
  const disk = places[0]?.[1]
  expect(() => disk?.get('../../etc/passwd')).toThrow()
})
