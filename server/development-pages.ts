import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import type { BuiltPages } from './pages.ts'
import type { Site } from './start.ts'

export async function openDevelopmentPages(): Promise<Site> {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } })
  const build = () => vite.ssrLoadModule('/web/request-handler.ts') as Promise<BuiltPages>
  // Transforms modules while the database opens; an error is shown with the first page.
  build().catch(() => {})
  return { build, before: vite.middlewares, close: () => vite.close() }
}
