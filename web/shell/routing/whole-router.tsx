import { createRoot } from 'react-dom/client'
import {
  UNSAFE_createClientRoutes,
  UNSAFE_createClientRoutesWithHMRRevalidationOptOut,
  UNSAFE_createRouter,
  UNSAFE_decodeViaTurboStream,
  UNSAFE_defaultMapRouteProperties,
  UNSAFE_getHydrationData,
  UNSAFE_getPatchRoutesOnNavigationFunction,
  UNSAFE_getTurboStreamSingleFetchDataStrategy,
  UNSAFE_hydrationRouteProperties,
  UNSAFE_useFogOFWarDiscovery,
} from 'react-router'
import type { Handed, HandedState } from './handed.ts'
import type { History, Router } from './waiting-router.ts'

/** React Router's own router in the browser, as its `HydratedRouter` makes it, of a page that stands as this says. */
export function wholeRouter(handed: Handed, history: History, state: HandedState): Router {
  const { context, manifest, routeModules } = handed
  const { ssr, isSpaMode, routeDiscovery, future } = context
  const routes = UNSAFE_createClientRoutes(manifest.routes, routeModules, state as never, ssr, isSpaMode)
  const router: Router = UNSAFE_createRouter({
    routes,
    history,
    hydrationData: UNSAFE_getHydrationData({
      state,
      routes,
      getRouteInfo: (id) => ({
        clientLoader: routeModules[id]?.clientLoader,
        hasLoader: manifest.routes[id]?.hasLoader === true,
        hasHydrateFallback: routeModules[id]?.HydrateFallback != null,
      }),
      location: history.location,
      basename: undefined,
      future,
      isSpaMode,
    } as Parameters<typeof UNSAFE_getHydrationData>[0]),
    mapRouteProperties: UNSAFE_defaultMapRouteProperties,
    hydrationRouteProperties: UNSAFE_hydrationRouteProperties,
    dataStrategy: UNSAFE_getTurboStreamSingleFetchDataStrategy(() => router, manifest, routeModules, ssr),
    patchRoutesOnNavigation: UNSAFE_getPatchRoutesOnNavigationFunction(
      () => router,
      manifest,
      routeModules,
      ssr,
      routeDiscovery,
      isSpaMode,
      undefined,
    ),
  })
  if (import.meta.env.DEV)
    Object.assign(router, { createRoutesForHMR: UNSAFE_createClientRoutesWithHMRRevalidationOptOut })
  Object.assign(window, { __reactRouterDataRouter: router })
  const { initialize } = router
  return Object.assign(router, {
    initialize() {
      // What looks for links shows nothing: it stands in no page. Before the page's own root it would take its place with React as the
      // one that listens to the document.
      createRoot(document.createElement('div')).render(<Discovery handed={handed} router={router} />)
      return initialize()
    },
  })
}

/** What the page carries in the router's own writing. */
export async function stateOf({ context }: Handed): Promise<HandedState> {
  if (!context.stream) throw new Error('The page carries no state.')
  const { value } = await UNSAFE_decodeViaTurboStream(context.stream, window)
  return value as HandedState
}

/** Asks which routes the links of a page lead to, once somebody has turned to it. */
function Discovery({ handed: { context, manifest, routeModules }, router }: { handed: Handed; router: Router }) {
  UNSAFE_useFogOFWarDiscovery(router, manifest, routeModules, context.ssr, context.routeDiscovery, context.isSpaMode)
  return null
}
