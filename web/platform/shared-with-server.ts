import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

// The load-context key must be one and the same object for who sets it and who reads it.
const contextKey = fileURLToPath(new URL('context.ts', import.meta.url))

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
      if (developing || this.environment.name === 'client') return null
      if (source.startsWith('#contract/')) return { id: source, external: true }
      if (!source.endsWith('context.ts')) return null
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      return resolved?.id === contextKey ? { id: '#web/platform/context.ts', external: true } : resolved
    },
    // In development Vite runs every module of the pages itself: this one hands on what the server has imported.
    load(id) {
      if (!developing || this.environment.name === 'client' || id !== contextKey) return null
      const file = JSON.stringify(contextKey)
      return `import { createRequire } from 'node:module'\nexport const { visitContext } = createRequire(${file})(${file})`
    },
  }
}
