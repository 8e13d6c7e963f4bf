import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type Delivery, mostWebhooks, type Webhook, type webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import {
  lockAndCountWebhooks,
  deleteWebhook,
  type DeliveryRow,
  insertWebhook,
  rotateWebhookSecret,
  type Owner,
  findPartnerById,
  findProviderId,
  updateWebhook,
  findWebhook,
  type WebhookRow,
  listWebhooksOf,
} from './webhooks.queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { hasDuty } from '#contract/accounts/duties.ts'
import { getWebhookSecret } from './webhook-secrets.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { isAllowedWebhookUrl } from '#server/gateways/webhooks/post-webhook.ts'

export async function listWebhooks(ctx: Context, whose: WebhookScope): Promise<OutputOf<typeof webhooks.list>> {
  const rows = await listWebhooksOf(ctx.db, await getWebhookOwner(ctx, whose))
  return { webhooks: await Promise.all(rows.map((row) => presentWebhook(ctx, row))) }
}

export type WebhookScope = { partnerId?: string }

/** Returns the owner of webhooks. Throws for an artist without a profile. */
export async function getWebhookOwner({ db, viewer }: Context, { partnerId }: WebhookScope): Promise<Owner> {
  if (partnerId !== undefined) {
    if (!(await findPartnerById(db, partnerId))) throw new Refusal('not_found')
    return { column: 'partner_id', id: partnerId }
  }
  const id = viewer.accountId && (await findProviderId(db, viewer.accountId))
  if (!id) throw new Refusal('not_found')
  return { column: 'provider_id', id }
}

/** Returns the owner of webhooks. Throws for a partner that has ended. */
export async function getActiveWebhookOwner(ctx: Context, whose: WebhookScope): Promise<Owner> {
  const owner = await getWebhookOwner(ctx, whose)
  const partner = whose.partnerId === undefined ? undefined : await findPartnerById(ctx.db, owner.id)
  if (partner?.ended_at) throw new Refusal('partner_ended')
  return owner
}

export async function getWebhookOfOwner({ db }: Context, owner: Owner, id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(db, owner, id)
  if (!webhook) throw new Refusal('not_found')
  return webhook
}

async function writeDown(tx: Context, { column, id }: Owner, act: string, after: object): Promise<void> {
  if (column !== 'partner_id') return
  const name = (await findPartnerById(tx.db, id))?.name ?? ''
  await recordAudit(tx, { act: `partner.webhook.${act}`, subject: { kind: 'partner', id, name }, after })
}

/** Hides the secret from operators who act as the artist, and a partner's secret from operators who cannot edit it. */
const presentWebhook = async (ctx: Context, row: WebhookRow): Promise<Webhook> => ({
  id: row.id,
  url: row.url,
  events: row.events as Webhook['events'],
  paused: row.paused as Webhook['paused'],
  secret: mayReadSecret(ctx, row) ? await getWebhookSecret(ctx, row) : null,
  createdAt: row.created_at.toISOString(),
})

const mayReadSecret = ({ viewer }: Context, { partner_id }: WebhookRow): boolean =>
  !viewer.actorId && (partner_id === null || hasDuty(viewer.duties, ['owner']))

export const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  event: row.kind as Delivery['event'],
  state: row.state as Delivery['state'],
  tries: row.attempts,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
  nextAt: row.state === 'waiting' || row.state === 'failed' ? row.next_at.toISOString() : null,
  error: row.error,
  body: row.body,
})

export async function addWebhook(
  ctx: Context,
  { url, events, ...whose }: InputOf<typeof webhooks.add> & WebhookScope,
): Promise<OutputOf<typeof webhooks.add>> {
  const owner = await getActiveWebhookOwner(ctx, whose)
  if (!isAllowedWebhookUrl(ctx.env, url)) throw createFieldRefusal('webhook_address', 'url')
  const row = await ctx.transaction(async (tx) => {
    await lockLimit(tx.db, `webhooks ${JSON.stringify(owner)}`)
    if ((await lockAndCountWebhooks(tx.db, owner)) >= mostWebhooks) throw new Refusal('too_many_webhooks')
    const added = await insertWebhook(tx.db, owner, {
      url: new URL(url).href,
      events: [...new Set(events)],
      created_at: tx.now,
    })
    if (added) await writeDown(tx, owner, 'add', { url: added.url, events: added.events })
    return added
  })
  if (!row) throw createFieldRefusal('webhook_exists', 'url')
  return { webhook: await presentWebhook(ctx, row) }
}

export async function changeWebhook(
  ctx: Context,
  { webhookId, events, paused, ...whose }: InputOf<typeof webhooks.change> & WebhookScope,
): Promise<OutputOf<typeof webhooks.change>> {
  const owner = await getActiveWebhookOwner(ctx, whose)
  const webhook = await getWebhookOfOwner(ctx, owner, webhookId)
  const change = {
    ...(events ? { events: [...new Set(events)] } : {}),
    ...(paused === undefined ? {} : { paused: paused ? ('by_owner' as const) : null }),
  }
  if (!Object.keys(change).length) return { webhook: await presentWebhook(ctx, webhook) }
  const changed = await ctx.transaction(async (tx) => {
    await writeDown(tx, owner, 'change', { url: webhook.url, ...change })
    return updateWebhook(tx.db, owner, webhook.id, change)
  })
  return { webhook: await presentWebhook(ctx, changed ?? webhook) }
}

export async function removeWebhook(
  ctx: Context,
  { webhookId, ...whose }: InputOf<typeof webhooks.remove> & WebhookScope,
): Promise<OutputOf<typeof webhooks.remove>> {
  const owner = await getWebhookOwner(ctx, whose)
  const gone = await ctx.transaction(async (tx) => {
    const removed = await deleteWebhook(tx.db, owner, webhookId)
    if (removed) await writeDown(tx, owner, 'remove', { url: removed.url })
    return removed
  })
  if (!gone) throw new Refusal('not_found')
  return { removed: true }
}

export async function replaceWebhookSecret(
  ctx: Context,
  { webhookId, ...whose }: InputOf<typeof webhooks.renewSecret> & WebhookScope,
): Promise<OutputOf<typeof webhooks.renewSecret>> {
  const owner = await getActiveWebhookOwner(ctx, whose)
  const renewed = await ctx.transaction(async (tx) => {
    const row = await rotateWebhookSecret(tx.db, owner, webhookId)
    if (row) await writeDown(tx, owner, 'secret', { url: row.url })
    return row
  })
  if (!renewed) throw new Refusal('not_found')
  return { webhook: await presentWebhook(ctx, renewed) }
}
