import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Context } from '#server/platform/context.ts'
import { getSigningKeys } from '#server/platform/signing-key.ts'
import type { WebhookRow } from './webhooks.queries.ts'

type Site = Pick<Context, 'database' | 'env'>
type SecretOwner = Pick<WebhookRow, 'id' | 'secret_no'>

/**
 * Derives the secrets of a webhook from the site's signing keys, newest first, because they are not stored. Must not
 * run inside a transaction.
 */
async function secretsOf({ database, env }: Site, { id, secret_no }: SecretOwner): Promise<string[]> {
  const of = `signs webhook ${id} ${secret_no}`
  return (await getSigningKeys(database, env)).map(
    ({ bytes }) => `whsec_${createHmac('sha256', bytes).update(of).digest('base64')}`,
  )
}

export const getWebhookSecret = async (site: Site, webhook: SecretOwner): Promise<string> =>
  (await secretsOf(site, webhook))[0] as string

/** All signing keys sign the Standard Webhooks headers, so that a rotation does not break verification. */
export async function createWebhookHeaders(
  site: Site,
  webhook: SecretOwner,
  { id, at, body }: { id: string; at: Date; body: string },
): Promise<Record<string, string>> {
  const secrets = await secretsOf(site, webhook)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
