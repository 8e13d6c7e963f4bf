import { text } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { ApiError } from '#web/platform/api/api.ts'
import { visitContext } from './platform/context.ts'
import { ScriptNonce } from './shell/script-nonce.ts'

/** Timeout for data of a page that is still loading, in milliseconds. */
export const streamTimeout = 5_000

/** Renders a page completely before it is sent, so that it can be cached and works without a script. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce } = context.get(visitContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  let hasFailed = false
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ScriptNonce value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </ScriptNonce>,
      {
        nonce,
        // Content in place: without a script, outlined boundaries would stay hidden.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onAllReady() {
          clearTimeout(timer)
          text(pipe(new PassThrough())).then(resolve, reject)
        },
        onShellError: reject,
        onError(error) {
          hasFailed = true
          handleError(error, { request, context })
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
  return new Response(request.method === 'HEAD' ? null : html, { headers, status: hasFailed ? 500 : status })
}

/**
 * Reports errors of loaders, actions and rendering; cancelled navigations, refusals and invalid addresses are ignored.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (error instanceof ApiError) {
    if (error.status === 503) context.get(visitContext).putOff(error.retryAfter ?? 1)
    return
  }
  const { error: cause } = error as { error?: unknown }
  context.get(visitContext).report(isRouteErrorResponse(error) && cause ? cause : error)
}
