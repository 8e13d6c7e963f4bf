import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Route = { id: string; parentId?: string; css?: string[] }
type Sheet = { href: string; of: string[] }

/**
 * Writes one sheet for each route of a built site, of all that its page links; which it stands for is kept in `sheets.json`.
 * The order of sheets says nothing: layers and names of a module's own settle who wins.
 */
export function mergeSheets(build: string): Record<string, Sheet> {
  const assets = join(build, 'client', 'assets')
  const files = readdirSync(assets)
  const found = files.find((file) => /^manifest-.*\.js$/.test(file))
  const site = files.find((file) => /^styles-.*\.css$/.test(file))
  if (!found || !site) throw new Error('The built site has no manifest or no sheet of its own.')
  const text = readFileSync(join(assets, found), 'utf8')
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    routes: Record<string, Route>
  }
  const cssOf = (route: Route | undefined): string[] =>
    route ? [...cssOf(routes[route.parentId ?? '']), ...(route.css ?? []).map((href) => href.replace(/#.*/, ''))] : []

  const sheets = Object.fromEntries(
    Object.values(routes).map((route) => {
      const of = [...new Set([`/assets/${site}`, ...cssOf(route)])]
      const css = of.map((href) => readFileSync(join(build, 'client', href), 'utf8').trim()).join('\n')
      const href = `/assets/sheet-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`
      writeFileSync(join(build, 'client', href), css)
      return [route.id, { href, of }]
    }),
  )
  writeFileSync(join(build, 'sheets.json'), JSON.stringify(sheets))
  return sheets
}
