import type { Plugin } from 'vite'

/** Whose router it is. */
const asks = /[\\/]web[\\/]shell[\\/]routing[\\/]whole-router\.tsx$/
/** What of the router's package finds, loads and leaves pages. */
const leadsOn =
  /[\\/]react-router[\\/]dist[\\/]\w+[\\/](index|vendor[\\/][\w\\/.-]+|lib[\\/](router[\\/](router|instrumentation|matcher[\w.-]*|utils|history|url|navigation)|dom[\\/]ssr[\\/](single-fetch|fog-of-war|routes|hydration|data)))\.js$/

/** Behind the name of a module of the copy. */
const whole = '?whole'

/** Whether a module belongs to that copy. */
export const isOfWholeRouter = (id: string): boolean => id.endsWith(whole)

/**
 * Gives the router that comes with the first touch a copy of its own of those modules. A module goes into one file as a whole: of the
 * copy that draws a page nothing is left but the few words it takes of them.
 */
export function routerInTime(): Plugin {
  return {
    name: 'primp:router-in-time',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      if (!importer || !(asks.test(importer) ? source === 'react-router' : isOfWholeRouter(importer))) return null
      const module = await this.resolve(source, importer, { skipSelf: true })
      if (!module || !leadsOn.test(module.id)) return module
      return { id: module.id + whole, moduleSideEffects: false }
    },
  }
}
