import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Pictures, picturesBytes } from '#contract/providers/checks/provider-checks.ts'
import { Cursor, Instant, NextCursor, trimmedTextSchema } from '#contract/values.ts'

const AppealKind = z.enum(['document', 'verification', 'suspension'])

const Decision = z.object({
  kind: AppealKind,
  documentId: z.uuid().nullable(),
  /** The market's label of the document's check; empty for the others. */
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
  /** The operator who made the decision. */
  decidedAgainstBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** Whether the caller may decide: not the one who decided before, nor an operator who counts as the same person. */
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
    summary: 'The caller’s appeals, and what they may appeal against.',
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
      'Asks for another person’s decision, in the artist’s own words; one at a time, and once for each decision.',
    input: z.object({
      kind: AppealKind,
      documentId: z.uuid().nullable().default(null),
      words: trimmedTextSchema(20, 4000, 'Say in a sentence or two what was missed.'),
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
    summary: 'Appeals that wait, the oldest first; or what was decided, newest first.',
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
      'Another operator than the one before decides: a document or a profile is checked anew by somebody else, a suspension ends; or it stays as it is.',
    input: z.object({
      appealId: z.uuid(),
      uphold: z.boolean(),
      answer: trimmedTextSchema(3, 1000, 'Say why in a sentence.'),
    }),
    output: z.object({ appeal: OperatorAppeal }),
    refuses: [...operator, 'not_found', 'state_changed', 'second_operator_required'],
  }),
}
