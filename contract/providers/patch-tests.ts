import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'

export const patchTestMinutes = { least: 5, most: 120, step: 5 } as const

export const TestMinutes = z
  .number()
  .int()
  .min(patchTestMinutes.least)
  .max(patchTestMinutes.most)
  .multipleOf(patchTestMinutes.step)

const answer = z.object({
  services: z.array(
    z.object({
      serviceId: z.string(),
      label: z.string(),
      /** The artist's own duration; null if they require no test. */
      minutes: z.number().int().nullable(),
      /**
       * The platform's duration; null if no test is required. An artist can change the duration, not the requirement.
       */
      everywhere: z.number().int().nullable(),
    }),
  ),
})
const signedIn = ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'rate_limited'] as const

export const providerPatchTests = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/patch-tests',
    access: 'provider',
    summary: "Lists which of the caller's services need a patch test before the day, and its duration.",
    input: z.object({}),
    output: answer,
    refuses: signedIn,
  }),
  set: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/patch-tests',
    access: 'provider',
    limit: 120,
    summary:
      "Replaces the caller's patch test rules. They also apply to existing bookings whose test has not been done.",
    input: z.object({
      tests: z.array(z.object({ serviceId: z.string().min(1).max(60), minutes: TestMinutes })).max(256),
    }),
    output: answer,
    refuses: [...signedIn, 'unknown_service'],
  }),
}
