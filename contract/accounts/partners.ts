import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import {
  Cursor,
  EventDate,
  hasCharacters,
  Instant,
  NextCursor,
  oneLineSchema,
  Reason,
  SearchText,
  sortSchema,
} from '#contract/values.ts'
import { ApiKey } from './api-keys.ts'
import { PartnerScope, partnerKeyLimits } from './scopes.ts'
import { Email } from './email.ts'

const PartnerSlug = z
  .string()
  .max(40, { abort: true })
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens.')
  .min(2, { abort: true, error: 'Enter at least two letters.' })
  .refine(hasCharacters(2), 'Enter at least two letters.')

export const Partner = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  email: z.string(),
  note: z.string(),
  scopes: z.array(PartnerScope),
  createdAt: Instant,
  /** When the partner ended. Its keys and webhooks stop working then; null while the partner is active. */
  endedAt: Instant.nullable(),
  bookings: z.number().int(),
})
export type Partner = z.infer<typeof Partner>

export const PartnerKey = ApiKey.extend({
  scopes: z.array(PartnerScope),
  aMinute: z.number().int(),
  /** Whether the key works on sandbox holds and bookings only. */
  sandbox: z.boolean(),
  /** When the key expires; null if it has no end. */
  endsAt: Instant.nullable(),
})
export type PartnerKey = z.infer<typeof PartnerKey>

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const acts = [...operators, 'not_found', 'partner_ended', 'not_allowed_acting'] as const
const reads = { access: 'operator', duties: ['owner', 'support'] } as const
const writes = { access: 'operator', duties: ['owner'], stepUp: true, notActing: true } as const
const ofPartner = z.object({ partnerId: z.uuid() })
const ofKey = ofPartner.extend({ keyId: z.uuid() })
const Scopes = z.array(PartnerScope).min(1, 'Choose at least one permission.').max(10)
const shortName = 'Write at least 2 letters.'
const PartnerName = oneLineSchema(80).pipe(
  z.string().min(2, { abort: true, error: shortName }).refine(hasCharacters(2), shortName),
)
const about = { name: PartnerName, email: Email, note: z.string().trim().max(1000).default(''), scopes: Scopes }
const partnerNow = z.object({ partner: Partner })

export const operatorPartners = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/partners',
    ...reads,
    summary: 'Lists partners, newest first unless sorted. Searches by name, address or the name in their links.',
    input: z.object({ text: SearchText, sort: sortSchema(['since', 'name']), cursor: Cursor }),
    output: z.object({ partners: z.array(Partner), nextCursor: NextCursor }),
    refuses: operators,
  }),
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/partners/{partnerId}',
    ...reads,
    summary: 'Returns a partner with its active keys.',
    input: ofPartner,
    output: z.object({ partner: Partner, keys: z.array(PartnerKey) }),
    refuses: [...operators, 'not_found'],
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/partners',
    ...writes,
    summary: 'Creates a partner. It has no access until it has a key.',
    input: z.object({ ...about, slug: PartnerSlug, reason: Reason }),
    output: partnerNow,
    refuses: [...operators, 'partner_taken', 'not_allowed_acting'],
    limit: 30,
  }),
  change: defineEndpoint({
    method: 'PATCH',
    path: '/v1/operator/partners/{partnerId}',
    ...writes,
    summary: 'Updates a partner and the maximum scopes of its keys. Keys lose the scopes beyond that maximum.',
    input: ofPartner.extend({ ...about, reason: Reason }),
    output: partnerNow,
    refuses: acts,
    limit: 60,
  }),
  end: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/partners/{partnerId}/end',
    ...writes,
    summary:
      'Deactivates a partner: its keys, webhooks and referral links stop working. Bookings that came through it stay attributed.',
    input: ofPartner.extend({ reason: Reason }),
    output: partnerNow,
    refuses: acts,
    limit: 30,
  }),
  createKey: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/partners/{partnerId}/keys',
    ...writes,
    secret: true,
    summary: 'Creates a key with the given scopes. Only this response contains the whole key.',
    input: ofPartner.extend({
      name: oneLineSchema(80),
      scopes: Scopes,
      aMinute: z
        .number()
        .int('A whole number.')
        .min(1, 'Add at least one.')
        .max(partnerKeyLimits.mostAMinute, `${partnerKeyLimits.mostAMinute} at most.`)
        .default(120),
      /** A sandbox key pays with test cards, and nothing that it makes reaches artists, customers or figures. */
      sandbox: z.boolean().default(false),
      /** The first day (UTC) on which the key no longer works. */
      endsOn: EventDate.nullable().default(null),
    }),
    output: z.object({ key: PartnerKey, token: z.string() }),
    refuses: [...acts, 'too_many_keys', 'scope_not_granted', 'date_past'],
    limit: 30,
  }),
  rotateKey: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/partners/{partnerId}/keys/{keyId}/rotate',
    ...writes,
    secret: true,
    summary: 'Rotates a key: creates a new one with the same scopes. The old key works for one more day.',
    input: ofKey,
    output: z.object({ key: PartnerKey, old: PartnerKey, token: z.string() }),
    refuses: [...acts, 'too_many_keys'],
    limit: 30,
  }),
  endKey: defineEndpoint({
    method: 'DELETE',
    path: '/v1/operator/partners/{partnerId}/keys/{keyId}',
    access: 'operator',
    duties: ['owner'],
    notActing: true,
    summary: 'Revokes a key within a second.',
    input: ofKey,
    output: z.object({ ended: z.literal(true) }),
    refuses: [...operators, 'not_found', 'not_allowed_acting'],
    limit: 60,
  }),
}
