import type { ContextType } from 'react'
import { type Location, UNSAFE_createBrowserHistory, type To, type UNSAFE_DataRouterContext } from 'react-router'
import { firstTouches } from './first-touch.ts'

/** The router of the pages, as React Router's own components know it. */
export type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>['router']
export type RouterState = Router['state']
export type History = ReturnType<typeof UNSAFE_createBrowserHistory>

const openings = new WeakMap<Router, () => Promise<Router>>()

/** A router that can lead on from the page: it comes if it waits, and knows by then which route this path is of, if any is. */
export async function leadingTo(waiting: Router, path: string, signal: AbortSignal): Promise<Router> {
  const router = (await openings.get(waiting)?.()) ?? waiting
  // Of what has not been asked for it knows the page that shows nothing is there.
  const knows = () => signal.aborted || router.match(path)?.at(-1)?.route.path !== '*'
  await new Promise<void>((done) => {
    if (knows()) return done()
    const stop = router.subscribe(() => {
      if (!knows()) return
      stop()
      done()
    })
  })
  return router
}

/** Makes the router that can do everything, of a page that stands as this says. */
type Open = (history: History, stands: RouterState) => Promise<Router>

/**
 * A router that knows the page it stands on. What finds, loads and leaves pages comes with the first touch, or when something asks
 * for it; what is asked meanwhile is asked of that one then.
 */
export function waitingRouter(stateAt: (location: Location) => RouterState, open: Open): Router {
  const history = UNSAFE_createBrowserHistory()
  const stands = stateAt(history.location)
  let whole: Router | undefined
  let opening: Promise<Router> | undefined
  let elsewhere = false

  // Subscriptions and the like, which hold for the one that comes as well.
  const holding = new Map<(router: Router) => () => void, (() => void) | undefined>()
  function hold(ask: (router: Router) => () => void): () => void {
    holding.set(ask, whole && ask(whole))
    return () => {
      holding.get(ask)?.()
      holding.delete(ask)
    }
  }

  async function openWhole(): Promise<Router> {
    // Wherever somebody has gone back to meanwhile, it starts from the page that is shown.
    const standing = Object.create(history, {
      location: { get: () => (whole ? history : stands).location },
      action: { get: () => (whole ? history.action : stands.historyAction) },
    }) as History
    const router = await open(standing, stands)
    stopListening()
    router.initialize()
    whole = router
    for (const ask of holding.keys()) holding.set(ask, ask(router))
    if (elsewhere) dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
    return router
  }

  const opened = (): Promise<Router> => {
    // What did not come is asked for again with the next touch.
    opening ??= openWhole().catch((fault: unknown) => {
      opening = undefined
      throw fault
    })
    return opening
  }
  const ahead = () => {
    for (const event of firstTouches) removeEventListener(event, ahead, true)
    opened().catch(() => {})
  }
  for (const event of firstTouches) addEventListener(event, ahead, { capture: true, passive: true })

  const stopListening = history.listen(() => {
    elsewhere = true
    opened().catch(() => location.reload())
  })

  async function navigate(to: number | To | null, how?: { replace?: boolean; state?: unknown; formData?: FormData }) {
    const router = await opened().catch(() => undefined)
    if (router) return router.navigate(to as never, how)
    if (typeof to === 'number') return window.history.go(to)
    if (to === null || how?.formData) return sayItFailed()
    const { pathname } = location
    const address = typeof to === 'string' ? to : history.createHref({ pathname, search: '', hash: '', ...to })
    // Without it the browser goes there by itself, as it does without any script; without a line once it is back.
    if (navigator.onLine) return location.assign(address)
    elsewhere = true
    history[how?.replace ? 'replace' : 'push'](address, how?.state)
    sayItFailed()
  }

  const blockers = new Map<string, () => void>()
  const router = {
    get state() {
      return whole?.state ?? stands
    },
    get routes() {
      return whole?.routes ?? []
    },
    get manifest() {
      return whole?.manifest ?? {}
    },
    get future() {
      return whole?.future ?? {}
    },
    basename: '/',
    window,
    match: (to: Parameters<Router['match']>[0]) => whole?.match(to) ?? null,
    initialize: () => router,
    subscribe: (told: Parameters<Router['subscribe']>[0]) => hold((of) => of.subscribe(told)),
    enableScrollRestoration: (...how: Parameters<Router['enableScrollRestoration']>) =>
      hold((of) => of.enableScrollRestoration(...how)),
    navigate,
    fetch: async (...what: Parameters<Router['fetch']>) => (await opened()).fetch(...what),
    // Who is not heard asks again, as they do where the answer does not come.
    revalidate: async () => (await opened().catch(() => undefined))?.revalidate(),
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    getBlocker(key: string, may: Parameters<Router['getBlocker']>[1]) {
      opened().catch(() => {})
      blockers.get(key)?.()
      blockers.set(
        key,
        hold((of) => {
          of.getBlocker(key, may)
          return () => of.deleteBlocker(key)
        }),
      )
    },
    deleteBlocker(key: string) {
      blockers.get(key)?.()
      blockers.delete(key)
    },
  }
  openings.set(router as unknown as Router, opened)
  return router as unknown as Router
}

/** Says what the build says where a part that the page needs does not come. */
const sayItFailed = () => void dispatchEvent(new Event('vite:preloadError'))
