import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { toHundredths } from '#contract/format.ts'
import { type Failure, refusals } from '#contract/refusals.ts'
import { runWithWaitBudget } from '#db/postgres/wait-budget.ts'
import type { App } from './app.ts'
import { parseArtistPath, isSeen } from '#server/search/index.ts'
import { type Assets, chooseEncodedBody } from '#server/platform/http/assets.ts'
import { getBaseHeaders, loadedAnywhere } from '#server/platform/http/security-headers.ts'
import { UNKNOWN_ROUTE } from '#server/platform/http/route-templates.ts'
import { compressResponse } from '#server/platform/http/compress.ts'
import { isLoopbackAddress, UNKNOWN_ADDRESS } from './platform/context.ts'
import type { Env } from './platform/env.ts'
import { renderPlainFailure } from './platform/failure.ts'
import { sendAtHand, sendOpened } from '#server/platform/http/send-page.ts'
import type { Rig } from './platform/rig.ts'
import type { Tracing } from './platform/tracing.ts'

type Parts = {
  rig: Pick<Rig, 'env' | 'log' | 'metrics'>
  assets: Pick<Assets, 'get'>
  app: App
  /** True if the database is available, the clock is right and the process is not draining. */
  ready: (checks?: ReadyChecks) => Promise<boolean>
  /** False while the clock is wrong. */
  mayChange?: () => boolean
  memory: boolean
  tracing?: Tracing | undefined
}

/** Without `database`, a process without database is ready, since it serves cached pages. */
export type ReadyChecks = { database: boolean }

type Listener = {
  answer: RequestListener
  endStreams: () => void
}

