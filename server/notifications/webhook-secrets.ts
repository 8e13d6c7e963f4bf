import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Context } from '#server/platform/context.ts'
import { getSigningKeys } from '#server/platform/signing-key.ts'
import type { WebhookRow } from './webhooks.queries.ts'

type Site = Pick<Context, 'database' | 'env'>
type SecretOwner = Pick<WebhookRow, 'id' | 'secret_no'>

/** The secrets of a webhook, reckoned under the site's signing keys and kept nowhere: under the newest first, which its owner is shown. Not inside a transaction. */
async function secretsOf({ database, env }: Site, { id, secret_no }: SecretOwner): Promise<string[]> {
  const of = `signs webhook ${id} ${secret_no}`
  return (await getSigningKeys(database, env)).map(
    ({ bytes }) => `whsec_${createHmac('sha256', bytes).update(of).digest('base64')}`,
  )
}

/** The secret that the owner of a webhook checks signatures with. */
export const getWebhookSecret = async (site: Site, webhook: SecretOwner): Promise<string> =>
  (await secretsOf(site, webhook))[0] as string

/** The headers of Standard Webhooks. Each of the site's keys signs, so that a change of them is no change for whoever checks. */
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
