import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { loadPart } from '#web/platform/chunks.ts'

const keptPages = /^\/(customer-dashboard\/bookings|dashboard\/appointments|book\/day)\/[^/]+\/?$/
const SETTLED_MS = 1_500

/** Keeps the run sheets that are opened for when there is no connection. */
export function useKeptOffline(): void {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  useEffect(() => {
    if (state !== 'idle' || !keptPages.test(pathname)) return
    // Once the page stands, so that what it asked for is known.
    const timer = setTimeout(
      () =>
        loadPart(() => import('#web/notifications/save-offline.ts'))
          .then((part) => part.saveOffline())
          .catch(() => {}),
      SETTLED_MS,
    )
    return () => clearTimeout(timer)
  }, [pathname, state])
}
