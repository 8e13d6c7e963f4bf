import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import S3rver from '@20minutes/s3rver'
import { openBucket as filesIn } from '#server/gateways/files/s3.ts'
import { readEnv } from '#server/platform/env.ts'

/** An S3 server that can refuse requests. */
export type Bucket = {
  env: Record<string, string>
  picture: string
  refuse: () => void
  mend: () => void
  close: () => Promise<void>
}

export async function openBucket(): Promise<Bucket> {
  const directory = mkdtempSync(join(tmpdir(), 'primp-bucket-'))
  const store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'primp', configs: [] }],
  })
  const { port: behind } = await store.run()
  let refusing = false
  const front = createServer((incoming, outgoing) => {
    if (refusing) return void outgoing.writeHead(503).end()
    const { authorization: _, ...headers } = incoming.headers
    const { method, url: path } = incoming
    const on = request({ host: '127.0.0.1', port: behind, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    on.on('error', () => outgoing.destroy())
    incoming.pipe(on)
  })
  await new Promise<void>((open) => front.listen(0, '127.0.0.1', open))
  const { port } = front.address() as AddressInfo
  const env = {
    FILES: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'primp',
    S3_KEY: 'primp-key',
    S3_SECRET: 'primp-secret',
  }
  const key = `pictures/uploads/${'r'.repeat(22)}/320.webp`
  await filesIn(readEnv(env)).put(key, Buffer.from('a picture, as far as anybody here looks'), 'image/webp')
  return {
    env,
    picture: `/${key}`,
    refuse: () => {
      refusing = true
    },
    mend: () => {
      refusing = false
    },
    close: async () => {
      front.closeAllConnections()
      await new Promise((closed) => front.close(closed))
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
