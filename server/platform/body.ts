import { Refusal } from './refusal.ts'

/** The bytes of a request's body; refused as soon as there are more than `most`, said beforehand or not. */
export async function readBody(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw new Refusal('body_too_big')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > most) throw new Refusal('body_too_big')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
