import { randomBytes } from 'node:crypto'
import { type Country, defaultCountry } from '#contract/words.ts'
import { detectVisitorCountry } from '#contract/visitor-country.ts'
import { consentScript } from '#contract/consent.ts'
import { retentionDays } from '#contract/constants.ts'
import { refusals } from '#contract/refusals.ts'
import { isAway } from '#db/faults.ts'
import type { ServerBuild } from 'react-router'
import type { Visit } from '#web/platform/context.ts'
import { runCostly, ROOM_AGAIN_S } from '#server/platform/work/costly.ts'
import { assertSameSite } from '#server/platform/http/same-origin.ts'
import { readBody } from '#server/platform/http/read-input.ts'
import { AnswerCache } from '#server/platform/pages/answer-cache.ts'
import type { Env } from './platform/env.ts'
import { toFaultFields } from './platform/log.ts'
import { type CacheHit, type RenderedPage, type PageResult, PageCache } from '#server/platform/pages/page-cache.ts'
import { getDrawnAddress, isMissingKept, openPagePaths, type PagePath } from '#server/platform/pages/page-paths.ts'
import { subscribeToNews } from '#server/platform/pages/page-news.ts'
import { Refusal } from './platform/refusal.ts'
import type { Rig } from './platform/rig.ts'
import { type RouteOf, UNKNOWN_ROUTE } from '#server/platform/http/route-templates.ts'
import {
  allowOwnFrame,
  buildContentSecurityPolicy,
  framedHere,
  hashScripts,
  getBaseHeaders,
  getPageHeaders,
  hashScript,
} from '#server/platform/http/security-headers.ts'
import { isNetworkStopped, getActiveSwitches } from './platform/oversight/switches.ts'
import { getBusiness, invalidateSettings, getSetting } from './platform/settings.ts'
import { invalidateCatalog } from '#server/catalog/index.ts'
import { runInLanguage } from '#server/platform/language.ts'
import type { DependsOn, Invalidation, Subject } from '#server/platform/pages/subjects.ts'

/** The requester; null for the site itself. */
export type Caller = {
  address: string | null
  requestId: string
  cookie: string | undefined
  languages?: string | undefined
}
type CallApi = (path: string, init: RequestInit, caller: Caller, dependsOn?: DependsOn) => Promise<Response>
type Asked = Omit<Visit, 'report' | 'putOff'>
export type BuiltPages = {
  routes: ServerBuild['routes']
  handlePage: (request: Request, visit: Visit) => Promise<Response>
}
export type SiteBuild = BuiltPages | (() => Promise<BuiltPages>)
type Making = { heard: Invalidation[]; opened: Promise<PageResult> }

// Hot reload needs inline scripts and a socket, so development has no CSP.
const developing = process.argv.includes('--dev')

const ANSWERS = { freshMs: 120_000, most: 200 }
const ownCaching = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }
// Browsers revalidate each time; shared caches may answer for five seconds.
const sharedCaching = {
  'cache-control': 'public, max-age=0, s-maxage=5, must-revalidate',
  'cdn-cache-control': 'max-age=3, stale-while-revalidate=2',
}
// Pages by country are cached here per country, never by shared caches.
const countryCaching = { 'cache-control': 'private, max-age=0, must-revalidate', vary: 'Cookie, Accept-Language' }

