import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import type { BuiltPages } from './pages.ts'
import type { Site } from './start.ts'

/** Opens the pages in development: Vite transforms them when they are requested, and reloads them in the browser when they change. */
export async function openDevelopmentPages(): Promise<Site> {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } })
  return {
    build: () => vite.ssrLoadModule('/web/request-handler.ts') as Promise<BuiltPages>,
    before: vite.middlewares,
    close: () => vite.close(),
  }
}
