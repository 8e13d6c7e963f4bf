import { createServer, request as rawRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ServerBuild } from 'react-router'
import { createApp } from '#server/app.ts'
import { openListener } from '#server/listener.ts'
import type { Assets } from '#server/platform/http/assets.ts'
import type { TestRig } from '#server/test-rig.ts'
import { createPageHandler } from '#web/platform/page-handler.ts'
import routes from '#web/routes.ts'

type Load = (asked: { request: Request; params: Record<string, string | undefined>; context: never }) => unknown
export type Raw = { status: number; headers: IncomingHttpHeaders; text: string; ms: number }

/** All routes of the site, each page rendering only its route name and URL. */
export function buildOfRoutes(load: Load = () => null): ServerBuild {
  const manifest: Record<string, object> = {}
  const put = (entries: readonly RouteConfigEntry[], parentId: string) => {
    for (const { id, file, path, index, children = [] } of entries) {
      const name = id ?? file.replace(/\.tsx?$/, '')
      const loader = async (args: Parameters<Load>[0]) => ({
        route: name,
        url: args.request.url,
        said: await load(args),
      })
      const found = parentId === 'root' && (path === '*' || path === ':word') ? 404 : 200
      manifest[name] = {
        id: name,
        parentId,
        ...(index ? { index } : { path }),
        module: { default: () => null, loader, handle: { status: found } },
      }
      put(children, name)
    }
  }
  manifest['root'] = { id: 'root', path: '', module: { default: () => null, loader: () => null } }
  put(routes, 'root')
  return {
    entry: {
      module: {
        default: (_request: Request, status: number, headers: Headers, entry: Entry) => {
          const { loaderData, matches } = entry.staticHandlerContext
          headers.set('content-type', 'text/html')
          const said = matches.at(-1)?.route.handle?.status ?? status
          return new Response(`<p>${JSON.stringify(loaderData)}</p>`, {
            status: status === 200 ? said : status,
            headers,
          })
        },
      },
    },
    routes: manifest,
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    assetsBuildDirectory: '',
    basename: '/',
    publicPath: '/',
    isSpaMode: false,
    ssr: true,
    future: {},
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
}
type Entry = { staticHandlerContext: { loaderData: object; matches: { route: { handle?: { status?: number } } }[] } }

/** Serves these pages on a port; request paths are sent without normalisation. */
export async function openSite(
  rig: TestRig,
  build: ServerBuild = buildOfRoutes(),
  assets: Pick<Assets, 'get'> = new Map(),
) {
  const app = createApp(rig, createPageHandler(build))
  const { answer, endStreams } = openListener({ rig, assets, app, ready: async () => true, memory: true })
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
    new Promise<Raw>((done, fail) => {
      const started = performance.now()
      const asking = rawRequest({ host: '127.0.0.1', port, path, method, headers }, (incoming) => {
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (more: string) => {
          text += more
        })
        incoming.on('end', () =>
          done({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, ms: performance.now() - started }),
        )
      })
      asking.on('error', fail)
      asking.end(body)
    })
  const close = () => {
    endStreams()
    server.closeAllConnections()
    return new Promise<void>((done) => server.close(() => done()))
  }
  return { app, ask, port, close }
}

/** Waits until a new site has processed its initial invalidations, which clear the page cache. */
export const atRest = () => setTimeout(2_000)
