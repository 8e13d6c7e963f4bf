import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

// The load-context key must be one and the same object for who sets it and who reads it.
const contextKey = fileURLToPath(new URL('../context.ts', import.meta.url))

/** Leaves what pages and server share out of the pages' server build: the running server holds it already, and no module is there twice. */
export function sharedWithServer(): Plugin {
  let developing = false
  return {
    name: 'primp:shared-with-server',
    enforce: 'pre',
    configResolved({ command }) {
      developing = command === 'serve'
    },
    async resolveId(source, importer) {
      if (this.environment.name === 'client') return null
      if (source.startsWith('#contract/'))
        return { id: developing ? source.replace('#', 'held://') : source, external: true }
      if (!source.endsWith('context.ts')) return null
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      if (resolved?.id !== contextKey) return resolved
      return { id: developing ? 'held://web/platform/context.ts' : '#web/platform/context.ts', external: true }
    },
  }
}
