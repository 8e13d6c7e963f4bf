import { Refusal } from '#server/platform/refusal.ts'

/** The bytes of a body, of a request or of an answer; refused as soon as there are more than `most`, said beforehand or not. */
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
