import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { loadPart } from '#web/platform/optional.tsx'

const SETTLED_MS = 1_500

/** Keeps, for when there is no connection, the page that says so, and the run sheets that are opened. */
export function useKeptOffline(): void {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  useEffect(() => {
    if (state !== 'idle') return
    // Once the page stands, so that what it asked for is known.
    const timer = setTimeout(
      () =>
        navigator.onLine &&
        loadPart(() => import('#web/notifications/save-offline.ts'))
          .then((part) => part.prepareOffline(pathname))
          .catch(() => {}),
      SETTLED_MS,
    )
    return () => clearTimeout(timer)
  }, [pathname, state])
}
