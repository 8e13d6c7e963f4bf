import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { loadPart } from '#web/platform/chunks.ts'

const keptPages = /^\/(customer-dashboard\/bookings|dashboard\/appointments|book\/day)\/[^/]+\/?$/
const SETTLED_MS = 1_500
const RESTING_MS = 3_000

const loadKept = () => loadPart(() => import('#web/notifications/save-offline.ts'))

/** Keeps, for when there is no connection, the page that says so, and the run sheets that are opened. */
export function useKeptOffline(): void {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  useEffect(() => {
    // Once the first page rests; who saves data is left alone.
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    const rest = () =>
      setTimeout(
        () =>
          loadKept()
            .then((part) => part.registerWorker())
            .catch(() => {}),
        RESTING_MS,
      )
    if (document.readyState === 'complete') rest()
    else addEventListener('load', rest, { once: true })
  }, [])
  useEffect(() => {
    if (state !== 'idle' || !keptPages.test(pathname)) return
    // Once the page stands, so that what it asked for is known.
    const timer = setTimeout(
      () =>
        loadKept()
          .then((part) => part.saveOffline())
          .catch(() => {}),
      SETTLED_MS,
    )
    return () => clearTimeout(timer)
  }, [pathname, state])
}
