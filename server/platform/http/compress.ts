import { promisify } from 'node:util'
import { constants, createGzip, gzip, gzipSync } from 'node:zlib'

const packed = promisify(gzip)
const worthwhile = /^(text\/|application\/(json|javascript|manifest|ld\+json|xml)|image\/svg)/
const SMALL_BYTES = 860
// Smaller bodies compress faster than a worker thread can be notified.
const SOON_BYTES = 128 * 1024

/** Compresses a dynamic response: complete bodies at once, streams chunk by chunk without delay. */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (
    !response.body ||
    response.headers.has('content-encoding') ||
    !worthwhile.test(type) ||
    type.startsWith('text/event-stream')
  )
    return response
  const headers = new Headers(response.headers)
  headers.append('vary', 'Accept-Encoding')
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
    return new Response(response.body, { status: response.status, headers })
  const { status } = response
  if (!type.startsWith('text/html') || headers.has('content-length')) {
    const whole = Buffer.from(await response.arrayBuffer())
    if (whole.length < SMALL_BYTES) return new Response(whole, { status, headers })
    headers.set('content-encoding', 'gzip')
    headers.delete('content-length')
    // The fastest level, because the body is sent once and server time is scarce.
    const level = { level: 1 }
    return new Response(whole.length < SOON_BYTES ? gzipSync(whole, level) : await packed(whole, level), {
      status,
      headers,
    })
  }
  headers.set('content-encoding', 'gzip')
  headers.delete('content-length')
  return new Response(flushed(response.body), { status, headers })
}

function flushed(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const zip = createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH })
  const reader = body.getReader()
  return new ReadableStream({
    start(controller) {
      zip.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)))
      zip.on('end', () => controller.close())
      zip.on('error', (fault) => controller.error(fault))
      const pump = async () => {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) break
          if (!zip.write(value)) await new Promise((resolve) => zip.once('drain', resolve))
        }
        zip.end()
      }
      pump().catch((fault) => controller.error(fault))
    },
    cancel(reason) {
      zip.destroy()
      return reader.cancel(reason)
    },
  })
}
