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
// Vite would take the core from the first page.
const AFTER_PAGE_MS = 500

let begun: { kept: KeptModules; thread: Worker | undefined } | undefined

/**
 * Begins before the site's own modules are linked. Where what Vite made at the last start is not all there, it is started now,
 * in a thread of its own; else the first page is shown without it.
 */
export function beginPages(): NonNullable<typeof begun> {
  if (begun) return begun
  const kept = new KeptModules()
  begun = { kept, thread: kept.has([table]) ? undefined : startVite() }
  return begun
}

const startVite = () => new Worker(new URL('./vite-worker.ts', import.meta.url), { execArgv: [] })

/** The pages as they are now, and what a browser asks of Vite itself. */
export function pagesOfVite() {
  const { kept, thread } = beginPages()
  const asked = new Map<number, (answer: Answer) => void>()
  let last = 0
  const forget = (how: 'changed' | 'lookAnew') => {
    kept[how]()
    runner.clearCache()
  }
  const listenTo = (vite: Worker, late: boolean) => ({
    vite,
    port: new Promise<number>((resolve, reject) => {
      vite.on('message', (said: ToSite) => {
        if ('port' in said) {
          // Nobody has looked for changes so far; Vite knows all files as they are now.
          if (late) forget('lookAnew')
          resolve(said.port)
        } else if ('changed' in said) forget('changed')
        else {
          asked.get(said.id)?.(said.answer)
          asked.delete(said.id)
        }
      })
      vite.once('error', reject)
      vite.once('exit', (code) => reject(new Error(`Vite ended (${code}).`)))
    }),
  })
  let heard = thread && listenTo(thread, false)
  const listening = () => {
    heard ??= listenTo(startVite(), true)
    return heard
  }
  const ask = async (payload: HotPayload): Promise<Answer> => {
    const { vite, port } = listening()
    await port
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const message: FromSite = { id: ++last, ask: payload }
    asked.set(message.id, resolve)
    vite.postMessage(message)
    return promise
  }
  const invoke = async (payload: HotPayload): Promise<Answer> => {
    const { name, data } = (payload as { data: { name: string; data: Asked } }).data
    // The one other question is which modules are Node's own.
    if (name !== 'fetchModule') return kept.of([name], () => ask(payload))
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
    build: async (): Promise<ServerBuild> => {
      const build: ServerBuild = await runner.import(table)
      setTimeout(() => listening().port.catch(() => {}), AFTER_PAGE_MS).unref()
      return build
    },
    before: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => {
      if (isPage(incoming)) next()
      else listening().port.then((port) => passOn(port, incoming, outgoing, next), next)
    },
    close: async () => {
      await heard?.vite.terminate()
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