/** Streams per-visitor pages with a nonce. Serves public pages complete and from the cache. */
export function openPages(rig: Rig, build: SiteBuild, callApi: CallApi, routeOf: RouteOf = () => UNKNOWN_ROUTE) {
  const built = async () => (typeof build === 'function' ? build() : build)
  const answers = new AnswerCache(ANSWERS)
  const making = new Map<string, Making>()
  const { env, metrics } = rig
  const cache = new PageCache(env.PAGES_MB * 2 ** 20)
  const said = Object.entries({ ...getBaseHeaders(env), ...getPageHeaders(env) })
  subscribeToNews(rig.database, (news) => {
    if (news.some(({ all }) => all)) {
      invalidateCatalog(rig.database)
      invalidateSettings(rig.database)
    }
    for (const { heard } of making.values()) heard.push(...news)
    answers.invalidate(news)
    cache.invalidate(news, Date.now())
  }).catch((fault) => rig.log.error(toFaultFields(fault), 'page cache invalidation failed'))

  const render = (asked: Request, caller: Caller): Promise<Response> =>
    readForm(asked, env)
      .then((request) => draw(request, caller))
      .catch((thrown) => {
        const { status, headers, text } = refused(thrown, caller)
        return new Response(text, { status, headers })
      })

  const fixed = typeof build === 'function' ? null : openPagePaths(build.routes)
  const pathsNow = async () => fixed ?? openPagePaths((await built()).routes)

  async function draw(request: Request, caller: Caller): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const asked = forCountry((await pathsNow())(pathname, search), caller)
    if (asked.path === pathname && (asked.whose === 'one' || request.method !== 'GET'))
      return inLine(caller, () => drawOwn(request, caller))
    const { status, headers, text } =
      asked.path === pathname ? await inLine(caller, () => drawShared(asked, caller)) : movedTo(asked.path + search)
    // Some statuses forbid a body, even an empty one.
    return new Response(text || null, { status, headers })
  }

  // Never rendered for a blocked network, because the result would be specific to it.
  const inLine = async <T>({ address }: Caller, work: () => Promise<T>): Promise<T> => {
    if (address && isNetworkStopped(await getActiveSwitches(rig.database), address))
      throw new Refusal('network_stopped')
    return runCostly(rig, 'pages', address, work)
  }

  const visitOf = async (caller: Caller, country: Country): Promise<Asked> => ({
    country,
    call: (path, init = {}) => callApi(path, init, caller),
    requestId: caller.requestId,
    publicUrl: env.publicUrl,
    sample: env.sampleMarket,
    testPayments: (env.PAYMENTS ?? 'test') === 'test',
    pseudoLocale: env.PSEUDO_LOCALE,
    business: await getBusiness(rig.database, env),
    retention: { ...retentionDays, ...(await getSetting<Partial<typeof retentionDays>>(rig.database, 'retention')) },
  })

  function reporter({ method, url }: Request, requestId: string): (fault: unknown) => void {
    const told = new Set<unknown>()
    return (fault) => {
      if (told.has(fault)) return
      told.add(fault)
      const route = routeOf(new URL(url).pathname)
      metrics.faults.inc({ route })
      rig.log.error({ requestId, method, route, ...toFaultFields(fault) }, 'page fault')
    }
  }

  async function handled(
    request: Request,
    asked: Asked,
  ): Promise<{ response: Response; status: number; headers: Headers }> {
    let again: number | null = null
    const putOff = (seconds: number) => {
      again = seconds
    }
    const visit = { ...asked, report: reporter(request, asked.requestId), putOff }
    const { handlePage } = await built()
    // The page sets its language before it renders.
    const response = await runInLanguage('en', () => handlePage(request, visit))
    metrics.pages.inc({ from: asked.read ? 'made' : 'own' })
    const headers = new Headers(response.headers)
    for (const [name, value] of said) headers.set(name, value)
    // The router only knows that the call failed.
    const off = response.status === 500 && again !== null
    if (off) headers.set('retry-after', String(again))
    return { response, status: off ? 503 : response.status, headers }
  }

  async function drawOwn(request: Request, caller: Caller): Promise<Response> {
    const nonce = newNonce()
    const { response, status, headers } = await handled(request, {
      ...(await visitOf(caller, countryOf(caller))),
      nonce,
    })
    headers.set('cache-control', 'private, no-store')
    if (isHtml(headers)) {
      if (nonce)
        headers.set('content-security-policy', buildContentSecurityPolicy(env, `'nonce-${nonce}' ${consentHash}`))
      headers.set('x-robots-tag', 'noindex')
      if (new URL(request.url).pathname === framedHere) allowOwnFrame(headers)
    }
    return new Response(response.body, { status, headers })
  }

  /** Renders a page or its data for an anonymous visitor, with its subjects. */
  async function drawShared(
    { whose, drawn: path, byCountry, query, country }: Drawn,
    caller: Caller,
  ): Promise<RenderedPage> {
    const request = requestOf(path.includes('?') ? path + query.replace('?', '&') : path + query)
    const anybody = { ...caller, cookie: undefined }
    const subjects = new Set<Subject>()
    const about: DependsOn = (...more) => {
      for (const subject of more) subjects.add(subject)
    }
    const nonce = newNonce()
    const read: Visit['read'] = (path) =>
      answers
        .getOrCompute(path, Date.now(), about, async (said) => {
          const response = await callApi(path, { headers: { accept: 'application/json' } }, anybody, said)
          if (response.status >= 500 || response.status === 429) answers.delete(path)
          return { response, answer: (await response.json().catch(() => null)) as unknown }
        })
        .catch((fault) => {
          if (!isAway(fault)) throw fault
          return putOffAnswer()
        })
    const { response, status, headers } = await handled(request, { ...(await visitOf(anybody, country)), read, nonce })
    const text = await response.text()
    if (isHtml(headers)) {
      if (nonce) headers.set('content-security-policy', buildContentSecurityPolicy(env, hashScripts(text, nonce)))
      const caching = whose !== 'all' ? ownCaching : byCountry ? countryCaching : sharedCaching
      for (const [name, value] of Object.entries(caching)) headers.set(name, value)
    }
    if (status >= 500) {
      headers.set('cache-control', 'no-store')
      headers.delete('cdn-cache-control')
    }
    return { status, headers: Object.fromEntries(headers), text, subjects, nonce }
  }

  // Concatenated, because a path with two slashes would be resolved as another host.
  const requestOf = (path: string) =>
    new Request(new URL(`${env.publicUrl}${path}`), { headers: { accept: 'text/html' } })

  function make(asked: Drawn, caller: Caller): Promise<PageResult> {
    const { drawn } = asked
    const known = making.get(drawn)
    if (known) return known.opened
    const heard: Invalidation[] = []
    const opened = makeOne(asked, caller, heard).finally(() => making.delete(drawn))
    making.set(drawn, { heard, opened })
    return opened
  }

  async function makeOne(asked: Drawn, caller: Caller, heard: readonly Invalidation[]): Promise<PageResult> {
    const { whose, drawn: path } = asked
    const made = await inLine(caller, () => drawShared(asked, caller))
    const whole = /^(text\/html|application\/xml|text\/plain)/.test(made.headers['content-type'] ?? '')
    const keep =
      whole &&
      (made.status === 200 || (made.status === 404 && isMissingKept(path.replace(/\?.*/, '')))) &&
      (whose === 'none' || !made.headers['cache-control']?.includes('no-store'))
    if (!keep) {
      // On a server error the stale page stays; a redirect or missing page replaces it.
      if (made.status < 500) cache.delete(path)
      cache.cancelRenewal(path)
      return { made }
    }
    const page = await cache.store(path, made, Date.now())
    // Invalidated while it was being rendered.
    cache.invalidate(heard, Date.now())
    return { path, page, cache }
  }

  const open = (path: string, query: string, caller: Caller): Promise<PageResult | null> =>
    find(path, query, caller).catch((thrown) => ({ made: refused(thrown, caller) }))

  async function find(path: string, query: string, caller: Caller): Promise<PageResult | null> {
    const kept = query ? null : atHand(path, caller)
    if (kept) return kept
    const asked = forCountry((await pathsNow())(path, query), caller)
    if (asked.path !== path) return { made: movedTo(asked.path + query) }
    if (asked.whose === 'one') return null
    if (asked.query) return inLine(caller, async () => ({ made: await drawShared(asked, caller) }))
    return openKept(asked.drawn, caller, asked) ?? make(asked, caller)
  }

  /** Returns a cached page synchronously for an address without a query, or null. */
  function atHand(path: string, caller: Caller): CacheHit | null {
    // Cached under the canonical spelling.
    if (!mayVary.test(path)) return openKept(path, caller)
    const asked = fixed ? forCountry(fixed(path, ''), caller) : null
    return asked?.whose === 'all' && asked.path === path ? openKept(asked.drawn, caller, asked) : null
  }

  function openKept(path: string, caller: Caller, asked?: Drawn): CacheHit | null {
    const found = cache.find(path, Date.now())
    if (!found) return null
    metrics.pages.inc({ from: 'memory' })
    if (found.renew) renew(path, caller, asked).catch(() => cache.cancelRenewal(path))
    return { path, page: found.page, cache }
  }

  const renew = async (path: string, caller: Caller, asked?: Drawn) =>
    // Stale pages are renewed in the background.
    make(asked ?? forCountry((await pathsNow())(path, ''), nobody), { ...caller, address: null })

  async function read(path: string, caller: Caller): Promise<Response> {
    const opened = await open(path, '', caller)
    if (!opened) return new Response(null, { status: 404 })
    if ('made' in opened) {
      const { status, headers, text } = opened.made
      return new Response(text, { status, headers })
    }
    const { page, cache: of } = opened
    const text = await of.bytes(opened.path, page, 'plain')
    return new Response(text.toString(), { status: page.status, headers: page.headers })
  }

  return { render, open, atHand, read, kept: () => cache.size }
}

