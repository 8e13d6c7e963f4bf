import type { SentBack } from '#contract/signup/signup.ts'
import type { SignupStep } from '#contract/signup/signup-steps.ts'
import type { CountryCode } from '#contract/values.ts'
import type { QueueRow as Shown } from '#contract/signup/verification.ts'
import { pictureOf } from '#server/providers/index.ts'
import type { QueueRow } from './verification-queries.ts'

/** A row of the queue as operators see it. */
export const presentRow = (row: QueueRow, now: Date): Shown => ({
  id: row.id,
  round: row.round,
  provider: {
    _id: row.provider_id,
    slug: row.slug,
    name: row.name,
    area: row.area,
    city: row.city,
    countryCode: row.country_code as CountryCode,
    state: row.state,
    photo:
      row.face_id === null
        ? null
        : pictureOf({ id: row.face_id, alt: row.face_alt ?? '', file: row.face_file }, 'square'),
  },
  services: row.services,
  checked: Object.values(row.checks as Record<string, boolean>).filter(Boolean).length,
  submittedAt: row.submitted_at.toISOString(),
  waitingMinutes: Math.max(0, Math.round(((row.decided_at ?? now).getTime() - row.submitted_at.getTime()) / 60_000)),
  fixedSteps: row.fixed_steps as SignupStep[],
  claimedBy: row.claimed_by ? { id: row.claimed_by, name: row.claimer ?? '' } : null,
  claimedAt: row.claimed_at?.toISOString() ?? null,
  firstApproval: row.first_approval_by !== null,
  decision: row.decision as Shown['decision'],
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decider,
  reasons: row.reasons as SentBack[],
})
