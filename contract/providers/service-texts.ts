import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { oneLineSchema, hasCharacters } from '#contract/values.ts'

export const serviceTextLengths = { least: 3, title: 60, words: 300 } as const

export const OwnTitle = oneLineSchema(serviceTextLengths.title, 'Write a title.').pipe(
  z
    .string()
    .min(serviceTextLengths.least, { abort: true, error: `Write at least ${serviceTextLengths.least} letters.` })
    .refine(hasCharacters(serviceTextLengths.least), `Write at least ${serviceTextLengths.least} letters.`),
)
export const OwnText = z.string().trim().max(serviceTextLengths.words)
const Said = z.object({ title: z.string(), words: z.string() })

export const LookedAt = z.object({
  shown: Said.nullable(),
  asked: Said.nullable(),
  sentBack: z.string().nullable(),
})
export type LookedAt = z.infer<typeof LookedAt>

const OwnWords = LookedAt.extend({ serviceId: z.string() })

const answer = z.object({
  lookFirst: z.boolean(),
  services: z.array(OwnWords),
})
const signedIn = ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'rate_limited'] as const

export const serviceTexts = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/own-words',
    access: 'provider',
    summary: "Lists the caller's own texts for their services, and which ones wait for review.",
    input: z.object({}),
    output: answer,
    refuses: signedIn,
  }),
  set: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/own-words',
    access: 'provider',
    limit: 120,
    summary: "Sets the caller's title and text for offered services. Without a title, the catalogue name is shown.",
    input: z.object({
      items: z
        .array(
          z.object({ serviceId: z.string().min(1).max(60), title: OwnTitle.nullable(), words: OwnText.default('') }),
        )
        .max(100),
    }),
    output: answer,
    refuses: [...signedIn, 'unknown_service', 'service_twice', 'title_missing', 'contact_details', 'banned_word'],
  }),
}
