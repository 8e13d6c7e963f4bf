import { AwsClient } from 'aws4fetch'
import { Parser } from 'htmlparser2'
import type { Env } from '#server/platform/env.ts'
import type { Files } from './files.ts'

/** Files in a bucket that speaks S3, each call signed with version 4; bucket in the path, as every such service takes it. */
export function openBucket({ S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_KEY, S3_SECRET }: Env): Files {
  const client = new AwsClient({
    accessKeyId: S3_KEY ?? '',
    secretAccessKey: S3_SECRET ?? '',
    region: S3_REGION,
    service: 's3',
    retries: 2,
  })
  const at = (key: string) => `${S3_ENDPOINT?.replace(/\/$/, '')}/${S3_BUCKET}/${key}`
  const refused = async (response: Response, what: string): Promise<never> => {
    await response.body?.cancel()
    throw new Error(`the bucket answered ${response.status} to ${what}`)
  }
  return {
    put: async (key, bytes, type) => {
      const response = await client.fetch(at(key), {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'content-type': type },
      })
      if (!response.ok) return refused(response, 'a put')
      await response.body?.cancel()
    },
    get: async (key) => {
      const response = await client.fetch(at(key))
      if (response.status === 404) return response.body?.cancel().then(() => null) ?? null
      if (!response.ok) return refused(response, 'a get')
      return Buffer.from(await response.arrayBuffer())
    },
    remove: async (key) => {
      const response = await client.fetch(at(key), { method: 'DELETE' })
      if (!response.ok && response.status !== 404) return refused(response, 'a delete')
      await response.body?.cancel()
    },
    list: async function* () {
      let token: string | undefined
      do {
        const asked = new URLSearchParams({ 'list-type': '2', ...(token ? { 'continuation-token': token } : {}) })
        const response = await client.fetch(`${at('').replace(/\/$/, '')}?${asked}`)
        if (!response.ok) return refused(response, 'a list')
        const listed = readListing(await response.text())
        yield* listed.keys
        token = listed.next
      } while (token)
    },
  }
}

/** The keys of one answer to ListObjectsV2, and where the next goes on. */
function readListing(xml: string): { keys: string[]; next: string | undefined } {
  const keys: string[] = []
  let [inside, next]: [string, string | undefined] = ['', undefined]
  const parser = new Parser(
    {
      onopentag: (name) => {
        inside = name
        if (name === 'Key') keys.push('')
      },
      ontext: (text) => {
        if (inside === 'Key') keys[keys.length - 1] += text
        if (inside === 'NextContinuationToken') next = (next ?? '') + text
      },
      onclosetag: () => {
        inside = ''
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return { keys, next }
}
