// Shows notices, also while the site is closed, and opens what they tell of. It keeps no pages.
self.addEventListener('push', (event) => {
  const { title = 'Primp', body = '', url = '/', tag } = event.data?.json() ?? {}
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/mark.svg', badge: '/mark.svg', data: { url } }))
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