const newNonce = (): string | undefined => (developing ? undefined : randomBytes(16).toString('base64'))

type Drawn = PagePath & { country: Country }

const nobody = { cookie: undefined, languages: undefined }
const countryOf = ({ cookie, languages }: Pick<Caller, 'cookie' | 'languages'>): Country =>
  detectVisitorCountry(cookie, languages)

function forCountry(asked: PagePath, caller: Pick<Caller, 'cookie' | 'languages'>): Drawn {
  if (!asked.byCountry) return { ...asked, country: defaultCountry }
  const country = countryOf(caller)
  return { ...asked, drawn: getDrawnAddress(asked.drawn, country), country }
}

const mayVary =
  /^\/(?:$|_\.data$|halloween|happy-place|lessons|join|nails\/join|providers\/join|hairdressers\/join|content\/)/i

const movedTo = (location: string): RenderedPage => ({
  status: 308,
  text: '',
  headers: { ...getPageHeaders(), location, 'cache-control': 'private, no-store' },
  subjects: [],
})

const isHtml = (headers: Headers): boolean => headers.get('content-type')?.startsWith('text/html') ?? false

const consentHash = hashScript(consentScript)

const mostFormBytes = 64 * 1024

async function readForm(request: Request, env: Env): Promise<Request> {
  const { method, headers, url } = request
  if (method === 'GET' || method === 'HEAD') return request
  if (method !== 'POST') throw new Refusal('method_not_allowed')
  assertSameSite(env, (name) => headers.get(name))
  if (!/^application\/x-www-form-urlencoded(;|$)/i.test(headers.get('content-type') ?? ''))
    throw new Refusal('invalid_input')
  return new Request(url, { method, headers, body: await readBody(request, mostFormBytes), signal: request.signal })
}

/** The answer of a call whose page cannot wait for it any longer. */
function putOffAnswer(): { response: Response; answer: unknown } {
  const [status, message] = refusals.unavailable
  const headers = { 'retry-after': String(ROOM_AGAIN_S) }
  return { response: new Response(null, { status, headers }), answer: { message, code: 'unavailable' } }
}

function refused(thrown: unknown, { requestId }: Caller): RenderedPage {
  if (!(thrown instanceof Refusal)) throw thrown
  const { code, status, message } = thrown
  return {
    status,
    text: message,
    headers: {
      ...getPageHeaders(),
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-request-id': requestId,
      ...(code === 'method_not_allowed' ? { allow: 'GET, HEAD, POST' } : {}),
      ...(code === 'unavailable' || code === 'rate_limited' ? { 'retry-after': String(ROOM_AGAIN_S) } : {}),
    },
    subjects: [],
  }
}