/** Serves health, files and cached pages from memory, the rest through the app. */
export function openListener({ rig, assets, app, ready, mayChange = () => true, memory, tracing }: Parts): Listener {
  const streams = new Map<ServerResponse, boolean>()
  const limits = new WeakMap<ServerResponse, () => void>()
  const throughApp = getRequestListener(
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as { incoming: IncomingMessage; outgoing: ServerResponse }
      const response = await app.fetch(request, callerOf(incoming)).catch((thrown) => {
        const { text, ...answer } = renderPlainFailure(rig, thrown, {
          requestId: idOf(incoming),
          route: app.routeOf(pathOf(incoming)),
        })
        return new Response(text, answer)
      })
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) follow(outgoing, false)
      return compressResponse(request, response)
    },
    { overrideGlobalObjects: false },
  )

  const callerOf = (incoming: IncomingMessage) => ({
    address: addressOf(incoming, rig.env.TRUST_PROXY),
    requestId: idOf(incoming),
    cookie: incoming.headers.cookie,
    languages: incoming.headers['accept-language'],
  })

  const answer: RequestListener = (incoming, outgoing) => {
    if (answerKept(incoming, outgoing)) return
    const answered = runWithWaitBudget(rig.env.DATABASE_TOTAL_MS, (lift) => {
      limits.set(outgoing, lift)
      outgoing.once('close', lift)
      return traced(incoming, outgoing)
    })
    answered.catch((thrown) => {
      const { status, text, headers } = renderPlainFailure(rig, thrown, {
        requestId: idOf(incoming),
        route: app.routeOf(pathOf(incoming)),
      })
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(status, headers).end(text)
    })
  }

  /** Sends a cached page synchronously. Returns false if the request needs the app. */
  function answerKept(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { url = '/', method } = incoming
    // Requests with a query or trace go through the app.
    if (!memory || tracing || url.includes('?') || (method !== 'GET' && method !== 'HEAD')) return false
    const started = performance.now()
    const kept = app.pages.atHand(url, callerOf(incoming))
    if (!kept || !sendAtHand(incoming, outgoing, kept.page, idOf(incoming), every)) return false
    record(incoming, outgoing, url, (performance.now() - started) / 1000)
    return true
  }

  function traced(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    // Health checks and assets are not traced.
    if (!tracing || /^(health|asset)$/.test(app.routeOf(pathOf(incoming)))) return answerOne(incoming, outgoing)
    const traceparent = incoming.headers['traceparent']
    const work = tracing.request(typeof traceparent === 'string' ? traceparent : undefined)
    outgoing.once('close', () => {
      const { statusCode: status } = outgoing
      const [method, route] = [incoming.method ?? '', app.routeOf(pathOf(incoming))]
      work.end(
        `${method} ${route}`,
        {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'primp.request_id': idOf(incoming),
        },
        status >= 500 ? new Error(`returned ${status}`) : undefined,
      )
    })
    return work.within(() => answerOne(incoming, outgoing))
  }

  const every = getBaseHeaders(rig.env)
  const dressed = new WeakSet<object>()
  const assetOf = (path: string) => {
    const asset = assets.get(path)
    if (!asset || dressed.has(asset)) return asset
    dressed.add(asset)
    Object.assign(asset.headers, every)
    if (path === loadedAnywhere) asset.headers['cross-origin-resource-policy'] = 'cross-origin'
    return asset
  }

  async function answerOne(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const started = performance.now()
    const path = pathOf(incoming)
    const query = (incoming.url ?? '/').slice(path.length)
    outgoing.once('close', () => {
      forget(outgoing)
      record(incoming, outgoing, path, (performance.now() - started) / 1000)
    })
    const reads = incoming.method === 'GET' || incoming.method === 'HEAD'
    const asset = reads ? assetOf(path) : undefined
    if (asset) return sendPacked(incoming, outgoing, asset, every)
    // Cached responses already have these headers.
    if (!memory || !reads || !isPage(path) || isForMachines.test(path)) dress(outgoing, every)
    if (await answerHealth({ rig, ready }, incoming, path, outgoing)) return
    if (!reads && !mayChange()) return refuseChange(incoming, outgoing)
    if (memory && reads && isPage(path)) {
      const opened = await app.pages.open(path, query, callerOf(incoming)).catch(() => null)
      if (opened) return sendOpened(incoming, outgoing, opened, idOf(incoming), every)
      dress(outgoing, every)
    }
    if (incoming.method === 'GET' && path === '/v1/live') {
      follow(outgoing, true)
      if (await app.live(incoming, outgoing, addressOf(incoming, rig.env.TRUST_PROXY))) return
    }
    await throughApp(incoming, outgoing)
  }

  function follow(outgoing: ServerResponse, own: boolean) {
    limits.get(outgoing)?.()
    streams.set(outgoing, own)
    rig.metrics.streams.set(streams.size)
  }

  function forget(outgoing: ServerResponse) {
    if (streams.delete(outgoing)) rig.metrics.streams.set(streams.size)
  }

  function endStreams() {
    for (const [outgoing, own] of streams) {
      // The app would keep writing after the end.
      if (own && outgoing.headersSent && !outgoing.writableEnded) outgoing.end()
      else outgoing.destroy()
    }
  }

  return { answer, endStreams }

  function record(incoming: IncomingMessage, outgoing: ServerResponse, path: string, seconds: number) {
    const status = outgoing.statusCode
    const artist = incoming.method === 'GET' && (status === 200 || status === 304) ? parseArtistPath(path) : null
    if (artist && isSeen(incoming.headers)) app.viewed(artist)
    const route = app.routeOf(path)
    const method = countedMethods.has(incoming.method ?? '') ? (incoming.method as string) : 'other'
    // Unserved methods create no metric series.
    const counted = status === 404 || status === 405 ? UNKNOWN_ROUTE : route
    rig.metrics.requests.observe({ route: counted, method, status: String(status) }, seconds)
    if (route === 'asset' || route === 'health') return
    rig.log.info(
      { requestId: idOf(incoming), method: incoming.method, route, status, ms: toHundredths(seconds * 1_000) },
      'request',
    )
  }
}

export function openHealth(parts: Pick<Parts, 'rig' | 'ready'>): RequestListener {
  const every = getBaseHeaders(parts.rig.env)
  return (incoming, outgoing) => {
    dress(outgoing, every)
    answerHealth(parts, incoming, pathOf(incoming), outgoing).then(
      (known) => known || text(outgoing, 404, 'not found'),
      (thrown) =>
        text(
          outgoing,
          renderPlainFailure(parts.rig, thrown, { requestId: idOf(incoming), route: 'health' }).status,
          '',
        ),
    )
  }
}

