import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { loadPart } from '#web/platform/optional.tsx'

const SETTLED_MS = 1_500

/** Caches the offline page and opened run sheets in the browser. */
export function useKeptOffline(): void {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  useEffect(() => {
    if (state !== 'idle') return
    // After rendering, so that the loaded files are known.
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
