import { isbot } from 'isbot'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { ApiError } from './platform/api/api.ts'
import { visitContext } from './platform/context.ts'
import { NoScriptForm } from '#web/search/form/no-script-form.ts'
import { type Draw, Drawing } from '#web/ui/drawn.tsx'
import { PlainForm } from '#web/search/form/plain-form.tsx'
import { ScriptNonce } from './shell/script-nonce.ts'
import { lateScriptId } from './shell/late-script.ts'
import type { PageFrame } from './shell/page-frame.ts'

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
  const { nonce, drawn } = context.get(visitContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (drawn && status === 200) {
    const whole = await wholePage(request, entry, nonce)
    if (whole) {
      drawn(whole)
      return new Response(null, { headers, status })
    }
  }
  let sentStatus = status
  const body = await renderToReadableStream(<Page entry={entry} url={request.url} nonce={nonce} />, {
    nonce,
    signal: AbortSignal.timeout(streamTimeout + 1_000),
    // A whole page has each part in its place, for whoever runs no script.
    ...(drawn ? { progressiveChunkSize: Number.MAX_SAFE_INTEGER } : {}),
    onError(error) {
      sentStatus = 500
      handleError(error, { request, context })
    },
  })
  if (drawn || entry.isSpaMode || isbot(request.headers.get('user-agent') ?? '')) await body.allReady
  return new Response(request.method === 'HEAD' ? null : body, { headers, status: sentStatus })
}

function Page({ entry, url, nonce }: { entry: EntryContext; url: string; nonce?: string }) {
  return (
    <ScriptNonce value={nonce}>
      <NoScriptForm value={PlainForm}>
        <ServerRouter context={entry} url={url} nonce={nonce} />
      </NoScriptForm>
    </ScriptNonce>
  )
}

type Handoff = { done: boolean; value: string }
type WithHandoff = Omit<EntryContext, 'renderMeta'> & {
  renderMeta: { didRenderScripts?: boolean; streamCache?: Record<number, { result: Handoff }> }
}

/**
 * A page that waits for nothing, drawn at once as text: a third less work than a stream of its pieces.
 * Null when something on it does wait; the loaders' data is kept, so that the stream can take over.
 */
async function wholePage(request: Request, entry: EntryContext, nonce: string | undefined): Promise<string | null> {
  const context = entry as WithHandoff
  if (context.serverHandoffStream) {
    const value = await new Response(context.serverHandoffStream as ReadableStream<Uint8Array>).text()
    // The router writes what it finds here into the page, and reads from the stream only where there is nothing.
    const streamCache = { 0: { result: { done: false, value } }, 1: { result: { done: true, value: '' } } }
    context.renderMeta = { ...context.renderMeta, streamCache }
    context.serverHandoffStream = new ReadableStream()
  }
  const page = renderToString(
    <Drawing value={draw}>
      <Page entry={context as EntryContext} url={request.url} nonce={nonce} />
    </Drawing>,
  )
  if (!page.includes('<!--$!-->'))
    return `<!DOCTYPE html>${isLate(context) ? withLateScript(page) : withScriptLast(page)}`
  context.serverHandoffStream = new ReadableStream()
  return null
}

const mostParts = 200
const partsOfAll = new Map<string, string | null>()
const partsOf = new WeakMap<object, Map<string, string | null>>()

// What many pages share is drawn by itself after the first of them, for the others.
const draw: Draw = (from, of, part) => {
  const parts = from ? (partsOf.get(from) ?? new Map<string, string | null>()) : partsOfAll
  if (from) partsOf.set(from, parts)
  const known = parts.get(of)
  if (known !== undefined) return known
  if (parts.size >= mostParts) parts.clear()
  parts.set(of, null)
  queueMicrotask(() => parts.set(of, renderToString(part())))
  return null
}

const isLate = ({ staticHandlerContext }: WithHandoff): boolean =>
  staticHandlerContext.matches.some(({ route }) => (route.handle as PageFrame | undefined)?.late)

// What would load the site's script is kept as text, for the page's own few lines to run when it is wanted.
const withLateScript = (page: string): string =>
  page
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(
      /<script((?: nonce="[^"]*")?) type="module" async=""((?: nonce="[^"]*")?)>/,
      `<script$1$2 type="text/plain" id="${lateScriptId}">`,
    )

// What a page looks like comes first: styles, fonts and pictures are not to share a slow line with what runs once they are there.
const withScriptLast = (page: string): string =>
  page.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')

/** Hands the faults of loaders, actions and drawing on; a cancelled navigation is none, nor is what a call or an address refused. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted) return
  // The router's own words of an address or a method that it does not know.
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (error instanceof ApiError) {
    if (error.status === 503) context.get(visitContext).putOff(error.retryAfter ?? 1)
    return
  }
  const { error: inside } = error as { error?: unknown }
  context.get(visitContext).report(isRouteErrorResponse(error) && inside ? inside : error)
}
