import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { CachedPage, Encoding, Made, Opened } from '#server/platform/pages/page-cache.ts'

/** Answers with a page from memory, or with one that was made for this request alone. */
export async function sendOpened(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  opened: Opened,
  requestId: string,
  every: Record<string, string>,
): Promise<void> {
  const accept = String(incoming.headers['accept-encoding'] ?? '')
  const encoding: Encoding = /\bbr\b/.test(accept) ? 'br' : /\bgzip\b/.test(accept) ? 'gzip' : 'plain'
  if ('made' in opened) return sendMade(incoming, outgoing, opened.made, encoding, requestId, every)
  const { path, page, cache } = opened
  if (isKnown(incoming.headers['if-none-match'], page.etag)) {
    outgoing
      .writeHead(304, {
        ...every,
        etag: page.etag,
        'cache-control': page.headers['cache-control'] ?? '',
        vary: 'Accept-Encoding',
        'x-request-id': requestId,
      })
      .end()
    return
  }
  // What is there goes out in this turn.
  const bytes =
    encoding === 'br' ? page.br : encoding === 'gzip' && page.gzip ? page.gzip : await cache.bytes(path, page, encoding)
  page.lines[encoding] ??= linesOf(page, encoding, bytes.length)
  outgoing.writeHead(page.status, [...page.lines[encoding], 'x-request-id', requestId])
  outgoing.end(incoming.method === 'HEAD' ? undefined : bytes)
}

const linesOf = ({ headers, etag }: CachedPage, encoding: Encoding, length: number): string[] =>
  Object.entries({
    ...headers,
    etag,
    vary: [headers['vary'], 'Accept-Encoding'].filter(Boolean).join(', '),
    'content-length': String(length),
    ...(encoding === 'plain' ? {} : { 'content-encoding': encoding }),
  }).flat()

/** Whether the client has this version; which encoding it came in does not matter. */
const isKnown = (given: string | undefined, etag: string): boolean =>
  given?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')) ??
  false

// The fastest level: these bytes are read once, on a path where the server's time is what is scarce. To hand so little to another thread costs more than to do it.
const packedOnce: Record<Encoding, (plain: Buffer) => Buffer> = {
  br: (plain) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (plain) => gzipSync(plain, { level: 1 }),
  plain: (plain) => plain,
}
const SMALL_BYTES = 860

function sendMade(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, text }: Made,
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
