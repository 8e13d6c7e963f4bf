import { browserApi } from '#web/platform/api/browser.ts'

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const worker = '/notices-worker.js'

const supported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Returns the state without asking for permission. */
export async function getPushState(): Promise<PushState> {
  if (!supported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ? 'on' : 'off'
}

/** Asks for permission, subscribes and registers with the server. Returns the resulting state. */
export async function enablePush(): Promise<PushState> {
  if (!supported()) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  await navigator.serviceWorker.register(worker, { scope: '/' })
  const registration = await navigator.serviceWorker.ready
  const { key } = await browserApi().notices.pushKey({})
  let subscription: PushSubscription
  try {
    subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch {
    // Some browsers have the API without a push service.
    return 'unsupported'
  }
  const { endpoint, keys } = subscription.toJSON()
  try {
    await browserApi().notices.turnOnPush({
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    })
  } catch (error) {
    // Known to the browser but not to the server counts as off.
    await subscription.unsubscribe().catch(() => {})
    throw error
  }
  return 'on'
}

/** Unsubscribes this browser, on the server too. */
export async function disablePush(): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription) {
    // Unsubscribed here, regardless of the response.
    await browserApi()
      .notices.turnOffPush({ endpoint: subscription.endpoint })
      .finally(() => subscription.unsubscribe())
  }
  return 'off'
}
