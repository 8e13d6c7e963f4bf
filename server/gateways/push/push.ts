import { Undeliverable } from '#server/gateways/errors.ts'

export type VapidKeys = { publicKey: string; privateKey: string }
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const WAIT_MS = 15_000

// Only who sends a notice needs it.
const library = async () => (await import('web-push')).default

/** The key pair by which push services know this site. */
export const createVapidKeys = async (): Promise<VapidKeys> => (await library()).generateVAPIDKeys()

// The push services of the browsers there are: a subscription's address comes from outside, and the server must not be made to call just anyone.
const services = [
  /^fcm\.googleapis\.com$/,
  /^(.+\.)?push\.services\.mozilla\.com$/,
  /^.+\.notify\.windows\.com$/,
  /^(.+\.)?push\.apple\.com$/,
]

/** Whether that is an address of a browser's push service; one of this machine counts where the site itself runs on loopback. */
export function isPushService(endpoint: string, onLoopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, username } = new URL(endpoint)
  if (username) return false
  if (onLoopback && ['localhost', '127.0.0.1'].includes(hostname)) return true
  return protocol === 'https:' && services.some((service) => service.test(hostname))
}

/** Sends an encrypted notice to one browser; rejects with `Undeliverable` where that browser listens no more. */
export async function sendPush(
  to: Subscription,
  payload: string,
  { keys, contact }: { keys: VapidKeys; contact: string },
): Promise<void> {
  // Made by the library, sent by our own call: its own takes https addresses only.
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