async function answerHealth(
  { rig, ready }: Pick<Parts, 'rig' | 'ready'>,
  incoming: IncomingMessage,
  path: string,
  outgoing: ServerResponse,
): Promise<boolean> {
  if (path === '/healthz') text(outgoing, 200, 'ok')
  else if (path === '/readyz') {
    const excluded = new URLSearchParams((incoming.url ?? '').split('?')[1]).getAll('exclude')
    const now = await ready({ database: !excluded.includes('database') })
    text(outgoing, now ? 200 : 503, now ? 'ready' : 'not ready')
  } else if (path !== '/metrics') return false
  else if (mayReadMetrics(rig.env, incoming))
    text(outgoing, 200, await rig.metrics.registry.metrics(), rig.metrics.registry.contentType)
  else text(outgoing, 404, 'not found')
  return true
}

export function openMetricsPort({ rig }: Pick<Parts, 'rig'>): RequestListener {
  return (incoming, outgoing) => {
    dress(outgoing, getBaseHeaders(rig.env))
    if (pathOf(incoming) !== '/metrics' || !hasMetricsToken(rig.env, incoming)) return text(outgoing, 404, 'not found')
    rig.metrics.registry.metrics().then(
      (counted) => text(outgoing, 200, counted, rig.metrics.registry.contentType),
      () => text(outgoing, 500, ''),
    )
  }
}

// Metrics require the token or, without one, a request from this machine.
const mayReadMetrics = (env: Env, incoming: IncomingMessage): boolean =>
  env.METRICS_PORT === undefined &&
  (env.METRICS_TOKEN ? hasMetricsToken(env, incoming) : isLoopbackAddress(addressOf(incoming, env.TRUST_PROXY)))

function hasMetricsToken({ METRICS_TOKEN }: Env, { headers }: IncomingMessage): boolean {
  if (!METRICS_TOKEN) return true
  const hashOf = (of: string) => createHash('sha256').update(of).digest()
  return timingSafeEqual(hashOf(headers.authorization ?? ''), hashOf(`Bearer ${METRICS_TOKEN}`))
}

function dress(outgoing: ServerResponse, every: Record<string, string>): void {
  for (const [name, value] of Object.entries(every)) outgoing.setHeader(name, value)
}

// Node accepts more than thirty methods.
const countedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const isForMachines = /^\/(healthz|readyz|metrics)$/

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

const isPage = (path: string): boolean =>
  !/^\/(v1|embed|pictures|assets|__manifest|\.well-known)(\/|$)|\.(?!xml$|txt$)[a-z]+$/.test(path)

const ids = new WeakMap<IncomingMessage, string>()
function idOf(incoming: IncomingMessage): string {
  const known = ids.get(incoming)
  if (known) return known
  const given = incoming.headers['x-request-id']
  const id = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
  ids.set(incoming, id)
  return id
}

const passedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const address = socket.remoteAddress ?? ''
  if (trustProxy) {
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim()
    return forwarded || address
  }
  // An untrusted local proxy forwards others' requests, which are not from this machine.
  return isLoopbackAddress(address) && passedOn.some((name) => headers[name]) ? UNKNOWN_ADDRESS : address
}

/** Rejects writes while the clock is wrong: expiry and payments depend on it. */
function refuseChange(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const [status, message] = refusals.unavailable
  const body: Failure = { message, code: 'unavailable', requestId: idOf(incoming) }
  outgoing
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', 'retry-after': '60' })
    .end(JSON.stringify(body))
}

function text(outgoing: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8') {
  outgoing.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

function sendPacked(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  of: { body: Buffer; br: Buffer | null; gzip: Buffer | null; headers: Record<string, string> },
  every: Record<string, string>,
) {
  const { headers } = of
  if (headers['etag'] && incoming.headers['if-none-match'] === headers['etag']) {
    const policy = headers['cross-origin-resource-policy'] ?? ''
    outgoing
      .writeHead(304, {
        ...every,
        'cross-origin-resource-policy': policy,
        etag: headers['etag'],
        'cache-control': headers['cache-control'] ?? '',
      })
      .end()
    return
  }
  const { bytes, encoding } = chooseEncodedBody(String(incoming.headers['accept-encoding'] ?? ''), of)
  outgoing.writeHead(200, {
    ...headers,
    'content-length': bytes.length,
    vary: 'Accept-Encoding',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : bytes)
}
