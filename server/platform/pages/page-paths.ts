import { type Country, defaultCountry } from '#contract/words.ts'
import { getPageCacheKey } from './subjects.ts'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

/** Whose page it is: the same for everyone, made for one visitor, or nobody's, since there is none. */
type Whose = 'all' | 'one' | 'none'

export type PagePath = {
  whose: Whose
  /** The one way to write it, with what asks for its data alone where that was asked for. */
  path: string
  /** The address that it is drawn and kept under; the same for every way to ask for the same page. */
  drawn: string
  /** Whether it speaks in the words and the money of the visitor's country: it is kept once for each. */
  byCountry: boolean
  /** What of the query changes a page that is the same for everyone, in one order; of any other page all of it. */
  query: string
}

const nothing: readonly string[] = []

/** The shapes that have no country of their own and speak of the visitor's. */
const ofVisitorsCountry = [
  /^\/$/,
  /^\/(halloween|happy-place|lessons\/\*)$/,
  /^\/join(-[a-z]+)?$/,
  /^\/(nails|providers|hairdressers)\/join-us/,
  /^\/content\/(\*|gallery|reviews|places|artists)$/,
]

/** The address under which such a page is drawn and kept for a country; the default one's is the page's own. */
export const getDrawnAddress = (drawn: string, country: Country): string =>
  country === defaultCountry ? drawn : getPageCacheKey(drawn, country)

/**
 * The pages that are the same for everyone and may be kept, each with the names in a query that change it. Whatever
 * stands here holds nothing of anybody: every page that does not is made for one visitor and kept nowhere.
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

// One page for all the addresses of a shape that show the same whatever they say.
const drawnAlike: Readonly<Record<string, string>> = {
  '/lessons/*': '/lessons',
  '/*': '/no/such/page',
  '/:word': '/no-such-page',
}
const unknownShapes: ReadonlySet<string> = new Set(['/*', '/:word'])

/** Whether a page that is not there is worth remembering for a while: its address has a known shape, or is that of all the others. */
export const isMissingKept = (path: string): boolean =>
  /^\/(au|ca|gb|us|content|@)\/[a-z0-9/-]{1,120}$/.test(path) ||
  [...unknownShapes].some((of) => drawnAlike[of] === path)

// Of what is kept in memory few pages are asked for most; what they are read as is small beside them.
const MOST_READ = 2_000

/**
 * Reads addresses by the site's table of routes: the one spelling of each, and whose page it is. What was read of a page for
 * everyone is remembered: to match its address takes longer than to send it.
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
  const tree = routeTree(routes)
  return (given, query) => {
    const [asked, data] = withoutData(plainly(given))
    // The router's own table of the routes of links on a page.
    if (asked === '/__manifest') return { whose: 'all', path: asked, drawn: asked, byCountry: false, query }
    const match = matchRoutes(tree, asked)
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

/** The path without another way to write the same: dots, doubled slashes, a slash at the end, letters written as numbers. */
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

/** A page's path, and the ending that asks for its data alone. */
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

/** A path in the letters of its route: of a public one all small, of any other the words that the route itself has. */
function spelled(path: string, shape: string, isPublic: boolean): string {
  if (isPublic) return path.replace(/%[0-9A-F]{2}|[A-Z]+/g, (found) => (found[0] === '%' ? found : found.toLowerCase()))
  const words = shape.split('/')
  return path
    .split('/')
    .map((part, i) => (words[i]?.toLowerCase() === part.toLowerCase() ? words[i] : part))
    .join('/')
}

const shapeOf = (paths: readonly (string | undefined)[]): string => `/${paths.filter(Boolean).join('/')}`

/** Returns the route table as the tree that `matchRoutes` takes. */
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
