import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, EventDate } from '#contract/values.ts'

export const CheckKind = z.enum(['identity', 'insurance', 'background', 'qualification', 'hygiene'])
export type CheckKind = z.infer<typeof CheckKind>

export const MarketCheck = z.object({
  kind: CheckKind,
  label: z.string(),
  /** Whether the badge requires the check, the check is optional, or it is off. */
  asked: z.enum(['required', 'wanted', 'off']),
  /** Maximum validity in months, even if the document is valid for longer; null for no maximum. */
  holdsMonths: z.number().int().nullable(),
  proves: z.string(),
})
export type MarketCheck = z.infer<typeof MarketCheck>

const StandingCheck = z.object({
  kind: CheckKind,
  label: z.string(),
  proves: z.string(),
  checkedOn: EventDate,
  validUntil: EventDate.nullable(),
})

export const ValidCheck = z.object({
  name: z.string(),
  countryCode: CountryCode,
  verified: z.boolean(),
  standing: z.array(StandingCheck),
  /** Checks of this market without a valid document, which the badge does not cover. */
  missing: z.array(z.object({ kind: CheckKind, label: z.string() })),
})
export type ValidCheck = z.infer<typeof ValidCheck>

export const checks = {
  listByProfile: defineEndpoint({
    method: 'GET',
    path: '/v1/@/{profileId}/checks',
    access: 'public',
    summary: "Returns the meaning of an artist's badge: valid checks, the day of each review, and when they expire.",
    input: z.object({ profileId: z.string().min(1).max(120) }),
    output: ValidCheck,
    refuses: ['not_found'],
  }),
}
