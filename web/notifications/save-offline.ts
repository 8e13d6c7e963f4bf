import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'

const worker = '/notices-worker.js'
const keptPages = /^\/(customer-dashboard\/bookings|dashboard\/appointments|book\/day)\/[^/]+\/?$/

/** Prefetches the offline page when idle, and caches an open run sheet. Browser only. */
export async function prepareOffline(path: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  if (keptPages.test(path)) await saveOffline()
  else if (!savesData()) await registerWorker()
}

/** Respects the data saver. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

let registered = false

async function registerWorker(): Promise<void> {
  if (registered) return
  registered = true
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }))
  if ('requestIdleCallback' in globalThis)
    await new Promise((idle) => requestIdleCallback(() => idle(null), { timeout: 10_000 }))
  await navigator.serviceWorker.register(worker, { scope: '/' })
}

/** Caches the open page and its files for offline use. */
async function saveOffline(): Promise<void> {
  await navigator.serviceWorker.register(worker, { scope: '/' })
  const { active } = await navigator.serviceWorker.ready
  const asked = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) =>
        origin === location.origin &&
        /^\/(assets|pictures|v1)\/|\.(svg|woff2)$/.test(pathname) &&
        !/\/(live|events|token)$/.test(pathname),
    )
  active?.postMessage({
    keep: [...new Set([location.pathname, ...asked.map(({ href }) => href)])],
    token: getCurrentToken(localStore),
  })
}
