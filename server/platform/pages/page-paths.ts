import { type Country, defaultCountry } from '#contract/words.ts'
import { getPageCacheKey } from './subjects.ts'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

type Whose = 'all' | 'one' | 'none'

export type PagePath = {
  whose: Whose
  /** Canonical path, with the data suffix if requested. */
  path: string
  /** Address under which the page is rendered and cached. */
  drawn: string
  /** True if the page depends on the visitor's country: one cache entry each. */
  byCountry: boolean
  /** Public pages have only relevant query parameters in canonical order; others the full query. */
  query: string
}

const nothing: readonly string[] = []

/** Pages without a country of their own, shown in the visitor's. */
const ofVisitorsCountry = [
  /^\/$/,
  /^\/(halloween|happy-place|lessons\/\*)$/,
  /^\/join(-[a-z]+)?$/,
  /^\/(nails|providers|hairdressers)\/join-us/,
  /^\/content\/(\*|gallery|reviews|places|artists)$/,
]

export const getDrawnAddress = (drawn: string, country: Country): string =>
  country === defaultCountry ? drawn : getPageCacheKey(drawn, country)

/**
 * Public pages that may be cached, with the query parameters that change them. They contain no personal data. All
 * others are rendered per visitor and never cached.
 */
export const publicShapes: Readonly<Record<string, readonly string[]>> = {
  '/': nothing,
  '/halloween': nothing,
  '/happy-place': nothing,
  '/lessons/*': nothing,
  '/coming-soon': ['place', 'lat', 'lng', 'country'],
  '/content/gallery': ['look', 'texture', 'tone', 'pages'],
  '/content/reviews': ['score', 'place', 'category', 'pages'],
  '/content/places': nothing,
  '/content/places/:country/:category/:part': nothing,
  '/content/artists': nothing,
  '/content/artists/:country/:part': nothing,
  '/content/*': nothing,
  '/join': nothing,
  ...Object.fromEntries(
    ['mua', 'sg', 'now', 'makeup', 'hair', 'nails', 'bridal', 'braids', 'lashes', 'brows', 'lessons'].map((name) => [
      `/join-${name}`,
      nothing,
    ]),
  ),
  '/nails/join-us': nothing,
  '/providers/join-us': nothing,
  ...Object.fromEntries(
    ['1', '2', '3', '4', '5', 'mobile', 'studio'].map((name) => [`/hairdressers/join-us-${name}`, nothing]),
  ),
  '/providers/notifications-app': nothing,
  '/offers': nothing,
  '/@/:profileId': nothing,
  '/au/:category/:neighborhood/:event?': nothing,
  '/ca/:category/:neighborhood/:event?': nothing,
  '/gb/:category/:neighborhood/:event?': nothing,
  '/us/:category/:neighborhood/:event?': nothing,
  '/sitemap.xml': nothing,
  '/:part.xml': nothing,
  '/robots.txt': nothing,
  '/404': nothing,
  '/not-found': nothing,
}

const drawnAlike: Readonly<Record<string, string>> = {
  '/lessons/*': '/lessons',
  '/*': '/no/such/page',
  '/:word': '/no-such-page',
}
const unknownShapes: ReadonlySet<string> = new Set(['/*', '/:word'])

export const isMissingKept = (path: string): boolean =>
  /^\/(au|ca|gb|us|content|@)\/[a-z0-9/-]{1,120}$/.test(path) ||
  [...unknownShapes].some((of) => drawnAlike[of] === path)

const MOST_READ = 2_000

/**
 * Creates a parser of addresses by the route table. Caches public results, since route matching is slower than sending
 * the page.
 */
export function openPagePaths(routes: Routes): (path: string, query: string) => PagePath {
  const readOne = readerOf(routes)
  const known = new Map<string, PagePath>()
  return (path, query) => {
    const before = query ? undefined : known.get(path)
    if (before) return before
    const read = readOne(path, query)
    if (query || read.whose !== 'all') return read
    if (known.size >= MOST_READ) known.clear()
    known.set(path, read)
    return read
  }
}

