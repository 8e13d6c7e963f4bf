import { z } from 'zod'
import { AmountUpTo } from '#contract/values.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LookedAt, OwnText, OwnTitle } from './service-texts.ts'

export const packageLimits = { packages: 6, services: 6, count: 20, pieces: 40 } as const

const Held = z.object({ serviceId: z.string().min(1).max(60), count: z.number().int().min(1).max(packageLimits.count) })
const ProviderPackage = LookedAt.extend({
  id: z.uuid(),
  cost: z.number(),
  services: z.array(Held),
})
export type ProviderPackage = z.infer<typeof ProviderPackage>

const answer = z.object({ lookFirst: z.boolean(), packages: z.array(ProviderPackage) })
const signedIn = ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'rate_limited'] as const

export const providerPackages = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/packages',
    access: 'provider',
    summary: "Lists the caller's packages: services sold together for one price.",
    input: z.object({}),
    output: answer,
    refuses: signedIn,
  }),
  set: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/packages',
    access: 'provider',
    limit: 120,
    summary:
      "Replaces the caller's packages. A package is applied if a party contains its services and it is cheaper. Existing quotes keep their price.",
    input: z.object({
      packages: z
        .array(
          z.object({
            id: z.uuid().nullable().default(null),
            title: OwnTitle,
            words: OwnText.default(''),
            cost: AmountUpTo(1_000_000).positive(),
            services: z.array(Held).min(1).max(packageLimits.services),
          }),
        )
        .max(packageLimits.packages),
    }),
    output: answer,
    refuses: [
      ...signedIn,
      'unknown_service',
      'service_twice',
      'service_of_other_category',
      'package_too_small',
      'contact_details',
      'banned_word',
    ],
  }),
}
