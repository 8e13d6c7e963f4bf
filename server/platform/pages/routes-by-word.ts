type Route = { id: string; parentId?: string | undefined; path?: string | undefined; index?: boolean | undefined }

export type RoutesByWord<R> = {
  /** The word that an address is looked up by: its first one where routes begin with it, else none. */
  wordOf: (path: string) => string
  /** Every route that an address with that word may match, each with all it stands in, in the order of the table. */
  under: (word: string) => R[]
}

/** Groups a table of routes by the first word of their addresses; one that begins with any word is in each group. */
export function routesByWord<R extends Route>(routes: Readonly<Record<string, R | undefined>>): RoutesByWord<R> {
  const all = Object.values(routes).flatMap((route) => (route ? [route] : []))
  const byId = new Map(all.map((route) => [route.id, route]))
  // A route without a path says nothing of the address: what stands in it begins at the same place.
  const firstOf = (route: R): string | null => {
    const path = ancestry(route, byId)
      .map(({ path = '' }) => path)
      .find((path) => path !== '')
    return path?.split('/')[0]?.toLowerCase() ?? null
  }
  const firsts = new Map(all.map((route) => [route, firstOf(route)]))
  const isWord = (first: string | null | undefined): first is string => Boolean(first) && !/[:*?]/.test(first ?? '')
  const words = new Set([...firsts.values()].filter(isWord))
  const known = new Map<string, R[]>()
  return {
    wordOf: (path) => {
      const first = path.split('/')[1]?.toLowerCase() ?? ''
      return words.has(first) ? first : ''
    },
    under: (word) => {
      const before = known.get(word)
      if (before) return before
      const found = all.filter((route) => {
        const first = firsts.get(route)
        return !isWord(first) || first === word
      })
      known.set(word, found)
      return found
    },
  }
}

/** A route after all that it stands in, the outermost first. */
function ancestry<R extends Route>(route: R, byId: ReadonlyMap<string, R>): R[] {
  const parent = route.parentId ? byId.get(route.parentId) : undefined
  return [...(parent ? ancestry(parent, byId) : []), route]
}
