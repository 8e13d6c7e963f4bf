import { TrieRouter } from 'hono/router/trie-router'

export type RouteOf = (path: string) => string

export const UNKNOWN_ROUTE = '(unknown)'

const health = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Maps request paths to route templates (`/v1/quotes/{searchId}`). Unmatched paths are `(unknown)`, so that callers
 * cannot create labels and no id or token is logged. Templates use the `:name`, `:name?` and `*` syntax of Hono and
 * React Router.
 */
export function openRouteTemplates(templates: Iterable<string>): RouteOf {
  const router = new TrieRouter<string>()
  const byParameters = [...new Set(templates)]
    .filter((template) => !/^\/?\*$/.test(template))
    .sort((a, b) => parameterCount(a) - parameterCount(b))
  for (const template of byParameters)
    router.add('GET', restoreExtensions(template), template.replace(/:(\w+)\??/g, '{$1}'))
  return (path) => {
    if (health.has(path)) return 'health'
    if (path.startsWith('/assets/')) return 'asset'
    // React Router requests a page's data with this suffix.
    const plain = path === '/_.data' ? '/' : path.replace(/\.data$/, '').replace(/\/$/, '')
    const [[found] = []] = router.match('GET', plain || '/')
    return found?.[0] ?? UNKNOWN_ROUTE
  }
}

// React Router parses `:part.xml` as a parameter with a fixed extension, Hono as a name with a dot.
const restoreExtensions = (template: string): string => template.replace(/:(\w+)\.(\w+)/g, ':$1{[^/]+\\.$2}')

const parameterCount = (template: string): number => template.split('/').filter((part) => /[:*]/.test(part)).length

type PageRoute = { parentId?: string | undefined; path?: string | undefined } | undefined

export function pageTemplates(routes: Readonly<Record<string, PageRoute>>): string[] {
  const pathOf = (route: PageRoute): string =>
    route ? `${pathOf(route.parentId ? routes[route.parentId] : undefined)}${route.path ? `/${route.path}` : ''}` : ''
  return Object.values(routes).map((route) => pathOf(route) || '/')
}
