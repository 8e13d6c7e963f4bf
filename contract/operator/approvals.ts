import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LinkToken } from '#contract/accounts/accounts.ts'
import { Cursor, Instant, NextCursor, Reason } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

export const ApprovalKind = z.enum([
  'operator',
  'refund_limit',
  'second_approval',
  'data_export',
  'data_erasure',
  'factor_reset',
])
export type ApprovalKind = z.infer<typeof ApprovalKind>

export const Approval = z.object({
  id: z.uuid(),
  kind: ApprovalKind,
  subject: z.object({ id: z.string(), name: z.string() }),
  wanted: z.record(z.string(), z.unknown()),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: Instant,
  /**
   * True if the caller may approve: the requester may not, and neither may an operator whom the requester appointed.
   */
  yours: z.boolean(),
  /** `by` is empty if no operator decided: the waiting period ended, or the mailed link stopped it. */
  decision: z.object({ approved: z.boolean(), by: z.string(), at: Instant, reason: z.string() }).nullable(),
  /** When the change takes effect if nobody stops it; null for changes without a waiting period. */
  effectiveAt: Instant.nullable(),
  /** True if the change is in its waiting period and can be stopped. */
  canStop: z.boolean(),
})
export type Approval = z.infer<typeof Approval>

const StoppableChange = z.object({ kind: z.enum(['operator', 'factor_reset']), name: z.string(), effectiveAt: Instant })

/** Hours in which a change can be stopped: a removed second factor, and an operator added by the only owner. */
export const waitingHours = { factor_reset: 24, operator: 72 } as const

export const operatorApprovals = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/approvals',
    access: 'operator',
    duties: ['owner', 'money', 'verification'],
    summary: 'Lists actions that wait for a second operator, then decided ones, newest first.',
    input: z.object({ cursor: Cursor }),
    output: z.object({ approvals: z.array(Approval), nextCursor: NextCursor }),
    refuses: operators,
  }),
  decide: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/approvals/{approvalId}/decide',
    access: 'operator',
    duties: ['owner'],
    stepUp: true,
    summary:
      'Approves or rejects an action as the second operator. An approved action takes effect. The operator who requested it can also cancel it.',
    input: z.object({ approvalId: z.uuid(), approve: z.boolean(), reason: Reason }),
    output: z.object({ approval: Approval }),
    refuses: [
      ...operators,
      'not_found',
      'state_changed',
      'second_operator_required',
      'last_operator',
      'open_bookings',
      'legal_hold_active',
      'not_allowed_acting',
    ],
    notActing: true,
  }),
  stop: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/approvals/{approvalId}/stop',
    access: 'operator',
    duties: ['owner', 'support'],
    summary: 'Stops an approved change, or one without a second operator, during its waiting period.',
    input: z.object({ approvalId: z.uuid(), reason: Reason }),
    output: z.object({ approval: Approval }),
    refuses: [...operators, 'not_found', 'state_changed', 'not_allowed_acting'],
    notActing: true,
  }),
  readStopLink: defineEndpoint({
    method: 'GET',
    path: '/v1/accounts/changes/{token}',
    access: 'public',
    summary: 'Returns the change that a mailed link can stop. Nothing is changed.',
    input: z.object({ token: LinkToken }),
    output: z.object({ change: StoppableChange }),
    refuses: ['link_expired', 'link_used'],
    limit: 30,
  }),
  stopByLink: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/changes/{token}/stop',
    access: 'public',
    summary: 'Stops a change during its waiting period, with the link that was mailed to the person it concerns.',
    input: z.object({ token: LinkToken }),
    output: z.object({ change: StoppableChange }),
    refuses: ['link_expired', 'link_used', 'state_changed'],
    limit: 30,
  }),
}
