import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Cursor, EventDate, Instant, NextCursor, Reason } from '#contract/values.ts'
import { CheckKind, MarketCheck } from './checks.ts'
import { DocumentRefusal, ProviderDocument } from './provider-checks.ts'

/** Risk signals that require a second reviewer. */
export const Risk = z.enum([
  'device_of_suspended',
  'number_of_suspended',
  'picture_of_other',
  'ends_soon',
  'name_differs',
  'refused_often',
])
export type Risk = z.infer<typeof Risk>

const Artist = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  accountId: z.uuid().nullable(),
  accountName: z.string(),
  countryCode: CountryCode,
})

export const DocumentRow = z.object({
  id: z.uuid(),
  kind: CheckKind,
  label: z.string(),
  artist: Artist,
  sentAt: Instant,
  /** True if one operator has approved and a second approval is required. */
  firstApproval: z.boolean(),
  state: ProviderDocument.shape.state,
  decidedAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
})
export type DocumentRow = z.infer<typeof DocumentRow>

export const DocumentCase = z.object({
  row: DocumentRow,
  document: ProviderDocument,
  check: MarketCheck,
  risks: z.array(Risk),
  wouldHoldUntil: EventDate.nullable(),
  /** True if the caller may approve: the first approver may not, and neither may the operator who refused it. */
  yours: z.boolean(),
  before: z.array(ProviderDocument),
})
export type DocumentCase = z.infer<typeof DocumentCase>

export const CheckFigures = MarketCheck.extend({
  stands: z.number().int(),
})
export type CheckFigures = z.infer<typeof CheckFigures>
export const CheckedMarket = z.object({
  countryCode: CountryCode,
  name: z.string(),
  artists: z.number().int(),
  verified: z.number().int(),
  checks: z.array(CheckFigures),
})
export type CheckedMarket = z.infer<typeof CheckedMarket>

const operator = ['not_signed_in', 'session_ended', 'not_yours', 'not_allowed_acting', 'rate_limited'] as const
const base = { access: 'operator', duties: ['verification'], notActing: true } as const
const documentId = z.object({ documentId: z.uuid() })

export const operatorChecks = {
  catalogue: defineEndpoint({
    ...base,
    method: 'GET',
    path: '/v1/operator/checks',
    summary: 'Lists the checks of artists in each market, and how many artists have passed them.',
    input: z.object({}),
    output: z.object({ markets: z.array(CheckedMarket) }),
    refuses: operator,
  }),
  preview: defineEndpoint({
    ...base,
    method: 'GET',
    path: '/v1/operator/checks/{countryCode}/{kind}/preview',
    summary: 'Previews how many artists would have the badge if a check were required with these settings.',
    input: z.object({ countryCode: CountryCode, kind: CheckKind, asked: MarketCheck.shape.asked }),
    output: z.object({ before: z.number().int(), after: z.number().int() }),
    refuses: operator,
  }),
  change: defineEndpoint({
    ...base,
    method: 'PUT',
    path: '/v1/operator/checks/{countryCode}/{kind}',
    summary: 'Sets whether a market requires a check, its validity period and its text for customers.',
    input: z.object({
      countryCode: CountryCode,
      kind: CheckKind,
      label: z.string().trim().min(1).max(60),
      asked: MarketCheck.shape.asked,
      holdsMonths: z.number().int().min(1).max(120).nullable(),
      proves: z.string().trim().min(1).max(300),
      reason: Reason,
    }),
    output: z.object({ markets: z.array(CheckedMarket) }),
    refuses: [...operator, 'identity_required'],
  }),
  documents: defineEndpoint({
    ...base,
    method: 'GET',
    path: '/v1/operator/documents',
    summary: 'Lists documents to check, oldest first, or decided ones, newest first.',
    input: z.object({ tab: z.enum(['waiting', 'done']).default('waiting'), cursor: Cursor }),
    output: z.object({
      rows: z.array(DocumentRow),
      counts: z.object({ waiting: z.number().int() }),
      nextCursor: NextCursor,
    }),
    refuses: operator,
  }),
  document: defineEndpoint({
    ...base,
    method: 'GET',
    writes: true,
    path: '/v1/operator/documents/{documentId}',
    summary: 'Returns a document with its data, its risk signals and earlier documents.',
    input: documentId,
    output: DocumentCase,
    refuses: [...operator, 'not_found'],
  }),
  accept: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/operator/documents/{documentId}/accept',
    summary: 'Accepts a document. With a risk signal, a second operator must also accept it.',
    input: documentId.extend({ note: z.string().trim().max(500).default('') }),
    output: DocumentRow,
    refuses: [...operator, 'not_found', 'state_changed', 'second_operator_required', 'document_expired'],
  }),
  refuse: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/operator/documents/{documentId}/refuse',
    summary: 'Rejects a document with a reason for the artist, or revokes its acceptance.',
    input: documentId.extend({ refusal: DocumentRefusal, note: z.string().trim().max(500).default('') }),
    output: DocumentRow,
    refuses: [...operator, 'not_found', 'state_changed', 'second_operator_required', 'reason_missing'],
  }),
}
