import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { CachedPage, Encoding, RenderedPage, PageResult } from '#server/platform/pages/page-cache.ts'

export async function sendOpened(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  opened: PageResult,
  requestId: string,
  every: Record<string, string>,
): Promise<void> {
  if ('made' in opened) return sendMade(incoming, outgoing, opened.made, encodingFor(incoming), requestId, every)
  if (sendAtHand(incoming, outgoing, opened.page, requestId, every)) return
  const { path, page, cache } = opened
  const encoding = encodingFor(incoming)
  sendBytes(incoming, outgoing, page, encoding, await cache.bytes(path, page, encoding), requestId)
}

/** Returns false if the encoding must be computed first. */
export function sendAtHand(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  page: CachedPage,
  requestId: string,
  every: Record<string, string>,
): boolean {
  if (isKnown(incoming.headers['if-none-match'], page.etag)) {
    page.lines.known ??= Object.entries({
      ...every,
      etag: page.etag,
      'cache-control': page.headers['cache-control'] ?? '',
      vary: 'Accept-Encoding',
    }).flat()
    outgoing.writeHead(304, [...page.lines.known, 'x-request-id', requestId]).end()
    return true
  }
  const encoding = encodingFor(incoming)
  const bytes = encoding === 'br' ? page.br : encoding === 'gzip' ? page.gzip : null
  if (!bytes) return false
  sendBytes(incoming, outgoing, page, encoding, bytes, requestId)
  return true
}

function sendBytes(
  { method }: IncomingMessage,
  outgoing: ServerResponse,
  page: CachedPage,
  encoding: Encoding,
  bytes: Buffer,
  requestId: string,
): void {
  page.lines[encoding] ??= linesOf(page, encoding, bytes.length)
  outgoing.writeHead(page.status, [...page.lines[encoding], 'x-request-id', requestId])
  outgoing.end(method === 'HEAD' ? undefined : bytes)
}

function encodingFor({ headers }: IncomingMessage): Encoding {
  const accept = String(headers['accept-encoding'] ?? '')
  return /\bbr\b/.test(accept) ? 'br' : /\bgzip\b/.test(accept) ? 'gzip' : 'plain'
}

const linesOf = ({ headers, etag }: CachedPage, encoding: Encoding, length: number): string[] =>
  Object.entries({
    ...headers,
    etag,
    vary: [headers['vary'], 'Accept-Encoding'].filter(Boolean).join(', '),
    'content-length': String(length),
    ...(encoding === 'plain' ? {} : { 'content-encoding': encoding }),
  }).flat()

const isKnown = (given: string | undefined, etag: string): boolean =>
  given?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')) ??
  false

// The fastest level, because the body is sent once. A worker thread would cost more for so few bytes.
const packedOnce: Record<Encoding, (plain: Buffer) => Buffer> = {
  br: (plain) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (plain) => gzipSync(plain, { level: 1 }),
  plain: (plain) => plain,
}
const SMALL_BYTES = 860

function sendMade(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, text }: RenderedPage,
  accepted: Encoding,
  requestId: string,
  every: Record<string, string>,
): void {
  const plain = Buffer.from(text)
  const encoding = plain.length > SMALL_BYTES ? accepted : 'plain'
  const bytes = packedOnce[encoding](plain)
  outgoing.writeHead(status, {
    ...every,
    ...headers,
    vary: 'Accept-Encoding',
    'content-length': String(bytes.length),
    'x-request-id': requestId,
    ...(encoding === 'plain' ? {} : { 'content-encoding': encoding }),
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : bytes)
}
