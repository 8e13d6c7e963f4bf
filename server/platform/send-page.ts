import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { CachedPage, Encoding, Made, Opened } from './page-cache.ts'

const packed = promisify(gzip)



/** Answers with a page from memory, or with one that was made for this request alone. */
export async function sendOpened(incoming: IncomingMessage, outgoing: ServerResponse, opened: Opened, requestId: string): Promise<void> {
  const accept = String(incoming.headers['accept-encoding'] ?? '')
  if ('made' in opened) return sendMade(incoming, outgoing, opened.made, accept, requestId)
  const { path, page, cache } = opened
  if (isKnown(incoming.headers['if-none-match'], page.etag)) {
    outgoing.writeHead(304, { etag: page.etag, 'cache-control': page.headers['cache-control'] ?? '', vary: 'Accept-Encoding', 'x-request-id': requestId }).end()
    return
  }
  const encoding: Encoding = /\bbr\b/.test(accept) ? 'br' : /\bgzip\b/.test(accept) ? 'gzip' : 'plain'
  // What is there goes out in this turn.
  const bytes = encoding === 'br' ? page.br : encoding === 'gzip' && page.gzip ? page.gzip : await cache.bytes(path, page, encoding)
  page.lines[encoding] ??= linesOf(page, encoding, bytes.length)
  outgoing.writeHead(page.status, [...page.lines[encoding], 'x-request-id', requestId])
  outgoing.end(incoming.method === 'HEAD' ? undefined : bytes)
}

const linesOf = ({ headers, etag }: CachedPage, encoding: Encoding, length: number): string[] => Object.entries({
  ...headers, etag, vary: 'Accept-Encoding', 'content-length': String(length), ...(encoding === 'plain' ? {} : { 'content-encoding': encoding }),
}).flat()

/** Whether the client has this version; which encoding it came in does not matter. */
const isKnown = (given: string | undefined, etag: string): boolean =>
  given?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')) ?? false

async function sendMade(incoming: IncomingMessage, outgoing: ServerResponse, { status, headers, text }: Made, accept: string, requestId: string): Promise<void> {
  const plain = Buffer.from(text)
  // The fastest level: these bytes are read once, on a path where the server's time is what is scarce.
  const small = plain.length > 860 && /\bgzip\b/.test(accept)
  const bytes = small ? await packed(plain, { level: 1 }) : plain
  outgoing.writeHead(status, { ...headers, vary: 'Accept-Encoding', 'content-length': String(bytes.length), 'x-request-id': requestId, ...(small ? { 'content-encoding': 'gzip' } : {}) })
  outgoing.end(incoming.method === 'HEAD' ? undefined : bytes)
}
