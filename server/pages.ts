import { randomBytes } from 'node:crypto'
import { consentScript } from '#contract/consent.ts'
import { retentionDays } from '#contract/constants.ts'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type Visit, visitContext } from '#web/platform/context.ts'
import { readBody } from './platform/body.ts'
import { hear } from './platform/hints.ts'
import { faultFields } from './platform/log.ts'
import { type CachedPage, PageCache } from './platform/page-cache.ts'
import { type PageNews, pagesChanged } from './platform/page-news.ts'
import { Refusal } from './platform/refusal.ts'
import type { Rig } from './platform/rig.ts'
import { contentSecurityPolicy, inlineScriptHashes, plainHeaders, strictTransport } from './platform/security-headers.ts'
import { businessOf, settingOf } from './platform/settings.ts'

export type Call = Visit['call']
export type Caller = { address: string; requestId: string; cookie: string | undefined }
type Pages = {
  /** Renders a page, a form's answer or a loader's data. */
  render: (request: Request, caller: Caller) => Promise<Response>
  /** A public page from memory, or null where it must be rendered for this request. */
  cached: (path: string, caller: Caller) => Promise<CachedPage | null>
}

// Made for one visitor: their searches, their bookings, the links of their mails. Everything else is the same for everyone and kept.
const forOne = /^\/(quotes?|search|book|review|post-review|s|verify|alerts|login-as|reset-password|login\/[^/]+)(\/|$|\.data)/

// Hot reload brings scripts and a socket of its own that no policy could name.
const developing = process.argv.includes('--dev')

/** Serves the pages of the built site: visitor pages streamed with a nonce, public ones whole and from memory. */
export function openPages(rig: Rig, build: ServerBuild, callApi: (path: string, init: RequestInit, caller: Caller) => Promise<Response>): Pages {
  const handle = createRequestHandler(build, 'production')
  const cache = new PageCache()
  const { env, metrics } = rig
  hear(rig.database, pagesChanged, (payload) => {
    const { gone, old } = JSON.parse(payload) as PageNews
    for (const path of gone) cache.forget(path)
    for (const prefix of old) cache.age(prefix, Date.now())
  }).catch((fault) => rig.log.error(faultFields(fault), 'pages'))

  const render = (asked: Request, caller: Caller): Promise<Response> =>
    takeForm(asked).then((request) => draw(request, caller), (thrown) => refuse(thrown, caller))

  async function draw(request: Request, caller: Caller): Promise<Response> {
    const { pathname } = new URL(request.url)
    const own = forOne.test(pathname) || request.method !== 'GET'
    const nonce = own ? randomBytes(16).toString('base64') : undefined
    const context = new RouterContextProvider()
    const anonymous = { ...caller, cookie: own ? caller.cookie : undefined }
    context.set(visitContext, {
      call: (path, init = {}) => callApi(path, init, anonymous),
      requestId: caller.requestId, ...(nonce ? { nonce } : {}), publicUrl: env.publicUrl, sample: env.sampleMarket, testPayments: (env.PAYMENTS ?? 'test') === 'test', mapStyleUrl: env.MAP_STYLE_URL ?? null,
      business: await businessOf(rig.database, env), retention: { ...retentionDays, ...(await settingOf<Partial<typeof retentionDays>>(rig.database, 'retention')) },
    })
    const response = await handle(request, context)
    metrics.pages.inc({ from: 'render' })
    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries({ ...plainHeaders, ...(env.production ? strictTransport : {}) })) headers.set(name, value)
    if (own) headers.set('cache-control', 'private, no-store')
    else if (response.status >= 500) headers.set('cache-control', 'no-store')
    if (!headers.get('content-type')?.startsWith('text/html')) return new Response(response.body, { status: response.status, headers })
    if (nonce) {
      if (!developing) headers.set('content-security-policy', contentSecurityPolicy(env, `'nonce-${nonce}' ${consentHash}`))
      headers.set('x-robots-tag', 'noindex')
      return new Response(response.body, { status: response.status, headers })
    }
    const text = await response.text()
    if (!developing) headers.set('content-security-policy', contentSecurityPolicy(env, inlineScriptHashes(text)))
    if (!headers.has('cache-control')) headers.set('cache-control', 'public, max-age=0, must-revalidate')
    // The length says that the page is whole, so that it is compressed in one go.
    headers.set('content-length', String(Buffer.byteLength(text)))
    return new Response(request.method === 'HEAD' ? null : text, { status: response.status, headers })
  }

  // The path is put behind the address, never read against it: one that begins with two slashes would name another host.
  async function renew(path: string, caller: Caller): Promise<CachedPage | null> {
    const response = await render(new Request(new URL(`${env.publicUrl}${path}`), { headers: { accept: 'text/html' } }), caller)
    const keep = response.status === 200 && response.headers.get('content-type')?.startsWith('text/html') && !response.headers.get('cache-control')?.includes('no-store')
    if (!keep) {
      cache.giveUp(path)
      await response.body?.cancel()
      return null
    }
    return cache.keep(path, response.status, await response.text(), Object.fromEntries(response.headers), Date.now())
  }

  async function cached(path: string, caller: Caller): Promise<CachedPage | null> {
    if (forOne.test(path)) return null
    const found = cache.find(path, Date.now())
    if (!found) return renew(path, caller)
    metrics.pages.inc({ from: 'memory' })
    if (found.renew) renew(path, caller).catch(() => cache.giveUp(path))
    return found.page
  }

  return { render, cached }
}

const consentHash = inlineScriptHashes(`<script>${consentScript}</script>`)

const mostFormBytes = 64 * 1024

/** The request as the router may have it: a form of a reasonable size where it sends anything at all. */
async function takeForm(request: Request): Promise<Request> {
  const { method, headers, url } = request
  if (method === 'GET' || method === 'HEAD') return request
  if (method !== 'POST') throw new Refusal('method_not_allowed')
  if (!/^application\/x-www-form-urlencoded(;|$)/i.test(headers.get('content-type') ?? '')) throw new Refusal('invalid_input')
  return new Request(url, { method, headers, body: await readBody(request, mostFormBytes), signal: request.signal })
}

function refuse(thrown: unknown, { requestId }: Caller): Response {
  if (!(thrown instanceof Refusal)) throw thrown
  const headers = { ...plainHeaders, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store', 'x-request-id': requestId }
  return new Response(thrown.message, { status: thrown.status, headers: thrown.code === 'method_not_allowed' ? { ...headers, allow: 'GET, HEAD, POST' } : headers })
}
