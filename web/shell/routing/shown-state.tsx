import type { ReactNode } from 'react'
import { type Location, matchRoutes, type RouteObject } from 'react-router'
import type { Handed } from './handed.ts'
import type { RouterState } from './waiting-router.ts'

/** Whether nothing of what a page shows has to run before it: all of it is drawn, as it stays. */
export const showsAll = ({ manifest, routeModules }: Handed): boolean =>
  Object.entries(routeModules).every(
    ([id, module]) =>
      !module?.HydrateFallback &&
      (!module?.clientLoader || (!module.clientLoader.hydrate && manifest.routes[id]?.hasLoader)),
  )

/** The state of a router that stands at this page and has done nothing yet, of what the page shows and was drawn with. */
export function shownState(handed: Handed, loaderData: RouterState['loaderData'], location: Location): RouterState {
  const withoutLoader = Object.keys(handed.routeModules).filter((id) => !handed.manifest.routes[id]?.hasLoader)
  return {
    historyAction: 'POP' as RouterState['historyAction'],
    location,
    matches: (matchRoutes(shownRoutes(handed), location) ?? []) as RouterState['matches'],
    initialized: true,
    renderFallback: false,
    navigation: { state: 'idle' } as RouterState['navigation'],
    restoreScrollPosition: false,
    preventScrollReset: false,
    revalidation: 'idle',
    loaderData: { ...loaderData, ...Object.fromEntries(withoutLoader.map((id) => [id, null])) },
    actionData: null,
    errors: null,
    fetchers: new Map(),
    blockers: new Map(),
  }
}

/** The routes from the root down to the page, each as the router draws it. */
function shownRoutes({ manifest, routeModules }: Handed): RouteObject[] {
  let routes: RouteObject[] | undefined
  for (const [id, module] of Object.entries(routeModules).reverse()) {
    const { path, index, caseSensitive } = manifest.routes[id] ?? {}
    const { default: Page, ErrorBoundary, Layout, handle } = module ?? {}
    const framed = (part: ReactNode) => (Layout && part ? <Layout>{part as never}</Layout> : part)
    routes = [
      {
        id,
        path,
        index,
        caseSensitive,
        handle,
        element: framed(Page && <Page />),
        errorElement: framed(ErrorBoundary && <ErrorBoundary />),
        children: routes,
      } as RouteObject,
    ]
  }
  return routes ?? []
}
