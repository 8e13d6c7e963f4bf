import { currentToken } from '#web/platform/session.ts'

const worker = '/notices-worker.js'

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
