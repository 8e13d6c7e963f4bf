import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { providerIdOf, webhookOf, type WebhookRow } from './webhook-queries.ts'

/** The profile of whoever calls; refused while sign-up has not come to making one. */
export async function ownProviderId({ db, viewer }: Context): Promise<string> {
  const id = viewer.accountId && (await providerIdOf(db, viewer.accountId))
  if (!id) throw new Refusal('not_found')
  return id
}

/** A webhook of whoever calls. */
export async function ownWebhook(ctx: Context, id: string): Promise<WebhookRow> {
  const webhook = await webhookOf(ctx.db, await ownProviderId(ctx), id)
  if (!webhook) throw new Refusal('not_found')
  return webhook
}
