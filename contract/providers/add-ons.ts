import { z } from 'zod'
import { AmountUpTo } from '#contract/values.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LookedAt, OwnText, OwnTitle } from './service-texts.ts'

/** Maximum add-ons of an artist, and minutes that one may add. */
export const addOnLimits = { addOns: 8, minutes: 120, step: 5 } as const

const Minutes = z.number().int().min(0).max(addOnLimits.minutes).multipleOf(addOnLimits.step)
const ProviderAddOn = LookedAt.extend({
  id: z.uuid(),
  serviceId: z.string(),
  cost: z.number(),
  minutes: z.number().int(),
})
export type ProviderAddOn = z.infer<typeof ProviderAddOn>

const answer = z.object({ lookFirst: z.boolean(), addOns: z.array(ProviderAddOn) })
const signedIn = ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'rate_limited'] as const

export const providerAddOns = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/add-ons',
    access: 'provider',
    summary: 'Lists the add-ons that the caller offers with services.',
    input: z.object({}),
    output: answer,
    refuses: signedIn,
  }),
  set: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/add-ons',
    access: 'provider',
    limit: 120,
    summary: "Replaces the caller's add-ons. Existing quotes keep their price.",
    input: z.object({
      addOns: z
        .array(
          z.object({
            id: z.uuid().nullable().default(null),
            serviceId: z.string().min(1).max(60),
            title: OwnTitle,
            words: OwnText.default(''),
            cost: AmountUpTo(1_000_000).positive(),
            minutes: Minutes,
          }),
        )
        .max(addOnLimits.addOns),
    }),
    output: answer,
    refuses: [...signedIn, 'unknown_service', 'contact_details', 'banned_word'],
  }),
}
