import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Address, Delivery, Webhook, webhookNow } from './webhooks.ts'

export const PartnerEvent = z.enum(['booking.created', 'booking.changed', 'booking.cancelled', 'booking.completed'])
export type PartnerEvent = z.infer<typeof PartnerEvent>

const Events = z.array(PartnerEvent).min(1, 'Choose at least one event.').max(10)
const ofPartner = z.object({ partnerId: z.uuid() })
const ofWebhook = ofPartner.extend({ webhookId: z.uuid() })
const operators = ['not_signed_in', 'session_ended', 'not_yours', 'not_found'] as const
const acts = [...operators, 'not_allowed_acting', 'partner_ended'] as const
const reads = { access: 'operator', duties: ['owner', 'support'] } as const
const writes = { access: 'operator', duties: ['owner'], notActing: true } as const

/** Partner webhooks in the console, signed and retried like those of artists. */
export const operatorPartnerWebhooks = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/partners/{partnerId}/webhooks',
    ...reads,
    summary: "Lists a partner's webhooks. Only owners see the signing secrets.",
    input: ofPartner,
    output: z.object({ webhooks: z.array(Webhook) }),
    refuses: operators,
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/partners/{partnerId}/webhooks',
    ...writes,
    summary: 'Creates a webhook for bookings that come through the partner.',
    input: ofPartner.extend({ url: Address, events: Events }),
    output: webhookNow,
    refuses: [...acts, 'webhook_address', 'webhook_exists', 'too_many_webhooks'],
    limit: 40,
  }),
  change: defineEndpoint({
    method: 'PATCH',
    path: '/v1/operator/partners/{partnerId}/webhooks/{webhookId}',
    ...writes,
    summary: 'Updates the events of a webhook, pauses or resumes it. Events during a pause are not sent later.',
    input: ofWebhook.extend({ events: Events.optional(), paused: z.boolean().optional() }),
    output: webhookNow,
    refuses: acts,
    limit: 60,
  }),
  renewSecret: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/partners/{partnerId}/webhooks/{webhookId}/secret',
    ...writes,
    stepUp: true,
    secret: true,
    summary: 'Rotates the signing secret.',
    input: ofWebhook,
    output: webhookNow,
    refuses: acts,
    limit: 10,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/v1/operator/partners/{partnerId}/webhooks/{webhookId}',
    ...writes,
    summary: 'Deletes a webhook and its delivery log.',
    input: ofWebhook,
    output: z.object({ removed: z.literal(true) }),
    refuses: [...operators, 'not_allowed_acting'],
  }),
  ping: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/partners/{partnerId}/webhooks/{webhookId}/ping',
    ...writes,
    duties: ['owner', 'support'],
    summary: 'Sends a `ping` event to a webhook.',
    input: ofWebhook,
    output: z.object({ delivery: Delivery }),
    refuses: [...acts, 'state_changed'],
    limit: 10,
  }),
  deliveries: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/partners/{partnerId}/webhooks/{webhookId}/deliveries',
    ...reads,
    summary: 'Lists the last fifty deliveries of a webhook and their results, newest first.',
    input: ofWebhook,
    output: z.object({ deliveries: z.array(Delivery) }),
    refuses: operators,
  }),
  sendAgain: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/partners/{partnerId}/webhooks/{webhookId}/deliveries/{deliveryId}/again',
    ...writes,
    duties: ['owner', 'support'],
    summary: 'Resends a delivery immediately under the same id.',
    input: ofWebhook.extend({ deliveryId: z.uuid() }),
    output: z.object({ delivery: Delivery }),
    refuses: [...acts, 'state_changed'],
    limit: 60,
  }),
}
