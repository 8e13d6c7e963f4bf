import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { contract } from '#contract/contract.ts'
import { toHundredths } from '#contract/format.ts'
import type { App } from './app.ts'
import { packedFor, type readAssets } from '#server/platform/http/assets.ts'
import { compress } from '#server/platform/http/compress.ts'
import { sendOpened } from '#server/platform/http/send-page.ts'
import type { Rig } from './platform/rig.ts'

type Parts = {
  rig: Pick<Rig, 'env' | 'log' | 'metrics'>
  assets: ReturnType<typeof readAssets>
  app: App
  /** Whether the process should be sent traffic: the database answers and it is not draining. */
  ready: () => Promise<boolean>
  /** Off in development, where pages and files change. */
  memory: boolean
}

type Listener = {
  answer: RequestListener
  /** Ends what would never end by itself, so that the process can. */
  endStreams: () => void
}

/** Turns raw requests into answers: health, files and public pages straight from memory, the rest through the app. */
export function openListener({ rig, assets, app, ready, memory }: Parts): Listener {
  const streams = new Set<ServerResponse>()
  const throughApp = getRequestListener(
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as { incoming: IncomingMessage; outgoing: ServerResponse }
      const response = await app.fetch(request, callerOf(incoming))
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) streams.add(outgoing)
      return compress(request, response)
    },
    { overrideGlobalObjects: false },
  )

  const callerOf = (incoming: IncomingMessage) => ({
    address: addressOf(incoming, rig.env.TRUST_PROXY),
    requestId: idOf(incoming),
    cookie: incoming.headers.cookie,
  })

  const answer: RequestListener = async (incoming, outgoing) => {
    const started = performance.now()
    const url = incoming.url ?? '/'
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    outgoing.once('close', () => {
      streams.delete(outgoing)
      record(incoming, outgoing, path, (performance.now() - started) / 1000)
    })
    const reads = incoming.method === 'GET' || incoming.method === 'HEAD'
    if (path === '/healthz') return text(outgoing, 200, 'ok')
    if (path === '/readyz') return (await ready()) ? text(outgoing, 200, 'ready') : text(outgoing, 503, 'not ready')
    if (path === '/metrics')
      return text(outgoing, 200, await rig.metrics.registry.metrics(), rig.metrics.registry.contentType)
    const asset = reads ? assets.get(path) : undefined
    if (asset) return sendPacked(incoming, outgoing, 200, asset, asset.headers)
    if (memory && reads && isPage(path)) {
      const opened = await app.pages.open(path, query < 0 ? '' : url.slice(query), callerOf(incoming)).catch(() => null)
      if (opened) return sendOpened(incoming, outgoing, opened, idOf(incoming))
    }
    if (incoming.method === 'GET' && path === '/v1/live') {
      streams.add(outgoing)
      if (await app.live(incoming, outgoing, addressOf(incoming, rig.env.TRUST_PROXY))) return
    }
    return throughApp(incoming, outgoing)
  }

  function endStreams() {
    for (const outgoing of streams) outgoing.destroy()
  }

  return { answer, endStreams }

  function record(incoming: IncomingMessage, outgoing: ServerResponse, path: string, seconds: number) {
    const route = routeOf(path, outgoing.statusCode)
    rig.metrics.requests.observe({ route, method: incoming.method ?? '', status: String(outgoing.statusCode) }, seconds)
    if (route === 'asset' || route === 'health') return
    rig.log.info(
      {
        requestId: idOf(incoming),
        method: incoming.method,
        route,
        status: outgoing.statusCode,
        ms: toHundredths(seconds * 1_000),
      },
      'request',
    )
  }
}

const isPage = (path: string): boolean => !/^\/(v1|pictures|assets|__manifest)(\/|$)|\.(?!xml$|txt$)[a-z]+$/.test(path)

// Ids and tokens in a path are a person's, and anybody can ask for any path: the log and the metrics get the shape of what there is.
const routeOf = (path: string, status: number): string => {
  if (/^\/(healthz|readyz|metrics)$/.test(path)) return 'health'
  if (path.startsWith('/assets/')) return 'asset'
  const [, first = '', second = '', third = ''] = path.split('/')
  if (first === 'pictures') return '/pictures'
  if (first === 'v1')
    return `/v1/${knownCalls.test(second) ? second : '…'}${third === '' ? '' : /^(formSettings|gatsby|home|@|login|logout|me)$/.test(third) ? `/${third}` : '/…'}`
  if (status === 404 || status === 405) return '(unknown)'
  if (status >= 300 && status < 400 && status !== 304) return '(moved)'
  return /^(au|us|gb|ca)$/.test(first) ? '/{country}/…' : `/${first.slice(0, 24)}${second ? '/…' : ''}`
}
const knownCalls = new RegExp(
  `^(@|openapi\\.json|docs|${[
    ...new Set(
      Object.values(contract)
        .flatMap((calls) => Object.values(calls))
        .map(({ path }) => path.split('/')[2]),
    ),
  ]
    .filter((name) => /^[a-z-]+$/i.test(name ?? ''))
    .join('|')})$`,
)

const ids = new WeakMap<IncomingMessage, string>()
function idOf(incoming: IncomingMessage): string {
  const known = ids.get(incoming)
  if (known) return known
  const given = incoming.headers['x-request-id']
  const id = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
  ids.set(incoming, id)
  return id
}

function addressOf(incoming: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(incoming.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : ''
  return forwarded || incoming.socket.remoteAddress || ''
}

function text(outgoing: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8') {
  outgoing.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

function sendPacked(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  status: number,
  of: { body: Buffer; br: Buffer | null; gzip: Buffer | null },
  headers: Record<string, string>,
) {
  if (headers['etag'] && incoming.headers['if-none-match'] === headers['etag']) {
    outgoing.writeHead(304, { etag: headers['etag'], 'cache-control': headers['cache-control'] ?? '' }).end()
    return
  }
  const { bytes, encoding } = packedFor(String(incoming.headers['accept-encoding'] ?? ''), of)
  outgoing.writeHead(status, {
    ...headers,
    'content-length': bytes.length,
    vary: 'Accept-Encoding',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : bytes)
}
