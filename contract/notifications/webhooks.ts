import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/values.ts'

export const WebhookEvent = z.enum([
  'booking.created',
  'booking.changed',
  'booking.cancelled',
  'booking.completed',
  'request.created',
  'review.created',
])
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const mostWebhooks = 10

/** A webhook address, signed as Standard Webhooks defines. */
export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(WebhookEvent),
  /** Set if the owner paused the webhook, or if all retries of a message failed; null if active. */
  paused: z.enum(['by_owner', 'unanswered']).nullable(),
  /** Signing secret `whsec_…`; null while an operator impersonates the artist. */
  secret: z.string().nullable(),
  createdAt: Instant,
})
export type Webhook = z.infer<typeof Webhook>

export const Delivery = z.object({
  id: z.uuid(),
  event: z.union([WebhookEvent, z.literal('ping')]),
  state: z.enum(['waiting', 'sent', 'failed', 'given_up']),
  tries: z.number().int(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  /** Time of the next retry; null if none is due. */
  nextAt: Instant.nullable(),
  error: z.string(),
  body: z.string(),
})
export type Delivery = z.infer<typeof Delivery>

export const Address = z.string().trim().min(1, 'Address is required').max(500)
const Events = z.array(WebhookEvent).min(1, 'Choose at least one event.').max(10)
const ofWebhook = z.object({ webhookId: z.uuid() })
export const webhookNow = z.object({ webhook: Webhook })
const own = { access: 'provider', notActing: true } as const

export const webhooks = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/webhooks',
    access: 'provider',
    summary: "Lists the caller's webhooks with their signing secrets.",
    input: z.object({}),
    output: z.object({ webhooks: z.array(Webhook) }),
    refuses: ['not_found'],
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/webhooks',
    ...own,
    summary: 'Creates a webhook.',
    input: z.object({ url: Address, events: Events }),
    output: webhookNow,
    refuses: ['not_found', 'webhook_address', 'webhook_exists', 'too_many_webhooks'],
    limit: 40,
  }),
  change: defineEndpoint({
    method: 'PATCH',
    path: '/v1/providers/me/webhooks/{webhookId}',
    ...own,
    summary: 'Updates the events of a webhook, pauses or resumes it. Events during a pause are not sent later.',
    input: ofWebhook.extend({ events: Events.optional(), paused: z.boolean().optional() }),
    output: webhookNow,
    refuses: ['not_found'],
    limit: 60,
  }),
  renewSecret: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/webhooks/{webhookId}/secret',
    ...own,
    stepUp: true,
    secret: true,
    summary: 'Rotates the signing secret of a webhook.',
    input: ofWebhook,
    output: webhookNow,
    refuses: ['not_found'],
    limit: 10,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/v1/providers/me/webhooks/{webhookId}',
    ...own,
    summary: 'Deletes a webhook and its delivery log.',
    input: ofWebhook,
    output: z.object({ removed: z.literal(true) }),
    refuses: ['not_found'],
  }),
  ping: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/webhooks/{webhookId}/ping',
    ...own,
    summary: 'Sends a `ping` event to a webhook.',
    input: ofWebhook,
    output: z.object({ delivery: Delivery }),
    refuses: ['not_found', 'state_changed'],
    limit: 10,
  }),
  deliveries: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/webhooks/{webhookId}/deliveries',
    access: 'provider',
    summary: 'Lists the last fifty deliveries of a webhook and their results, newest first.',
    input: ofWebhook,
    output: z.object({ deliveries: z.array(Delivery) }),
    refuses: ['not_found'],
  }),
  sendAgain: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/webhooks/{webhookId}/deliveries/{deliveryId}/again',
    ...own,
    summary: 'Resends a delivery immediately under the same id.',
    input: ofWebhook.extend({ deliveryId: z.uuid() }),
    output: z.object({ delivery: Delivery }),
    refuses: ['not_found', 'state_changed'],
    limit: 60,
  }),
}
