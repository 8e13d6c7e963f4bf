import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { isInside, createPublicLookup } from '#server/gateways/outside.ts'
import { type Env, isLoopbackUrl } from '#server/platform/env.ts'
import { CalendarUnreadable, explainNetworkFault, explainStatus, TOO_LARGE } from './calendar-unreadable.ts'

export type CalendarFile = { bytes: Buffer; charset: string | null; etag: string | null }
export type CalendarRequest = { url: string; etag: string | null; waitMs: number }

/** Size limit of a file, compressed and decoded. Ten years of a busy Google calendar reach 5 MB. */
const MOST_BYTES = 10 * 1024 * 1024
const MOST_REDIRECTS = 5
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/**
 * Downloads a calendar file. Follows redirects, also to `webcal:` addresses. Every hop must be a public address, unless
 * the site itself runs on loopback. Throws `CalendarUnreadable`.
 */
export async function fetchCalendar(
  env: Pick<Env, 'publicUrl'>,
  { url, etag, waitMs }: CalendarRequest,
): Promise<CalendarFile | 'unchanged'> {
  const near = isLoopbackUrl(env.publicUrl)
  const signal = AbortSignal.timeout(waitMs)
  const headers = {
    'user-agent': `Primp/1.0 (+${env.publicUrl}/content/help)`,
    accept: 'text/calendar, */*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
    ...(etag ? { 'if-none-match': etag } : {}),
  }
  let address = parseAddress(url, near)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const { hostname } = address
    try {
      const answer = await sendRequest(address, { near, signal, headers })
      if (answer.status === 304) return 'unchanged'
      const location = answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined
      if (location === undefined) return await readAnswer(answer)
      address = parseAddress(location, near, address)
    } catch (fault) {
      throw explainNetworkFault(fault, hostname)
    }
  }
  throw new CalendarUnreadable('This address redirects too often.')
}

/** Converts `webcal:` to https. Throws for non-public addresses. */
function parseAddress(text: string, near: boolean, base?: URL): URL {
  const refusal = new CalendarUnreadable('This is not a public web address.')
  const url = text.trim().replace(/^webcals?:/i, 'https:')
  if (!URL.canParse(url, base?.href)) throw refusal
  const address = new URL(url, base)
  if (!/^https?:$/.test(address.protocol)) throw refusal
  if (!near && isInside(address.hostname.replace(/^\[|\]$/g, ''))) throw refusal
  return address
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

function sendRequest(
  address: URL,
  { near, signal, headers }: { near: boolean; signal: AbortSignal; headers: Record<string, string> },
): Promise<Answer> {
  const send = address.protocol === 'https:' ? requestSecure : requestPlain
  const lookup = createPublicLookup(near, () => new CalendarUnreadable('This is not a public web address.'))
  return new Promise((resolve, reject) => {
    const request = send(address, { lookup, signal, headers }, (response) => {
      const status = response.statusCode ?? 0
      const finish = (body: Buffer) => resolve({ status, headers: response.headers, body })
      if (status === 200) return readBody(response).then(finish, reject)
      // The body of an error page or redirect is not needed. Without this, an endless one would keep the socket open.
      response.on('error', () => {})
      response.destroy()
      finish(Buffer.alloc(0))
    })
    request.on('error', reject)
    request.end()
  })
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    parts.push(part as Buffer)
    bytes += (part as Buffer).length
    // Leaving the loop destroys the response.
    if (bytes > MOST_BYTES) throw new CalendarUnreadable(TOO_LARGE)
  }
  return Buffer.concat(parts)
}

async function readAnswer({ status, headers, body }: Answer): Promise<CalendarFile> {
  if (status !== 200) throw explainStatus(status, headers['retry-after'], Date.now())
  const charset = /charset\s?=\s?"?([\w.:-]{1,40})/i.exec(headers['content-type'] ?? '')?.[1] ?? null
  return { bytes: await decode(body, headers['content-encoding'] ?? ''), charset, etag: headers.etag ?? null }
}

const decoders = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
  raw: promisify(inflateRaw),
}

/**
 * Recognises gzip by its first bytes: some servers send it undeclared, and some declare it for plain text. Throws if
 * the result exceeds the size limit.
 */
async function decode(body: Buffer, encodings: string): Promise<Buffer> {
  let bytes = body
  try {
    for (const encoding of encodings.toLowerCase().split(',', 4).reverse()) {
      const name = encoding.trim()
      if (name === 'br') bytes = await decoders.br(bytes, { maxOutputLength: MOST_BYTES })
      // Deflate means zlib in RFC 9110, but some servers send it without the zlib header.
      if (name === 'deflate' && bytes.length > 0)
        bytes = await decoders[isZlib(bytes) ? 'deflate' : 'raw'](bytes, { maxOutputLength: MOST_BYTES })
      if (isGzip(bytes)) bytes = await decoders.gzip(bytes, { maxOutputLength: MOST_BYTES })
    }
    return bytes
  } catch (fault) {
    const tooLarge = (fault as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new CalendarUnreadable(tooLarge ? TOO_LARGE : 'The file is damaged. We could not decompress it.')
  }
}

const isGzip = (bytes: Buffer): boolean => bytes.subarray(0, 2).equals(GZIP_MAGIC)
const isZlib = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0