function readerOf(routes: Routes): (path: string, query: string) => PagePath {
  const routesBelow = groupByFirstWord(routeTree(routes))
  return (given, query) => {
    const [asked, data] = withoutData(plainly(given))
    // The router's manifest of linked routes.
    if (asked === '/__manifest') return { whose: 'all', path: asked, drawn: asked, byCountry: false, query }
    const match = matchRoutes(routesBelow(asked), asked)
    const shape = match ? shapeOf(match.map(({ route }) => route.path)) : '/*'
    const isJoin = shape === '/:word' && /^\/join-[a-z-]+$/i.test(asked)
    const names = publicShapes[shape] ?? (isJoin ? nothing : undefined)
    const whose = names ? 'all' : unknownShapes.has(shape) ? 'none' : 'one'
    if (whose === 'none')
      return { whose, path: asked + data, drawn: data ? asked + data : unknownPage(shape), byCountry: true, query: '' }
    const path = spelled(asked, shape, whose === 'all')
    if (!names) return { whose, path: path + data, drawn: path + data, byCountry: false, query }
    const drawn = data || isJoin ? path : (drawnAlike[shape] ?? path)
    return {
      whose,
      path: path + data,
      drawn: drawn + data,
      byCountry: isJoin || ofVisitorsCountry.some((shapes) => shapes.test(shape)),
      query: onlyNamed(query, data ? [...names, '_routes'] : names),
    }
  }
}

const unknownPage = (shape: string): string => drawnAlike[shape] ?? '/'

/** Normalises dots, double and trailing slashes, and percent-encoding. */
function plainly(path: string): string {
  const { pathname } = new URL(`http://any.invalid${path.startsWith('/') ? '' : '/'}${path}`)
  return pathname
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const sign = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~@-]/.test(sign) ? sign : code.toUpperCase()
    })
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
}

function withoutData(path: string): [path: string, data: '' | '.data' | '_.data'] {
  if (!/\.data$/i.test(path)) return [path, '']
  const page = path.replace(/(\/(_|_root)?)?\.data$/i, '')
  return page ? [page, '.data'] : ['/', '_.data']
}

function onlyNamed(query: string, names: readonly string[]): string {
  if (!query || !names.length) return ''
  const given = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)
    if (value !== null) kept.set(name, value)
  }
  return kept.size ? `?${kept}` : ''
}

/** Public paths are lower case, others have the case of their route. */
function spelled(path: string, shape: string, isPublic: boolean): string {
  if (isPublic) return path.replace(/%[0-9A-F]{2}|[A-Z]+/g, (found) => (found[0] === '%' ? found : found.toLowerCase()))
  const words = shape.split('/')
  return path
    .split('/')
    .map((part, i) => (words[i]?.toLowerCase() === part.toLowerCase() ? words[i] : part))
    .join('/')
}

const shapeOf = (paths: readonly (string | undefined)[]): string => `/${paths.filter(Boolean).join('/')}`

/**
 * Returns the routes that can match an address, by its first word. `matchRoutes` compiles all routes that it is given in
 * each call, which takes longer than the match.
 */
function groupByFirstWord(tree: readonly RouteObject[]): (path: string) => RouteObject[] {
  const wordOf = (path: string) => path.replace(/^\//, '').split('/')[0]?.toLowerCase() ?? ''
  const canBegin = (word: string, path: string) => wordOf(path) === word || /^[:*]|^$|\?$/.test(wordOf(path))
  const keep = (word: string, all: readonly RouteObject[]): RouteObject[] =>
    all.flatMap((route) => {
      if (route.path) return canBegin(word, route.path) ? [route] : []
      return route.index ? [route] : [{ ...route, children: keep(word, route.children ?? []) }]
    })
  const known = new Map<string, RouteObject[]>()
  const words = new Set<string>()
  const collect = (all: readonly RouteObject[]): void => {
    for (const { path, children } of all)
      if (path) words.add(wordOf(path))
      else collect(children ?? [])
  }
  collect(tree)
  return (path) => {
    const word = words.has(wordOf(path)) ? wordOf(path) : ''
    const routes = known.get(word) ?? keep(word, tree)
    known.set(word, routes)
    return routes
  }
}

function routeTree(routes: Routes): RouteObject[] {
  const byParent = Map.groupBy(
    Object.values(routes).flatMap((route) => route ?? []),
    ({ parentId }) => parentId ?? '',
  )
  const childrenOf = (id: string): RouteObject[] =>
    (byParent.get(id) ?? []).map(({ id, path, index }) =>
      index ? { id, index: true } : { id, ...(path === undefined ? {} : { path }), children: childrenOf(id) },
    )
  return childrenOf('')
}
