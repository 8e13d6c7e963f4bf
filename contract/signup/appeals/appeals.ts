import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Pictures, picturesBytes } from '#contract/providers/checks/provider-checks.ts'
import { Cursor, Instant, NextCursor, trimmedTextSchema } from '#contract/values.ts'

const AppealKind = z.enum(['document', 'verification', 'suspension'])

const Decision = z.object({
  kind: AppealKind,
  documentId: z.uuid().nullable(),
  /** The market's label for the check of the document; empty for other appeals. */
  label: z.string(),
  decidedAt: Instant,
  reason: z.string(),
})
export type AppealedDecision = z.infer<typeof Decision>

export const Appeal = z.object({
  id: z.uuid(),
  against: Decision,
  words: z.string(),
  files: z.array(z.uuid()),
  sentAt: Instant,
  decision: z.object({ upheld: z.boolean(), answer: z.string(), at: Instant }).nullable(),
})
export type Appeal = z.infer<typeof Appeal>

export const ProviderAppeals = z.object({
  appeals: z.array(Appeal),
  open: z.array(Decision),
})
export type ProviderAppeals = z.infer<typeof ProviderAppeals>

export const OperatorAppeal = Appeal.extend({
  artist: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), accountId: z.uuid().nullable() }),
  /** The operator who made the decision that the appeal is about. */
  decidedAgainstBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /**
   * True if the caller may decide: the operator who decided before may not, and neither may one who counts as the same
   * person.
   */
  yours: z.boolean(),
})
export type OperatorAppeal = z.infer<typeof OperatorAppeal>

const provider = [
  'not_signed_in',
  'session_ended',
  'not_yours',
  'not_found',
  'not_allowed_acting',
  'rate_limited',
] as const
const operator = ['not_signed_in', 'session_ended', 'not_yours', 'not_allowed_acting', 'rate_limited'] as const
const operators = { access: 'operator', duties: ['verification'], notActing: true } as const

export const providerAppeals = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/appeals',
    access: 'provider',
    notActing: true,
    summary: "Lists the caller's appeals, and the decisions they can appeal against.",
    input: z.object({}),
    output: ProviderAppeals,
    refuses: provider,
  }),
  send: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/appeals',
    access: 'provider',
    notActing: true,
    summary:
      'Appeals against a decision with a statement. One appeal can be open at a time, and each decision can be appealed once.',
    input: z.object({
      kind: AppealKind,
      documentId: z.uuid().nullable().default(null),
      words: trimmedTextSchema(20, 4000, 'Tell us in a sentence or two what we missed.'),
      pictures: Pictures.default([]),
    }),
    output: ProviderAppeals,
    refuses: [...provider, 'appeal_open', 'appeal_closed', 'file_too_big', 'file_type', 'file_unreadable'],
    limit: 20,
    bodyBytes: picturesBytes,
  }),
}

export const operatorAppeals = {
  list: defineEndpoint({
    ...operators,
    method: 'GET',
    writes: true,
    path: '/v1/operator/appeals',
    summary: 'Lists open appeals, oldest first, or decided ones, newest first.',
    input: z.object({ tab: z.enum(['waiting', 'done']).default('waiting'), cursor: Cursor }),
    output: z.object({
      appeals: z.array(OperatorAppeal),
      counts: z.object({ waiting: z.number().int() }),
      nextCursor: NextCursor,
    }),
    refuses: operator,
  }),
  decide: defineEndpoint({
    ...operators,
    method: 'POST',
    path: '/v1/operator/appeals/{appealId}/decide',
    summary:
      'Decides an appeal. It must be another operator than before. The document or profile goes back to review, the suspension ends, or the decision stands.',
    input: z.object({
      appealId: z.uuid(),
      uphold: z.boolean(),
      answer: trimmedTextSchema(3, 1000, 'Give a reason.'),
    }),
    output: z.object({ appeal: OperatorAppeal }),
    refuses: [...operator, 'not_found', 'state_changed', 'second_operator_required'],
  }),
}
