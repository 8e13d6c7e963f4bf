import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { Worker } from 'node:worker_threads'
import type { ServerBuild } from 'react-router'
import type { HotPayload } from 'vite'
import { ESModulesEvaluator, ModuleRunner } from 'vite/module-runner'
import { type Answer, type Asked, KeptModules } from './kept-modules.ts'
import type { FromSite, ToSite } from './messages.ts'

const root = new URL('../../', import.meta.url)
/** Held by the site's process as they are: a change of one starts it anew. */
const held = 'held://'
const table = 'virtual:react-router/server-build'

let thread: Worker | undefined

/** Starts Vite in a thread of its own: it reads configuration and pages while the site's own modules are linked and its database opens. */
export function startVite(): Worker {
  thread ??= new Worker(new URL('./vite-worker.ts', import.meta.url), { execArgv: [] })
  return thread
}

/** The pages as they are now, and what a browser asks of Vite itself. */
export function pagesOfVite() {
  const vite = startVite()
  const kept = new KeptModules()
  const asked = new Map<number, (answer: Answer) => void>()
  let last = 0
  const listening = new Promise<number>((resolve, reject) => {
    vite.on('message', (said: ToSite) => {
      if ('port' in said) resolve(said.port)
      else if ('changed' in said) {
        kept.changed()
        runner.clearCache()
      } else {
        asked.get(said.id)?.(said.answer)
        asked.delete(said.id)
      }
    })
    vite.once('error', reject)
    vite.once('exit', (code) => reject(new Error(`Vite ended (${code}).`)))
  })
  const ask = async (payload: HotPayload): Promise<Answer> => {
    await listening
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const message: FromSite = { id: ++last, ask: payload }
    asked.set(message.id, resolve)
    vite.postMessage(message)
    return promise
  }
  const invoke = async (payload: HotPayload): Promise<Answer> => {
    const { name, data } = (payload as { data: { name: string; data: Asked } }).data
    if (name !== 'fetchModule') return ask(payload)
    const [url, , options] = data
    if (url.startsWith(held))
      return { result: { externalize: new URL(url.slice(held.length), root).href, type: 'module' } }
    // What has changed is forgotten at once, with all that was read beside it.
    if (options?.cached) return { result: { cache: true } }
    return kept.of(data, () => ask(payload))
  }
  const runner = new ModuleRunner(
    { hmr: false, sourcemapInterceptor: 'prepareStackTrace', transport: { invoke } },
    new ESModulesEvaluator(),
  )
  return {
    build: (): Promise<ServerBuild> => runner.import(table),
    before: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => {
      if (isPage(incoming)) next()
      else listening.then((port) => passOn(port, incoming, outgoing, next), next)
    },
    close: async () => {
      await vite.terminate()
    },
  }
}

const isPage = ({ method, headers: { accept = '' } }: IncomingMessage): boolean =>
  (method !== 'GET' && method !== 'HEAD') || accept.includes('text/html')

const lines = new Agent({ keepAlive: true })

function passOn(port: number, incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void {
  const { method, url, headers } = incoming
  const asking = request({ agent: lines, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    if (answer.headers['x-not-of-vite']) {
      answer.resume()
      next()
    } else {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    }
  })
  asking.on('error', () => (outgoing.headersSent ? outgoing.destroy() : next()))
  asking.end()
}
