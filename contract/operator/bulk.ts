import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, Reason } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours', 'not_allowed_acting'] as const

export const BulkAct = z.enum([
  'people.tag',
  'people.untag',
  'providers.tag',
  'providers.untag',
  'providers.feature',
  'providers.unfeature',
  'reviews.remove',
  'reviews.restore',
  'outbox.resend',
])
export type BulkAct = z.infer<typeof BulkAct>

const mostAtOnce = 200
export const undoHours = 24

const Planned = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the action changes a row, has nothing to change, or is not allowed. */
  does: z.enum(['changes', 'stays', 'cannot']),
})
export type Planned = z.infer<typeof Planned>

const asked = z.object({
  act: BulkAct,
  ids: z.array(z.string().max(40)).min(1, 'Choose at least one.').max(mostAtOnce),
  value: z.string().trim().max(30).optional(),
})

export const DoneBulk = z.object({
  id: z.uuid(),
  act: BulkAct,
  value: z.string().nullable(),
  changed: z.number().int(),
  at: Instant,
  undoUntil: Instant.nullable(),
  undoneAt: Instant.nullable(),
})
export type DoneBulk = z.infer<typeof DoneBulk>

export const operatorBulk = {
  preview: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bulk/preview',
    access: 'operator',
    notActing: true,
    summary: 'Previews a bulk action: the effect on each item, the number of emails, and whether it can be undone.',
    input: asked,
    output: z.object({ items: z.array(Planned), mails: z.number().int(), undo: z.boolean() }),
    refuses: [...operators, 'duty_required', 'invalid_input', 'date_past'],
  }),
  run: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bulk',
    access: 'operator',
    notActing: true,
    key: true,
    summary: 'Runs a bulk action on all items that it changes, or on none. Each item has its own audit log entry.',
    input: asked.extend({ reason: Reason }),
    output: z.object({ bulk: DoneBulk }),
    refuses: [...operators, 'duty_required', 'not_found', 'invalid_input', 'date_past', 'state_changed'],
    limit: 30,
  }),
  undo: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bulk/{bulkId}/undo',
    access: 'operator',
    notActing: true,
    key: true,
    summary: 'Undoes a bulk action of the caller. Items that were changed again since are not restored.',
    input: z.object({ bulkId: z.uuid() }),
    output: z.object({ bulk: DoneBulk, restored: z.number().int() }),
    refuses: [...operators, 'not_found', 'state_changed'],
    limit: 30,
  }),
  last: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/bulk',
    access: 'operator',
    summary: "Lists the caller's bulk actions of the last day, newest first.",
    input: z.object({}),
    output: z.object({ acts: z.array(DoneBulk) }),
    refuses: ['not_signed_in', 'session_ended', 'not_yours'],
  }),
}
