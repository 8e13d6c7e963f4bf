// Shows notices, also while the site is closed, and opens what they tell of. Keeps the run sheets that were opened, for when there is no connection.
const shell = 'primp-shell-1'
const kept = 'primp-kept-1'
const offlinePage = '/offline.html'
const keptPages = /^\/(customer-dashboard\/bookings|dashboard\/appointments|book\/day)\/[^/]+\/?$/
const files = /^\/(assets|pictures)\/|^\/[^/]+\.(svg|woff2)$/

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()))
})

async function keepShell() {
  const page = await fetch(offlinePage, { cache: 'reload' })
  if (!page.ok) throw new Error('The page for when there is no connection is not there.')
  await (await caches.open(shell)).put(
    offlinePage,
    new Response(await page.text(), { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  )
}

self.addEventListener('activate', (event) => {
  const current = [shell, kept]
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('primp-') && !current.includes(name))
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.registration.navigationPreload?.enable())
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(event, url))
  else if (files.test(url.pathname) || url.pathname.startsWith('/v1/')) {
    // A stream is no answer that could be kept.
    if (!/^\/v1\/(live$|quotes\/[^/]+\/live$)/.test(url.pathname)) event.respondWith(part(event, request))
  }
})

/** A page from the site; without a connection the run sheet as it was last opened, or a page that says so. */
async function page({ request, preloadResponse }, url) {
  try {
    // Asked for while this worker starts, where the browser can do that.
    const response = (await preloadResponse) ?? (await fetch(request))
    if (response.ok && !response.redirected && keptPages.test(url.pathname)) await put(url.pathname, response.clone())
    return response
  } catch (fault) {
    const known = keptPages.test(url.pathname) ? await (await caches.open(kept)).match(url.pathname) : undefined
    return known ?? (await caches.match(offlinePage)) ?? Promise.reject(fault)
  }
}

/** What a page asks for: from the site, and what a kept page needs from what was kept where there is no connection. */
async function part(event, request) {
  try {
    const response = await fetch(request)
    if (response.ok && (await fromKeptPage(event))) await put(request.url, response.clone())
    return response
  } catch (fault) {
    const known = await (await caches.open(kept)).match(request.url, { ignoreVary: true })
    if (known) return known
    throw fault
  }
}

async function fromKeptPage(event) {
  const client = event.clientId ? await self.clients.get(event.clientId) : undefined
  return client ? keptPages.test(new URL(client.url).pathname) : false
}

const put = async (key, response) => (await caches.open(kept)).put(key, response)

// What a page had already asked for when this worker came, asked for once more with the same right, and kept.
self.addEventListener('message', (event) => {
  const { keep, token } = event.data ?? {}
  if (!Array.isArray(keep)) return
  event.waitUntil(
    (async () => {
      const cache = await caches.open(kept)
      for (const url of keep) {
        const { origin, pathname } = new URL(url, self.location.origin)
        if (origin !== self.location.origin) continue
        const own = pathname.startsWith('/v1/')
        const response = await fetch(
          url,
          own && token ? { headers: { authorization: `Bearer ${token}`, accept: 'application/json' } } : undefined,
        ).catch(() => undefined)
        if (response?.ok)
          await cache.put(keptPages.test(pathname) ? pathname : new URL(url, self.location.origin).href, response)
      }
      event.ports[0]?.postMessage('kept')
    })(),
  )
})

self.addEventListener('push', (event) => {
  const { title = 'Primp', body = '', url = '/', tag } = event.data?.json() ?? {}
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/mark.svg', badge: '/mark.svg', data: { url } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.url ?? '/', self.location.origin)
  // A notice only ever leads into the site.
  const inside = url.origin === self.location.origin ? url.href : self.location.origin
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async (windows) => {
      const open = windows.find((one) => new URL(one.url).origin === self.location.origin)
      if (!open) return self.clients.openWindow(inside)
      await open.focus()
      return open.navigate(inside).catch(() => self.clients.openWindow(inside))
    }),
  )
})
