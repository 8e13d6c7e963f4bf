import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Risk } from '#contract/providers/checks/operator-checks.ts'
import { EditableProfile } from '#contract/providers/provider-profile.ts'
import { SentBack, StepName } from './signup.ts'
import { CountryCode, Instant, Picture, queryNumberSchema, flagsSchema, RowIdParam } from '#contract/values.ts'

const Person = z.object({ id: z.uuid(), name: z.string() })
const Decision = z.enum(['approved', 'changes_requested', 'rejected'])

export const QueueRow = z.object({
  id: z.number(),
  round: z.number().int(),
  provider: z.object({
    _id: z.string(),
    slug: z.string(),
    name: z.string(),
    area: z.string(),
    city: z.string(),
    countryCode: CountryCode,
    state: z.string(),
    photo: Picture.nullable(),
  }),
  services: z.array(z.string()),
  checked: z.number().int(),
  submittedAt: Instant,
  waitingMinutes: z.number().int(),
  /** Steps that the artist fixed since the last round; only these are reviewed. */
  fixedSteps: z.array(StepName),
  claimedBy: Person.nullable(),
  claimedAt: Instant.nullable(),
  firstApproval: z.boolean(),
  decision: Decision.nullable(),
  decidedAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
  reasons: z.array(SentBack),
})
export type QueueRow = z.infer<typeof QueueRow>

export const VerificationCase = z.object({
  row: QueueRow,
  profile: EditableProfile,
  account: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    mobile: z.string().nullable(),
    emailVerified: z.boolean(),
    joinedAt: Instant,
  }),
  /** Pictures to compare, from `/v1/operator/verification/pictures/{pictureId}`. */
  identity: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['selfie', 'document']),
      document: z.enum(['passport', 'licence']).nullable(),
      gesture: z.string(),
      createdAt: Instant,
    }),
  ),
  checks: z.record(z.string(), z.boolean()),
  /** True if two approvals are required: always, or because of risk signals. */
  secondApproval: z.boolean(),
  risks: z.array(Risk),
  rounds: z.array(
    z.object({
      round: z.number(),
      submittedAt: Instant,
      decision: Decision.nullable(),
      decidedAt: Instant.nullable(),
      decidedBy: z.string().nullable(),
      reasons: z.array(SentBack),
      note: z.string(),
    }),
  ),
})
export type VerificationCase = z.infer<typeof VerificationCase>

/** Everything that an operator compares before a profile is verified. */
export const verificationChecks = ['faces', 'name', 'date', 'photo', 'text'] as const

export const isEveryCheckTicked = (checks: Readonly<Record<string, boolean>>): boolean =>
  verificationChecks.every((check) => checks[check] === true)

const base = { access: 'operator', duties: ['verification'], limit: 240, notActing: true } as const
const operator = [
  'not_signed_in',
  'session_ended',
  'not_yours',
  'not_allowed_acting',
  'not_found',
  'rate_limited',
] as const
const checks = flagsSchema(100).default({})

export const verification = {
  queue: defineEndpoint({
    ...base,
    method: 'GET',
    path: '/v1/operator/verification',
    summary: 'Lists the verification queue: resubmitted profiles first, then the oldest. Or lists decided profiles.',
    input: z.object({
      tab: z.enum(['waiting', 'sentBack', 'done']).default('waiting'),
      cursor: z.string().max(200).optional(),
      limit: queryNumberSchema(z.number().int().min(1).max(100)).default(25),
    }),
    output: z.object({
      rows: z.array(QueueRow),
      counts: z.object({ waiting: z.number(), sentBack: z.number(), done: z.number() }),
      nextCursor: z.string().nullable(),
    }),
    refuses: operator,
  }),
  case: defineEndpoint({
    ...base,
    method: 'GET',
    writes: true,
    path: '/v1/operator/verification/{id}',
    summary: 'Returns a profile to verify, with everything to compare.',
    input: z.object({ id: RowIdParam }),
    output: VerificationCase,
    refuses: operator,
  }),
  claim: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/operator/verification/{id}/claim',
    summary: 'Claims a profile for review, or releases it.',
    input: z.object({ id: RowIdParam, take: z.boolean().default(true) }),
    output: QueueRow,
    refuses: [...operator, 'state_changed', 'second_operator_required'],
  }),
  approve: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/operator/verification/{id}/approve',
    summary: 'Approves a profile. With second approval on, the second operator verifies it.',
    input: z.object({ id: RowIdParam, checks, note: z.string().trim().max(1000).default('') }),
    output: QueueRow,
    refuses: [...operator, 'state_changed', 'second_operator_required', 'checks_missing'],
  }),
  sendBack: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/operator/verification/{id}/send-back',
    summary: 'Requests changes by step, with reasons.',
    input: z.object({
      id: RowIdParam,
      checks,
      reasons: z.array(SentBack.extend({ note: z.string().trim().max(500).default('') })).max(12),
    }),
    output: QueueRow,
    refuses: [...operator, 'state_changed', 'second_operator_required', 'reason_missing'],
  }),
  reject: defineEndpoint({
    ...base,
    method: 'POST',
    path: '/v1/operator/verification/{id}/reject',
    summary: 'Rejects a profile with a reason for the artist.',
    input: z.object({ id: RowIdParam, checks, reason: z.string().trim().max(1000) }),
    output: QueueRow,
    refuses: [...operator, 'state_changed', 'second_operator_required', 'reason_missing'],
  }),
}
