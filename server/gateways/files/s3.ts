import { AwsClient } from 'aws4fetch'
import { Parser } from 'htmlparser2'
import type { Env } from '#server/platform/env.ts'
import type { Files } from './files.ts'
import { FilesAway } from '#server/gateways/errors.ts'

const ANSWER_MS = 8_000

/** Signature version 4 and path-style addresses. Every request has a timeout. */
export function openBucket({ S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_KEY, S3_SECRET }: Env, answerMs = ANSWER_MS): Files {
  const client = new AwsClient({
    accessKeyId: S3_KEY ?? '',
    secretAccessKey: S3_SECRET ?? '',
    region: S3_REGION,
    service: 's3',
    retries: 2,
  })
  const at = (key: string) => `${S3_ENDPOINT?.replace(/\/$/, '')}/${S3_BUCKET}/${key}`
  /** Sends a request and reads the response. Returns null for a missing key. */
  const ask = async (what: string, address: string, init: RequestInit = {}): Promise<Buffer | null> => {
    const signal = AbortSignal.timeout(answerMs)
    const answer = await client
      .fetch(address, { ...init, signal })
      .then(async (response) => ({ response, body: Buffer.from(await response.arrayBuffer()) }))
      .catch((cause: Error) => {
        throw new FilesAway(`the bucket did not respond to ${what}`, { cause })
      })
    if (answer.response.status === 404) return null
    if (!answer.response.ok) throw new FilesAway(`the bucket returned ${answer.response.status} for ${what}`)
    return answer.body
  }
  return {
    put: async (key, bytes, type) => {
      const init = { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': type } }
      if (!(await ask('a put', at(key), init))) throw new FilesAway('the bucket does not exist')
    },
    get: (key) => ask('a get', at(key)),
    remove: async (key) => {
      await ask('a delete', at(key), { method: 'DELETE' })
    },
    list: async function* () {
      let token: string | undefined
      do {
        const asked = new URLSearchParams({ 'list-type': '2', ...(token ? { 'continuation-token': token } : {}) })
        const xml = await ask('a list', `${at('').replace(/\/$/, '')}?${asked}`)
        if (!xml) throw new FilesAway('the bucket does not exist')
        const listed = readListing(xml.toString())
        yield* listed.keys
        token = listed.next
      } while (token)
    },
  }
}

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
