import { request as plain } from 'node:http'
import { request as sealed } from 'node:https'
import { isInside, createPublicLookup } from '#server/gateways/outside.ts'
import { Undeliverable } from '#server/gateways/errors.ts'
import { type Env, isLoopbackUrl } from '#server/platform/env.ts'

const WAIT_MS = 10_000

/** Requires a public https URL; allows anything if the site runs on loopback. */
export function isAllowedWebhookUrl({ publicUrl }: Pick<Env, 'publicUrl'>, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return false
  if (isLoopbackUrl(publicUrl)) return /^https?:$/.test(protocol)
  return protocol === 'https:' && !isInside(hostname.replace(/^\[|\]$/g, ''))
}

type Message = { url: string; body: string; headers: Readonly<Record<string, string>> }

/** Any 2xx succeeds, redirects are not followed, 410 means unsubscribed. */
export function sendWebhook(env: Pick<Env, 'publicUrl'>, { url, body, headers }: Message): Promise<void> {
  if (!isAllowedWebhookUrl(env, url))
    return Promise.reject(new Undeliverable('webhooks to this address are not allowed'))
  const to = new URL(url)
  return new Promise((done, fail) => {
    const asked = (to.protocol === 'https:' ? sealed : plain)(
      to,
      {
        method: 'POST',
        lookup: createPublicLookup(
          isLoopbackUrl(env.publicUrl),
          () => new Undeliverable('webhooks to this address are not allowed'),
        ),
        signal: AbortSignal.timeout(WAIT_MS),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Primp-Webhooks/1',
          ...headers,
        },
      },
      (answer) => {
        const { statusCode = 0 } = answer
        answer.destroy()
        if (statusCode >= 200 && statusCode < 300) return done()
        fail(statusCode === 410 ? new Undeliverable('returned 410') : new Error(`returned ${statusCode}`))
      },
    )
    asked.on('error', (fault) =>
      fail(fault.name === 'TimeoutError' ? new Error('no response within 10 seconds') : fault),
    )
    asked.end(body)
  })
}
