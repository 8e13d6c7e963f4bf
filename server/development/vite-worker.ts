import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { createServer, DevEnvironment } from 'vite'
import type { FromSite, ToSite } from './messages.ts'

const root = new URL('../../', import.meta.url).pathname
/** Beside these nothing is looked at for changes: of the rest what the server runs starts the process anew. */
const watched = /^(web|contract|public|art|[^/]+\.ts)(\/|$)/

const say = (message: ToSite) => parentPort?.postMessage(message)

const vite = await createServer({
  root,
  appType: 'custom',
  server: {
    middlewareMode: true,
    hmr: { port: 24_678 },
    watch: {
      ignored: (file: string) => file.startsWith(root) && file !== root && !watched.test(file.slice(root.length)),
    },
  },
  environments: {
    ssr: {
      dev: {
        preTransformRequests: true,
        createEnvironment: (name, config) =>
          new DevEnvironment(name, config, { hot: false, transport: { skipFsCheck: true } }),
      },
    },
  },
})
const { ssr } = vite.environments
if (!ssr) throw new Error('Vite has no side of the server.')

parentPort?.on('message', async ({ id, ask }: FromSite) => say({ id, answer: await ssr.hot.handleInvoke(ask) }))

// Vite itself has forgotten the module by then.
vite.watcher.on('all', (_event, changed) => say({ changed }))

// What Vite does not know of is the site's.
const http = createHttpServer((incoming, outgoing) =>
  vite.middlewares(incoming, outgoing, () => outgoing.writeHead(404, { 'x-not-of-vite': '1' }).end()),
)
http.keepAliveTimeout = 65_000
http.listen(0, '127.0.0.1', () => say({ port: (http.address() as AddressInfo).port }))
