import { z } from 'zod'
import { AmountUpTo } from '#contract/values.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { trialLimits } from './trial-limits.ts'

const OfferedTrial = z.object({
  /** The artist's earnings in major units; zero if free. */
  cost: AmountUpTo(1_000_000),
  minutes: z
    .number()
    .int()
    .min(trialLimits.minutes.least)
    .max(trialLimits.minutes.most)
    .multipleOf(trialLimits.minutes.step),
  deducted: z.boolean(),
  withTest: z.boolean(),
  /** The trial is at least this many days and at most this many months before the booking. */
  days: z.number().int().min(trialLimits.days.least).max(trialLimits.days.most),
  months: z.number().int().min(trialLimits.months.least).max(trialLimits.months.most),
})
export type OfferedTrial = z.infer<typeof OfferedTrial>

const answer = z.object({
  services: z.array(
    z.object({
      serviceId: z.string(),
      label: z.string(),
      percent: z.number(),
      trial: OfferedTrial.nullable(),
    }),
  ),
})
const signedIn = ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'rate_limited'] as const

export const providerTrials = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/trials',
    access: 'provider',
    summary: "Lists the caller's services that offer a trial before the day, with its price and rules.",
    input: z.object({}),
    output: answer,
    refuses: signedIn,
  }),
  set: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/trials',
    access: 'provider',
    limit: 120,
    summary: "Replaces the caller's trial settings. Booked trials do not change.",
    input: z.object({ trials: z.array(OfferedTrial.extend({ serviceId: z.string().min(1).max(60) })).max(256) }),
    output: answer,
    refuses: [...signedIn, 'unknown_service', 'trial_span'],
  }),
}
