import type { ContextType } from 'react'
import type { UNSAFE_FrameworkContext } from 'react-router'
import type { RouterState } from './waiting-router.ts'

type Framework = NonNullable<ContextType<typeof UNSAFE_FrameworkContext>>

/** What a page carries for its script: which routes there are, what of them it shows, and how they are drawn. */
export type Handed = Pick<Framework, 'manifest' | 'routeModules'> & {
  context: Pick<Framework, 'future' | 'criticalCss' | 'ssr' | 'isSpaMode' | 'routeDiscovery'> & {
    stream?: ReadableStream<Uint8Array> | undefined
  }
}

/** What of the router's state a page carries. */
export type HandedState = Pick<RouterState, 'loaderData' | 'actionData' | 'errors'>

/** All of it, under the names that the router's own scripts in the page give it. */
export function handedTo(at: object): Handed {
  const { __reactRouterContext, __reactRouterManifest, __reactRouterRouteModules } = at as Record<string, never>
  return {
    context: __reactRouterContext as never,
    manifest: __reactRouterManifest as never,
    routeModules: __reactRouterRouteModules as never,
  }
}
