import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Cursor, Instant, NextCursor, Reason } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

export const ApprovalKind = z.enum(['operator', 'refund_limit', 'second_approval', 'data_export', 'data_erasure'])
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
  decision: z.object({ approved: z.boolean(), by: z.string(), at: Instant, reason: z.string() }).nullable(),
})
export type Approval = z.infer<typeof Approval>

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
}
