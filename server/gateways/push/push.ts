import { Undeliverable } from '#server/gateways/errors.ts'

export type VapidKeys = { publicKey: string; privateKey: string }
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const WAIT_MS = 15_000

// Lazy import, needed for sending only.
const library = async () => (await import('web-push')).default

export const createVapidKeys = async (): Promise<VapidKeys> => (await library()).generateVAPIDKeys()

// Known push services. Endpoints come from clients, so others are rejected (SSRF).
const services = [
  /^fcm\.googleapis\.com$/,
  /^(.+\.)?push\.services\.mozilla\.com$/,
  /^.+\.notify\.windows\.com$/,
  /^(.+\.)?push\.apple\.com$/,
]

/** Loopback counts if the site runs there. */
export function isPushService(endpoint: string, onLoopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, username } = new URL(endpoint)
  if (username) return false
  if (onLoopback && ['localhost', '127.0.0.1'].includes(hostname)) return true
  return protocol === 'https:' && services.some((service) => service.test(hostname))
}

/** Rejects with `Undeliverable` if the subscription has expired. */
export async function sendPush(
  to: Subscription,
  payload: string,
  { keys, contact }: { keys: VapidKeys; contact: string },
): Promise<void> {
  // Built by the library but sent by our own request, because the library requires https.
  const { method, headers, body, endpoint } = (await library()).generateRequestDetails(to, payload, {
    vapidDetails: { subject: contact, ...keys },
    TTL: 86_400,
  })
  const response = await fetch(endpoint, {
    method,
    headers: headers as Record<string, string>,
    body: new Uint8Array(body as Buffer),
    redirect: 'error',
    signal: AbortSignal.timeout(WAIT_MS),
  })
  await response.body?.cancel()
  if (response.ok) return
  const said = `the push service answered ${response.status}`
  throw response.status === 404 || response.status === 410 ? new Undeliverable(said) : new Error(said)
}
