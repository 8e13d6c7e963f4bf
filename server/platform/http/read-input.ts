import { Refusal } from '#server/platform/refusal.ts'
import type { Context as HttpContext } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { isTooDeep } from '#server/platform/validation/parse-input.ts'

/** Throws above `most` bytes, with or without a content length. */
export async function readBody(
  request: Pick<Request, 'headers' | 'body'>,
  most: number,
  refusal: 'body_too_big' | 'file_too_big' = 'body_too_big',
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw new Refusal(refusal)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > most) throw new Refusal(refusal)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

const MOST_BYTES = 256 * 1024
// JSON can escape a lone surrogate, which no column can store.
const halfCharacter = /\\u[dD][89a-fA-F]/

/**
 * Merges query, JSON body and path fields; path fields win. Throws `invalid_input` if the body is not a JSON object.
 */
export async function readInput(http: HttpContext, endpoint: Endpoint): Promise<Record<string, unknown>> {
  const inPath = http.req.param() as Record<string, string>
  if (endpoint.method === 'GET') return { ...http.req.query(), ...inPath }
  // DELETE parameters are in the query, because some proxies drop the body.
  const inQuery = endpoint.method === 'DELETE' ? http.req.query() : {}
  const text = new TextDecoder().decode(
    await readBody(
      http.req.raw,
      endpoint.bodyBytes ?? MOST_BYTES,
      endpoint.bodyBytes ? 'file_too_big' : 'body_too_big',
    ),
  )
  if (!text) return { ...inQuery, ...inPath }
  let body: unknown
  try {
    body = halfCharacter.test(text)
      ? JSON.parse(text, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
      : JSON.parse(text)
  } catch {
    throw new Refusal('invalid_input', { errors: [{ path: '', message: 'The body is not JSON.' }] })
  }
  if (isTooDeep(body))
    throw new Refusal('invalid_input', { errors: [{ path: '', message: 'The body is nested too deeply.' }] })
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('invalid_input', { errors: [{ path: '', message: 'The body must be an object.' }] })
  return { ...inQuery, ...body, ...inPath }
}
