import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Node = [tag: string, attributes: Record<string, string>]

const given = 'lucide-react'
const ours = '\0primp:icons'
const web = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Draws the icons once, in one file that every page shares, in place of in each page and script: what is imported from the icons' package
 * is then a reference into that file. Only icons that the site names are in it.
 */
export function iconSheet(): Plugin {
  let sheet: Promise<{ href: string; text: string; names: Map<string, string> }> | undefined
  const drawn = () => {
    sheet ??= drawSheet()
    return sheet
  }
  return {
    name: 'primp:icon-sheet',
    enforce: 'pre',
    // In development, too, the server and the browser ask this for them, and no package.
    config: () => ({ optimizeDeps: { exclude: [given] }, environments: { ssr: { resolve: { noExternal: [given] } } } }),
    resolveId: (source) => (source === given ? ours : null),
    async load(id) {
      if (id !== ours) return null
      const { href, names } = await drawn()
      const icons = [...names].map(([name, symbol]) => `export const ${name} = /* @__PURE__ */ icon('${symbol}')`)
      return [
        `import { iconAt } from '${join(web, 'ui/pictures/icon.ts')}'`,
        `const icon = (symbol) => iconAt('${href}#' + symbol)`,
        ...icons,
      ].join('\n')
    },
    configureServer: (server) => {
      server.middlewares.use(async (request, response, next) => {
        const { href, text } = await drawn()
        if (request.url !== href) return next()
        response.setHeader('Content-Type', 'image/svg+xml')
        response.end(text)
      })
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const { href, text } = await drawn()
      this.emitFile({ type: 'asset', fileName: href.slice(1), source: text })
    },
  }
}

/** The sheet of all icons that the site's files import, and by which name each is called there. */
async function drawSheet() {
  const index = createRequire(import.meta.url)
    .resolve(given)
    .replace(/[\\/]cjs[\\/].*$/, '/esm/lucide-react.mjs')
  const files = new Map<string, string>()
  for (const [, list = '', file = ''] of readFileSync(index, 'utf8').matchAll(/^export \{ (.*) \} from '(.*)';$/gm))
    for (const [, name = ''] of list.matchAll(/default as (\w+)/g)) files.set(name, file)
  const names = new Map<string, string>()
  const symbols = new Map<string, string>()
  for (const name of importedIcons()) {
    const file = files.get(name)
    if (!file) throw new Error(`${given} has no icon ${name}.`)
    const { __iconData: icon } = (await import(pathToFileURL(join(dirname(index), file)).href)) as {
      __iconData: { name: string; node: Node[] }
    }
    names.set(name, icon.name)
    symbols.set(icon.name, `<symbol id="${icon.name}" viewBox="0 0 24 24">${icon.node.map(element).join('')}</symbol>`)
  }
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${[...symbols.values()].join('')}</svg>`
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  return { href: `/assets/icons-${hash}.svg`, text, names }
}

const element = ([tag, { key: _, ...attributes }]: Node): string =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`)
    .join(' ')}/>`

/** The names that modules of the site import, in order; types are no icons. */
function importedIcons(): string[] {
  const found = new Set<string>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['**/*.test.tsx'] }))
    for (const [, list = ''] of readFileSync(join(web, file), 'utf8').matchAll(
      /import \{([^}]*)\} from 'lucide-react'/g,
    ))
      for (const part of list.split(',')) {
        const name = part.trim().split(' as ')[0] ?? ''
        if (name && !name.startsWith('type ')) found.add(name)
      }
  return [...found].sort()
}
