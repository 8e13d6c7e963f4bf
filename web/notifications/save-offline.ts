import { currentToken } from '#web/platform/session.ts'

const worker = '/notices-worker.js'

/** Brings the worker that has the page for when there is no connection, while the browser has nothing else to do. Browser only. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await new Promise<void>((idle) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => idle(), { timeout: 10_000 })
    else idle()
  })
  await navigator.serviceWorker.register(worker, { scope: '/' })
}

/** Keeps the page that is open, and all that it has asked for, to be read without a connection. Browser only. */
export async function saveOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
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
    token: currentToken(localStorage),
  })
}
