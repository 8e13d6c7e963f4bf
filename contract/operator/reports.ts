import { z } from 'zod'
import { StorySubject } from './hub.ts'
import { ReportedMessage } from './story.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, Reason } from '#contract/values.ts'

export const Report = z.object({
  id: z.uuid(),
  kind: z.enum(['conversation', 'review', 'outside']),
  reason: z.string(),
  bySide: z.enum(['customer', 'provider']).nullable(),
  createdAt: Instant,
  state: z.enum(['open', 'settled']),
  outcome: z.string(),
  settledAt: Instant.nullable(),
  provider: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  customer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  review: z
    .object({
      id: z.string(),
      author: z.string(),
      score: z.number().int().nullable(),
      comments: z.string(),
      removed: z.boolean(),
    })
    .nullable(),
})
export type Report = z.infer<typeof Report>

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const ReportId = z.uuid()

export const operatorReports = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/reports',
    access: 'operator',
    duties: ['support'],
    summary: 'Lists reports, newest first.',
    input: StorySubject.extend({
      state: z.enum(['open', 'settled', 'all']).default('open'),
      cursor: z.string().max(120).optional(),
    }),
    output: z.object({ reports: z.array(Report), nextCursor: z.string().nullable() }),
    refuses: [...operators, 'invalid_input'],
  }),
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/reports/{reportId}',
    access: 'operator',
    duties: ['support'],
    summary:
      'Returns a report. For a conversation, includes its last hundred messages in their original wording. The audit log records who reads them.',
    input: z.object({ reportId: ReportId }),
    output: z.object({ report: Report, words: z.array(ReportedMessage) }),
    refuses: [...operators, 'not_found', 'not_allowed_acting'],
    notActing: true,
  }),
  settle: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/reports/{reportId}/settle',
    access: 'operator',
    duties: ['support'],
    summary:
      'Settles a report: keeps the reported content or removes it. A removed review leaves its page, a removed conversation is closed.',
    input: z.object({
      reportId: ReportId,
      act: z.enum(['keep', 'remove']),
      reason: Reason,
    }),
    output: z.object({ report: Report }),
    refuses: [...operators, 'not_found', 'state_changed', 'not_allowed_acting'],
    notActing: true,
  }),
}
