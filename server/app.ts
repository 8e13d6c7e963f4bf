import type { IncomingMessage, ServerResponse } from 'node:http'
import { identifyToken } from '#server/accounts/index.ts'
import { createApi } from './api.ts'
import { recordView } from '#server/search/index.ts'
import { streamOnto } from '#server/messaging/live.ts'
import { createJobContext } from './platform/jobs.ts'
import type { Rig } from './platform/rig.ts'
import type { DependsOn } from '#server/platform/pages/subjects.ts'
import { type Caller, openPages, type SiteBuild } from './pages.ts'
import { openRouteTemplates, pageTemplates } from '#server/platform/http/route-templates.ts'
import { yieldToEventLoop } from './platform/work/turns.ts'
import { shareRoutes } from './pictures/share-routes.ts'

/** `build` is a function in development. */
export function createApp(given: Omit<Rig, 'identify'>, build: SiteBuild) {
  const rig: Rig = {
    ...given,
    identify: (token, cookie, anew) => identifyToken(given.database, given.env, { token, cookie, anew }, given.clock()),
  }
  const api = createApi(rig)
  const callApi = async (path: string, init: RequestInit, caller: Caller, dependsOn?: DependsOn) => {
    const headers = new Headers(init.headers)
    headers.set('x-request-id', caller.requestId)
    if (caller.cookie) headers.set('cookie', caller.cookie)
    // Requests by the server-rendered page are same-origin.
    headers.set('origin', rig.env.publicUrl)
    headers.set('x-primp-plain', '1')
    // Yields to other requests between the calls of a page.
    await yieldToEventLoop()
    const answer = await api.request(
      path,
      { ...init, headers },
      { address: caller.address ?? '127.0.0.1', inPage: true, ...(dependsOn ? { dependsOn } : {}) },
    )
    await yieldToEventLoop()
    return answer
  }
  // In development routes change at runtime, so pages are counted as unknown.
  const pagePaths = typeof build === 'function' ? [] : pageTemplates(build.routes)
  const routeOf = openRouteTemplates([...api.routes.map(({ path }) => path), '/pictures/share/*', ...pagePaths])
  const pages = openPages(rig, build, callApi, routeOf)
  const inside = { address: null, requestId: 'share', cookie: undefined }
  const share = shareRoutes(
    rig,
    (path, address) => pages.read(path, { ...inside, address }),
    (path) => Promise.resolve(api.request(path, {}, { requestId: inside.requestId })),
  )
  const live = (incoming: IncomingMessage, outgoing: ServerResponse, address: string) =>
    streamOnto(rig, incoming, outgoing, address)
  const viewed = (slug: string) => recordView(createJobContext(rig, 'save-profile-views'), slug)
  return { api, pages, live, routeOf, viewed, fetch: (request: Request, caller: Caller) => dispatch(request, caller) }

  async function dispatch(request: Request, caller: Caller): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/pictures/share/')) return share.fetch(request, { address: caller.address })
    if (/^\/(v1|embed|pictures|\.well-known)(\/|$)/.test(pathname))
      return api.fetch(request, { address: caller.address, requestId: caller.requestId })
    // One-click unsubscribe at the page's URL.
    if (request.method === 'POST' && pathname.startsWith('/mails/stop/'))
      return api.fetch(request, { address: caller.address, requestId: caller.requestId })
    return pages.render(request, caller)
  }
}

export type App = ReturnType<typeof createApp>
