import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, EventDate } from '#contract/values.ts'

/** What can be checked of an artist. */
export const CheckKind = z.enum(['identity', 'insurance', 'background', 'qualification', 'hygiene'])
export type CheckKind = z.infer<typeof CheckKind>

/** A check as a market has it. */
export const MarketCheck = z.object({
  kind: CheckKind,
  label: z.string(),
  /** Whether the badge needs it, it is welcome, or it is not looked at. */
  asked: z.enum(['required', 'wanted', 'off']),
  /** For how many months it holds at most, whatever day the document says; null as long as that. */
  holdsMonths: z.number().int().nullable(),
  /** What it proves, in plain words. */
  proves: z.string(),
})
export type MarketCheck = z.infer<typeof MarketCheck>

/** A check that stands now: what it proves, when a person looked, and until when it holds. */
const StandingCheck = z.object({
  kind: CheckKind,
  label: z.string(),
  proves: z.string(),
  checkedOn: EventDate,
  /** The last day on which it holds; null where it does not run out. */
  validUntil: EventDate.nullable(),
})

export const ValidCheck = z.object({
  name: z.string(),
  countryCode: CountryCode,
  /** Whether the badge stands. */
  verified: z.boolean(),
  standing: z.array(StandingCheck),
  /** What is checked in this market and does not stand: the badge says nothing of it. */
  missing: z.array(z.object({ kind: CheckKind, label: z.string() })),
})
export type ValidCheck = z.infer<typeof ValidCheck>

export const checks = {
  listByProfile: defineEndpoint({
    method: 'GET',
    path: '/v1/@/{profileId}/checks',
    access: 'public',
    summary:
      'What the badge of an artist means: which checks stand, on which day a person looked, until when they hold.',
    input: z.object({ profileId: z.string().min(1).max(120) }),
    output: ValidCheck,
    refuses: ['not_found'],
  }),
}
