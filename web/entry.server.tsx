import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { visitContext } from './platform/context.ts'

/** After this many milliseconds what is still loading on a page is given up. */
export const streamTimeout = 5_000

/** Draws a page: whole for the cache and for robots, streamed with the visit's nonce for one visitor. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce } = context.get(visitContext)
  let sentStatus = status
  const body = await renderToReadableStream(<ServerRouter context={entry} url={request.url} nonce={nonce} />, {
    nonce,
    signal: AbortSignal.timeout(streamTimeout + 1_000),
    onError() {
      sentStatus = 500
    },
  })
  if (!nonce || entry.isSpaMode || isbot(request.headers.get('user-agent') ?? '')) await body.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(request.method === 'HEAD' ? null : body, { headers, status: sentStatus })
}

/** Faults reach the log through the API call that failed; a cancelled navigation is none. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }) {
  if (request.signal.aborted) return
  const { requestId } = context.get(visitContext)
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: String(error) }
  process.stderr.write(`${JSON.stringify({ level: 'error', at: 'page', requestId, name, message })}\n`)
}
