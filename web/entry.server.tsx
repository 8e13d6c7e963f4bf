import { renderToReadableStream, renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { ApiError } from './platform/api/api.ts'
import { visitContext } from './platform/context.ts'
import { type Draw, Drawing } from '#web/ui/drawn.tsx'
import { PlainForm } from '#web/search/form/plain-form.tsx'
import { SearchEntry } from '#web/search/form/search-entry.tsx'
import { NoScriptForm, PageSearch } from '#web/search/form/whole-search.tsx'
import { FilterPanel } from '#web/search/demand/filter-panel.tsx'
import { NoScriptFilters } from '#web/search/demand/no-script-filters.ts'
import { givenBack, takeData, withData } from './shell/page-data.ts'
import { linkHeader } from './shell/first-files.ts'
import { ScriptNonce } from './shell/script-nonce.ts'
import { withOneSheet } from './shell/one-sheet.ts'
import { startOf, withScriptInTime } from './shell/script-in-time.ts'

export { takeData }

// The server has at once what comes to a browser with the first touch.
SearchEntry.drawnBy(PageSearch)

/** After this many milliseconds what is still loading on a page is given up. */
export const streamTimeout = 5_000

/** Draws a page, whole: nothing on a page waits for what comes later, and what has no script has each part in its place. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, drawn, read, sheets } = context.get(visitContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const page: Asked = { entry, url: request.url, nonce }
  const { loaderData, text: data } = givenBack(entry.staticHandlerContext)
  entry.staticHandlerContext.loaderData = loaderData
  let sentStatus = status
  const text =
    (await atOnce(page, Boolean(read))) ??
    (await inPieces(page, (error) => {
      sentStatus = 500
      handleError(error, { request, context })
    }))
  const route = entry.staticHandlerContext.matches.at(-1)?.route.id
  const sheet = route ? sheets?.[route] : undefined
  headers.set('Link', linkHeader(sheet?.href))
  const looks = withOneSheet(text, sheet)
  const whole = `<!DOCTYPE html>${withData(withScriptInTime(looks, startOf(entry)), data)}`
  if (drawn && sentStatus === status) {
    drawn(whole)
    return new Response(null, { headers, status })
  }
  return new Response(request.method === 'HEAD' ? null : whole, { headers, status: sentStatus })
}

type Asked = { entry: EntryContext; url: string; nonce?: string | undefined }

function Page({ entry, url, nonce }: Asked) {
  return (
    <ScriptNonce value={nonce}>
      <NoScriptForm value={PlainForm}>
        <NoScriptFilters value={FilterPanel}>
          <ServerRouter context={entry} url={url} nonce={nonce} />
        </NoScriptFilters>
      </NoScriptForm>
    </ScriptNonce>
  )
}

type Handoff = { done: boolean; value: string }
type WithHandoff = Omit<EntryContext, 'renderMeta'> & {
  renderMeta: { didRenderScripts?: boolean; streamCache?: Record<number, { result: Handoff }> }
}

/**
 * A page that waits for nothing, drawn as text: a third less work than a stream of its pieces.
 * Null when something on it does wait; the loaders' data is kept, so that the stream can take over.
 */
async function atOnce(asked: Asked, shared: boolean): Promise<string | null> {
  const context = asked.entry as WithHandoff
  if (context.serverHandoffStream) {
    const value = await textOf(context.serverHandoffStream as ReadableStream<Uint8Array>)
    // The router writes what it finds here into the page, and reads from the stream only where there is nothing.
    const streamCache = { 0: { result: { done: false, value } }, 1: { result: { done: true, value: '' } } }
    context.renderMeta = { ...context.renderMeta, streamCache }
    context.serverHandoffStream = new ReadableStream()
  }
  const page = renderToString(
    <Drawing value={shared ? draw : drawOfAll}>
      <Page {...asked} />
    </Drawing>,
  )
  if (!page.includes('<!--$!-->')) return page
  context.serverHandoffStream = new ReadableStream()
  return null
}

/** All of a stream as text; what is there already comes in one piece. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of stream) text += decoder.decode(bytes, { stream: true })
  return text + decoder.decode()
}

/** The same page once all that it waits for is there. */
async function inPieces(asked: Asked, onError: (fault: unknown) => void): Promise<string> {
  const body = await renderToReadableStream(<Page {...asked} />, {
    nonce: asked.nonce,
    signal: AbortSignal.timeout(streamTimeout + 1_000),
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError,
  })
  await body.allReady
  return (await new Response(body).text()).replace(/^<!DOCTYPE html>/, '')
}

const mostParts = 2_000
const partsOfAll = new Map<string, string | null>()
const partsOf = new WeakMap<object, Map<string, string | null>>()

// What many pages share is drawn by itself once two of them have shown it, for the others; what one page alone shows is drawn once.
const draw: Draw = (from, of, part) => {
  const parts = from ? (partsOf.get(from) ?? new Map<string, string | null>()) : partsOfAll
  if (from) partsOf.set(from, parts)
  const known = parts.get(of)
  if (known) return known
  if (known === undefined) {
    const [oldest] = parts.size < mostParts ? [] : parts.keys()
    if (oldest !== undefined) parts.delete(oldest)
    parts.set(of, null)
  } else if (known === null) {
    parts.set(of, '')
    queueMicrotask(() => parts.set(of, renderToString(part())))
  }
  return null
}

// What one visitor's page shows of its own data is seen by nobody else.
const drawOfAll: Draw = (from, of, part) => (from ? null : draw(null, of, part))

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
