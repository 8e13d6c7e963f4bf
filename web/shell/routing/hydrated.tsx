import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { UNSAFE_FrameworkContext, UNSAFE_RemixErrorBoundary } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Handed } from './handed.ts'
import type { Router } from './waiting-router.ts'

/** The whole page in the browser, as the server's `ServerRouter` drew it. */
export function Hydrated({ handed, router }: { handed: Handed; router: Router }) {
  const [location, setLocation] = useState(router.state.location)
  useLayoutEffect(() => router.subscribe((state) => setLocation(state.location)), [router])
  const begun = useRef(false)
  useLayoutEffect(() => {
    if (begun.current) return
    begun.current = true
    // Not before the page runs as it was drawn: what has yet to load would change it meanwhile. A press goes before it.
    setTimeout(() => router.initialize())
  }, [router])
  const criticalCss = useCriticalCss(handed.context.criticalCss)
  const framework = useMemo(() => {
    const { future, ssr, isSpaMode, routeDiscovery } = handed.context
    const { manifest, routeModules } = handed
    return { manifest, routeModules, future, ssr, isSpaMode, routeDiscovery, ...(criticalCss && { criticalCss }) }
  }, [handed, criticalCss])
  return (
    <>
      <UNSAFE_FrameworkContext value={framework}>
        <UNSAFE_RemixErrorBoundary location={location}>
          <RouterProvider router={router} />
        </UNSAFE_RemixErrorBoundary>
      </UNSAFE_FrameworkContext>
      {/* Where the server has a second part: names made by `useId` count it. */}
      {null}
    </>
  )
}

/** In development a page carries its styles till its script runs. */
function useCriticalCss(first: Handed['context']['criticalCss']) {
  const [css, setCss] = useState(import.meta.env.DEV ? first : undefined)
  useEffect(() => {
    if (!import.meta.env.DEV) return
    if (css) return setCss(undefined)
    for (const sheet of document.querySelectorAll('[data-react-router-critical-css]')) sheet.remove()
  }, [css])
  return css
}
