import { setImmediate } from 'node:timers/promises'
import { createRequestHandler, data, type ServerBuild } from 'react-router'
import { routesByWord } from './routes-by-word.ts'

type Handle = ReturnType<typeof createRequestHandler>
type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

const MODE = 'production'

/**
 * Hands requests to the router with those of the site's routes alone that their address may lead to. It ranks, matches, makes
 * and lists all routes that it is given, some of it four times a page; what it draws is the same.
 */
export function openPageRouter(build: ServerBuild | (() => Promise<ServerBuild>)): Handle {
  if (typeof build !== 'function') return routerOf(build)
  // In development a route may be another one for the next page.
  let known: { of: ServerBuild; handle: Handle } | undefined
  return async (request, context) => {
    const now = await build()
    known = known?.of === now ? known : { of: now, handle: routerOf(now) }
    return known.handle(request, context)
  }
}

function routerOf(build: ServerBuild): Handle {
  const { wordOf, under } = routesByWord(build.routes)
  const byWord = new Map<string, Promise<Handle>>()
  const opened = (name: string, open: () => Promise<Handle>): Promise<Handle> => {
    const known = byWord.get(name)
    if (known) return known
    const handle = open()
    byWord.set(name, handle)
    // What could not be read may be whole again for the next page.
    handle.catch(() => byWord.delete(name))
    return handle
  }
  const whole = () =>
    opened('/', async () => createRequestHandler({ ...build, routes: await read(build.routes) }, MODE))
  const of = (word: string, dataAlone: boolean) =>
    opened(dataAlone ? `${word}.data` : word, async () => {
      const ids = under(word).map(({ id }) => id)
      const routes = await read(only(build.routes, ids))
      return createRequestHandler(
        {
          ...build,
          routes: dataAlone ? routes : withDataTaken(routes, build.entry.module),
          assets: { ...build.assets, routes: only(build.assets.routes, ids) },
        },
        MODE,
      )
    })
  // The table of routes is of their addresses alone.
  const table = createRequestHandler(build, MODE)
  return async (request, context) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/__manifest') return table(request, context)
    // What is written with signs the router reads by itself.
    const handle = await (pathname.includes('%')
      ? whole()
      : of(wordOf(pathname.replace(/\.data$/, '')), pathname.endsWith('.data')))
    return handle(request, context)
  }
}

type Unread = Route & { read?: () => Promise<Route['module']> }

/** Routes with their modules: one that has a `read` has none before it is asked for. */
async function read(routes: Routes): Promise<Routes> {
  const all = Object.entries(routes).map(async ([id, route]) => {
    const { read: readOne, ...rest } = (route ?? {}) as Unread
    return [id, readOne ? { ...rest, module: await readOne() } : route] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

/** Reads every route that has not been asked for yet, one after the other. */
export async function readRoutes({ routes }: ServerBuild): Promise<void> {
  for (const route of Object.values(routes)) {
    await setImmediate()
    await (route as Unread | undefined)?.read?.()
  }
}

type Taking = { takeData?: (data: unknown) => unknown }

/** The routes that draw something, with what their loaders answer taken for the page, which hands it to the browser in its own way. */
function withDataTaken(routes: Routes, module: ServerBuild['entry']['module']): Routes {
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
