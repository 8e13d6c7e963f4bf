import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { DataUri } from '#contract/pictures/uploads.ts'
import { EventDate, Instant, oneLineSchema } from '#contract/values.ts'
import { CheckKind, MarketCheck } from './checks.ts'
import { documentRefusals } from './document-refusals.ts'
import { mostPictures } from './picture-limits.ts'

export const DocumentRefusal = z.enum(
  Object.keys(documentRefusals) as [keyof typeof documentRefusals, ...(keyof typeof documentRefusals)[]],
)

/** State of a document. `expired` depends on the date alone. */
const DocumentState = z.enum(['pending', 'accepted', 'refused', 'expired'])

export const ProviderDocument = z.object({
  id: z.uuid(),
  kind: CheckKind,
  holder: z.string(),
  number: z.string(),
  issuer: z.string(),
  expiresOn: EventDate.nullable(),
  state: DocumentState,
  sentAt: Instant,
  decidedAt: Instant.nullable(),
  validUntil: EventDate.nullable(),
  refusal: DocumentRefusal.nullable(),
  note: z.string(),
  files: z.array(z.uuid()),
})
export type ProviderDocument = z.infer<typeof ProviderDocument>

export const ProviderChecks = z.object({
  verified: z.boolean(),
  checks: z.array(
    MarketCheck.extend({
      stands: z.boolean(),
      standsUntil: EventDate.nullable(),
      documents: z.array(ProviderDocument),
    }),
  ),
})
export type ProviderChecks = z.infer<typeof ProviderChecks>

export const picturesBytes = 15_500_000
export const Pictures = z.array(DataUri).max(mostPictures)

const provider = [
  'not_signed_in',
  'session_ended',
  'not_yours',
  'not_found',
  'not_allowed_acting',
  'rate_limited',
] as const
const base = { access: 'provider', notActing: true } as const

export const providerChecks = {
  show: defineEndpoint({
    ...base,
    method: 'GET',
    path: '/v1/providers/me/checks',
    summary: "Lists the caller's checks, their status and the documents sent.",
    input: z.object({}),
    output: ProviderChecks,
    refuses: provider,
  }),
  send: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/providers/me/documents',
    summary: 'Submits a document for checking. Its pictures are stored encrypted, and only reviewers can see them.',
    input: z.object({
      kind: CheckKind,
      holder: oneLineSchema(100, 'Enter the name on the document.'),
      number: z.string().trim().max(80).default(''),
      issuer: z.string().trim().max(120).default(''),
      expiresOn: EventDate.nullable().default(null),
      pictures: Pictures.min(1, 'Add a picture of the document.'),
      consent: z.literal(true, 'Please agree so that we can check the document.'),
    }),
    output: ProviderChecks,
    refuses: [
      ...provider,
      'check_not_required',
      'document_pending',
      'document_expired',
      'file_too_big',
      'file_type',
      'file_unreadable',
    ],
    limit: 20,
    bodyBytes: picturesBytes,
  }),
  withdraw: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/providers/me/documents/{documentId}/take-back',
    summary: 'Withdraws an undecided document and deletes its pictures.',
    input: z.object({ documentId: z.uuid() }),
    output: ProviderChecks,
    refuses: [...provider, 'state_changed'],
  }),
}
