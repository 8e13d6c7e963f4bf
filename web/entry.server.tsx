import { Writable } from 'node:stream'
import { isbot } from 'isbot'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { visitContext } from './platform/context.ts'

/** After this many milliseconds what is still loading on a page is given up. */
export const streamTimeout = 5_000
const giveUpMs = streamTimeout + 1_000

/** Draws a page: whole for the cache and for robots, streamed with the visit's nonce for one visitor. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce } = context.get(visitContext)
  const page = <ServerRouter context={entry} url={request.url} nonce={nonce} />
  let sentStatus = status
  const drawing = { nonce, onError: () => { sentStatus = 500 } }
  const whole = !nonce || entry.isSpaMode || isbot(request.headers.get('user-agent') ?? '')
  const body = whole ? await drawWhole(page, drawing) : await renderToReadableStream(page, { ...drawing, signal: AbortSignal.timeout(giveUpMs) })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(request.method === 'HEAD' ? null : body, { headers, status: sentStatus })
}

/** A finished page in one piece: handing it on in many small ones costs as much again as drawing it. */
function drawWhole(page: ReactElement, drawing: { nonce: string | undefined; onError: () => void }): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = []
    const sheet = new Writable({
      write(piece: Uint8Array, _encoding, done) { pieces.push(piece); done() },
      final(done) { resolve(Buffer.concat(pieces).toString()); done() },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      ...drawing, onShellError: reject,
      onAllReady: () => { clearTimeout(late); pipe(sheet) },
    })
    const late = setTimeout(abort, giveUpMs)
  })
}

/** Faults reach the log through the API call that failed; a cancelled navigation is none. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }) {
  if (request.signal.aborted) return
  const { requestId } = context.get(visitContext)
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: String(error) }
  process.stderr.write(`${JSON.stringify({ level: 'error', at: 'page', requestId, name, message })}\n`)
}
