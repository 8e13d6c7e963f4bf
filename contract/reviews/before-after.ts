import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { FileUrl } from '#contract/pictures/uploads.ts'
import { CountryCode, Instant, Picture, Int4, hasCharacters } from '#contract/values.ts'

export const BeforeAfter = z.object({
  id: z.uuid(),
  before: Picture,
  after: Picture,
  addedBy: z.enum(['provider', 'person']),
  yes: z.object({ at: Instant, version: z.number().int(), words: z.string(), gallery: z.boolean() }).nullable(),
})
export type BeforeAfter = z.infer<typeof BeforeAfter>

/** The page of the pictured person's link: pictures, consent text, and the answer so far. */
export const PersonPictures = z.object({
  provider: z.string(),
  countryCode: CountryCode,
  pair: BeforeAfter.nullable(),
  consent: z.object({ version: z.number().int(), yes: z.string(), gallery: z.string() }),
  said: z.array(z.object({ said: z.enum(['yes', 'gallery', 'no']), at: Instant })),
})
export type PersonPictures = z.infer<typeof PersonPictures>

export const PicturedPerson = z.object({
  guestId: z.uuid().nullable(),
  name: z.string(),
  pair: BeforeAfter.nullable(),
})
export type PicturedPerson = z.infer<typeof PicturedPerson>
const People = z.object({ people: z.array(PicturedPerson) })

const ofKey = z.object({
  key: z
    .string()
    .min(20, { abort: true })
    .refine(hasCharacters(20))
    .max(600, { abort: true })
    .regex(/^[A-Za-z0-9._-]+$/),
})
const two = { before: FileUrl, after: FileUrl }
const ofAppointment = z.object({ appointmentId: z.uuid() })
const artist = { access: 'provider', notActing: true } as const
const ownRefuses = ['not_signed_in', 'session_ended', 'not_yours', 'not_allowed_acting', 'not_found'] as const

export const beforeAfter = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/before-after/{key}',
    access: 'public',
    summary:
      'Returns the before and after pictures of a person by the key of their link, after the appointment. Needs no session.',
    input: ofKey,
    output: PersonPictures,
    refuses: ['not_found', 'rate_limited'],
    limit: 120,
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/v1/before-after/{key}',
    access: 'public',
    summary: 'Adds a before and after picture of the person with the same key. It is not published.',
    input: ofKey.extend(two),
    output: PersonPictures,
    refuses: ['not_found', 'not_yours', 'state_changed', 'review_early', 'rate_limited'],
    limit: 20,
  }),
  answer: defineEndpoint({
    method: 'PUT',
    path: '/v1/before-after/{key}',
    access: 'public',
    summary:
      "Gives or withdraws a person's consent to publish a pair of pictures, with the version of the consent text and whether albums may use them. Withdrawal deletes the pictures immediately.",
    input: ofKey.extend({
      yes: z.boolean(),
      gallery: z.boolean().default(false),
      version: Int4.min(1),
      /** The pair that the page showed. The consent applies to this pair only. */
      pairId: z.uuid().optional(),
    }),
    output: PersonPictures,
    refuses: ['not_found', 'state_changed', 'rate_limited'],
    limit: 30,
  }),
}

export const providerBeforeAfter = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/appointments/{appointmentId}/before-after',
    ...artist,
    summary: "Lists the people of the caller's appointment who have a link, and their before and after pictures.",
    input: ofAppointment,
    output: People,
    refuses: ownRefuses,
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/before-after',
    ...artist,
    summary: 'Adds a before and an after picture of one person, who decides whether they are published.',
    input: ofAppointment.extend({ guestId: z.uuid().nullable(), ...two }),
    output: People,
    refuses: [...ownRefuses, 'state_changed', 'review_early'],
    limit: 60,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/v1/providers/appointments/{appointmentId}/before-after/{pairId}',
    ...artist,
    summary: "Deletes a pair of pictures of the caller's appointment, whoever uploaded it.",
    input: ofAppointment.extend({ pairId: z.uuid() }),
    output: People,
    refuses: ownRefuses,
    limit: 60,
  }),
}
