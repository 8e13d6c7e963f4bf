import { createRequestHandler, data, type ServerBuild } from 'react-router'
import { routesByWord } from './routes-by-word.ts'

type Handle = ReturnType<typeof createRequestHandler>

const MODE = 'production'

/**
 * Hands requests to the router with those of the site's routes alone that their address may lead to. It ranks, matches, makes
 * and lists all routes that it is given, some of it four times a page; what it draws is the same.
 */
export function openPageRouter(build: ServerBuild | (() => Promise<ServerBuild>)): Handle {
  // In development a route may be another one for the next page.
  if (typeof build === 'function') return createRequestHandler(build, MODE)
  const whole = createRequestHandler(build, MODE)
  const { wordOf, under } = routesByWord(build.routes)
  const byWord = new Map<string, Handle>()
  const of = (word: string, dataAlone: boolean): Handle => {
    const name = dataAlone ? `${word}.data` : word
    const known = byWord.get(name)
    if (known) return known
    const ids = under(word).map(({ id }) => id)
    const handle = createRequestHandler(
      {
        ...build,
        routes: dataAlone ? only(build.routes, ids) : withDataTaken(only(build.routes, ids), build.entry.module),
        assets: { ...build.assets, routes: only(build.assets.routes, ids) },
      },
      MODE,
    )
    byWord.set(name, handle)
    return handle
  }
  return (request, context) => {
    const { pathname } = new URL(request.url)
    // The table of routes is asked for by pages of every kind; what is written with signs the router reads by itself.
    if (pathname === '/__manifest' || pathname.includes('%')) return whole(request, context)
    return of(wordOf(pathname.replace(/\.data$/, '')), pathname.endsWith('.data'))(request, context)
  }
}

type Taking = { takeData?: (data: unknown) => unknown }

/** The routes that draw something, with what their loaders answer taken for the page, which hands it to the browser in its own way. */
function withDataTaken(routes: ServerBuild['routes'], module: ServerBuild['entry']['module']): ServerBuild['routes'] {
  const { takeData } = module as typeof module & Taking
  if (!takeData) return routes
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const { default: draws, loader } = route?.module ?? {}
      if (!route || !draws || !loader) return [id, route]
      const taken: typeof loader = async (given) => {
        const answer = await loader(given)
        return isWithStatus(answer) ? data(takeData(answer.data), answer.init ?? undefined) : takeData(answer)
      }
      return [id, { ...route, module: { ...route.module, loader: taken } }]
    }),
  )
}

/** Data with a status of its own, as the router's `data` makes it. */
const isWithStatus = (answer: unknown): answer is ReturnType<typeof data> =>
  answer instanceof Object && (answer as { type?: unknown }).type === 'DataWithResponseInit'

const only = <T extends object>(all: T, ids: readonly string[]): T =>
  Object.fromEntries(ids.flatMap((id) => (id in all ? [[id, all[id as keyof T]]] : []))) as T
