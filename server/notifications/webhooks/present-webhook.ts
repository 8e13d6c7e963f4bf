import { hasDuty } from '#contract/accounts/duties.ts'
import type { Delivery, Webhook } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import type { DeliveryRow, WebhookRow } from './webhook-queries.ts'
import { secretOf } from './webhook-secret.ts'

/** A webhook as its owner sees it; whoever acts as them is not shown what signs, and of a partner's only whoever may change it. */
export const presentWebhook = async (ctx: Context, row: WebhookRow): Promise<Webhook> => ({
  id: row.id,
  url: row.url,
  events: row.events as Webhook['events'],
  paused: row.paused as Webhook['paused'],
  secret: mayReadSecret(ctx, row) ? await secretOf(ctx, row) : null,
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
