import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import {
  getWebhookOwner,
  presentDelivery,
  getActiveWebhookOwner,
  getWebhookOfOwner,
  type WebhookScope,
} from './webhooks.ts'
import {
  listDeliveriesOf,
  isDeliveryKnown,
  insertPing,
  markDeliveryDue,
  findPartnerById,
  pauseUnanswered,
  type WebhookRow,
  listWebhooksById,
} from './webhooks.queries.ts'
import { Undeliverable } from '#server/gateways/errors.ts'
import { sendWebhook } from '#server/gateways/webhooks/post-webhook.ts'
import { claimDue, markFailed, markSent, type OutboxRow } from './outbox.queries.ts'
import { notify, getSender } from './notify.ts'
import { createWebhookHeaders } from './webhook-secrets.ts'
import { randomUUID } from 'node:crypto'
import { Refusal } from '#server/platform/refusal.ts'

const SHOWN = 50

export async function listDeliveries(
  ctx: Context,
  { webhookId, ...whose }: InputOf<typeof webhooks.deliveries> & WebhookScope,
): Promise<OutputOf<typeof webhooks.deliveries>> {
  const { id } = await getWebhookOfOwner(ctx, await getWebhookOwner(ctx, whose), webhookId)
  return { deliveries: (await listDeliveriesOf(ctx.db, id, SHOWN)).map(presentDelivery) }
}

/** Retry delays in minutes, 32 hours in total. After the last delay the webhook is paused. */
export const retryMinutes = [1, 5, 30, 120, 300, 600, 900] as const

const AT_ONCE = 20

/**
 * Sends due deliveries concurrently, so that a webhook that hangs does not block others. Returns the number of claimed
 * deliveries. After a crash, deliveries are repeated with the same ids.
 */
export async function sendWebhooks(ctx: Context): Promise<number> {
  const claimed = await claimDue(ctx.database.counts, ctx.now, AT_ONCE, 'webhooks')
  if (!claimed.length) return 0
  const known = new Map(
    (await listWebhooksById(ctx.db, [...new Set(claimed.map(({ address }) => address))])).map((row) => [row.id, row]),
  )
  await Promise.all(
    claimed.map(async (row) => {
      const fault = await tell(ctx, row, known.get(row.address)).then(
        () => null,
        (fault: Error) => fault,
      )
      if (fault) await retryLater(ctx, row, fault)
      else await markSent(ctx.database.counts, [{ id: row.id, kept: null }], ctx.now)
    }),
  )
  return claimed.length
}

async function tell(ctx: Context, { body, message_id: id }: OutboxRow, webhook: WebhookRow | undefined): Promise<void> {
  if (!webhook || webhook.paused) throw new Undeliverable('paused')
  const headers = await createWebhookHeaders(ctx, webhook, { id, at: ctx.now, body })
  await sendWebhook(ctx.env, { url: webhook.url, body, headers })
}

async function retryLater(ctx: Context, row: OutboxRow, fault: Error): Promise<void> {
  const wait = fault instanceof Undeliverable ? undefined : retryMinutes[row.attempts - 1]
  const next = wait === undefined ? null : new Date(ctx.now.getTime() + wait * 60_000)
  await markFailed(ctx.db, row.id, fault.message.slice(0, 300), ctx.now, next)
  if (!next) await pause(ctx, row.address)
}

/** Pauses an unresponsive webhook and notifies its owner, or the contact of its partner. */
async function pause(ctx: Context, id: string): Promise<void> {
  const sender = await getSender(ctx)
  await ctx.transaction(async (tx) => {
    const paused = await pauseUnanswered(tx.db, id)
    const partner = paused?.partner_id ? await findPartnerById(tx.db, paused.partner_id) : undefined
    if (!paused || !partner || partner.ended_at) return
    await notify(tx, sender, {
      kind: 'partner.webhook.paused',
      to: { email: partner.email, name: partner.name },
      values: { address: paused.url, name: partner.name },
    })
  })
}

export async function pingWebhook(
  ctx: Context,
  { webhookId, ...whose }: InputOf<typeof webhooks.ping> & WebhookScope,
): Promise<OutputOf<typeof webhooks.ping>> {
  const webhook = await getWebhookOfOwner(ctx, await getActiveWebhookOwner(ctx, whose), webhookId)
  if (webhook.paused) throw new Refusal('state_changed')
  const row = await insertPing(ctx.db, {
    address: webhook.id,
    body: JSON.stringify({ type: 'ping', timestamp: ctx.now.toISOString(), data: {} }),
    message_id: `evt_${randomUUID().replaceAll('-', '')}`,
    now: ctx.now,
  })
  return { delivery: presentDelivery(row) }
}

export async function sendDeliveryAgain(
  ctx: Context,
  { webhookId, deliveryId, ...whose }: InputOf<typeof webhooks.sendAgain> & WebhookScope,
): Promise<OutputOf<typeof webhooks.sendAgain>> {
  const { id, paused } = await getWebhookOfOwner(ctx, await getActiveWebhookOwner(ctx, whose), webhookId)
  if (!(await isDeliveryKnown(ctx.db, id, deliveryId))) throw new Refusal('not_found')
  const due = paused ? undefined : await markDeliveryDue(ctx.db, id, deliveryId, ctx.now)
  if (!due) throw new Refusal('state_changed')
  return { delivery: presentDelivery(due) }
}
