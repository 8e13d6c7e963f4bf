import { z } from 'zod'
import { EmailOrEmpty } from '#contract/accounts/email.ts'
import { limits } from '#contract/constants.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Currency, EventDate, Instant, patternSchema, Picture } from '#contract/values.ts'
import {
  appointmentNow,
  appointmentParams,
  AppointmentState,
  refusedOnOwn,
  ShareState,
  writtenTextSchema,
} from '#contract/appointments/appointment.ts'

const Named = z.object({ id: z.string(), label: z.string() })

/** One artist of a guest: times, services and price. */
const GuestArtist = z.object({
  provider: z.string(),
  slug: z.string(),
  profileImg: Picture,
  state: AppointmentState,
  startsAt: Instant,
  endsAt: Instant,
  /** The planned sitting; null for a guest who is not in the party yet. */
  chair: z.object({ from: Instant, to: Instant }).nullable(),
  live: z
    .object({
      /** Null if only updates of another artist moved the time. */
      saidAt: Instant.nullable(),
      acting: z.boolean(),
      arrivedAt: Instant.nullable(),
      /** Whether the guest is before, in or after their sittings; null for a guest who is not in the party. */
      state: z.enum(['ahead', 'now', 'done']).nullable(),
      /** Expected and planned start of the next sitting; null if none is left. */
      nextFrom: Instant.nullable(),
      plannedFrom: Instant.nullable(),
      heldUpBy: z.string().nullable(),
      behind: z.number().int(),
      /** Expected end of all sittings, and minutes until the ready-by time, negative if too late. */
      doneAt: Instant,
      spare: z.number().int().nullable(),
      finishedAt: Instant.nullable(),
    })
    .nullable(),
  services: z.array(Named),
  /** The guest's wish until the booker answers it; `declined` if the booker has declined. Null without a wish. */
  asks: z.array(Named).nullable(),
  declined: z.boolean(),
  offered: z.array(Named.extend({ price: z.number().nullable() })),
})
export type GuestArtist = z.infer<typeof GuestArtist>

/** A guest's link page: the booking with first names, the guest's services and choices. */
export const Invitation = GuestArtist.extend({
  name: z.string(),
  booker: z.string(),
  event: z.string(),
  eventDate: EventDate,
  countryCode: CountryCode,
  timeZone: z.string(),
  currency: Currency,
  place: z.string(),
  /** The other artists of a team who work on this guest, in the order of the day. */
  others: z.array(GuestArtist),
  look: z.string(),
  allergies: z.string(),
  /** When the guest agreed to the use of what they say about allergies; null while they say nothing. */
  allergiesConsentAt: Instant.nullable(),
  email: z.string(),
  answeredAt: Instant.nullable(),
  share: z.object({ key: z.string().nullable(), amount: z.number(), state: ShareState }).nullable(),
  sheetKey: z.string().nullable(),
})
export type Invitation = z.infer<typeof Invitation>

const ChosenServices = z
  .array(z.string().max(60))
  .min(1, 'Choose at least one service.')
  .max(20)
  .refine((ids) => new Set(ids).size === ids.length, 'A person can have a service only once.')

const ofGuest = appointmentParams.extend({ guestId: z.uuid() })
const ofKey = z.object({ key: patternSchema(40, /^[A-Za-z0-9_-]{40}$/) })
const organiser = { access: 'visitor', notActing: true, key: true } as const

export const guests = {
  invite: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/guests',
    ...organiser,
    summary:
      'Creates a guest link for a person of the party by place, or for someone who will join it. In a team, the link is for all artists of the person.',
    input: appointmentParams.extend({
      person: z.number().int().min(1).max(limits.people).nullable(),
      name: writtenTextSchema(60).default(''),
    }),
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed', 'too_many_guests'],
    limit: 120,
  }),
  change: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/guests/{guestId}',
    ...organiser,
    summary:
      "Replaces or revokes a guest's link, declines the guest's wish, or removes a guest who is not in the party.",
    input: ofGuest.extend({ act: z.enum(['renew', 'end', 'decline', 'forget']) }),
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed'],
    limit: 120,
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/guests/{key}',
    access: 'public',
    summary:
      "Returns what a guest sees by the key of their link, until the day is over. Needs no account and shows no other guest's answers.",
    input: ofKey,
    output: z.object({ invitation: Invitation }),
    refuses: ['not_found', 'rate_limited'],
    limit: 60,
  }),
  answer: defineEndpoint({
    method: 'PUT',
    path: '/v1/guests/{key}',
    access: 'public',
    summary:
      "Saves a guest's name, look, allergies, email address and wished services. Wished services wait for the organiser's decision.",
    input: ofKey.extend({
      name: writtenTextSchema(60).min(1, 'Enter your name.'),
      services: ChosenServices,
      /** The services from the other artists of a team. An artist who is left out keeps what the guest last chose. */
      others: z
        .array(z.object({ slug: z.string().max(80), services: ChosenServices }))
        .max(2)
        .default([]),
      look: writtenTextSchema(500).default(''),
      allergies: writtenTextSchema(1_000).default(''),
      /** Explicit consent to the use of health data, required with `allergies`. */
      allergiesConsent: z.boolean().default(false),
      /** Lets the guest see, correct and delete their answers later. */
      email: EmailOrEmpty.default(''),
    }),
    output: z.object({ invitation: Invitation }),
    refuses: [
      'not_found',
      'state_changed',
      'service_not_theirs',
      'contact_details',
      'health_consent_missing',
      'rate_limited',
    ],
    limit: 20,
  }),
  erase: defineEndpoint({
    method: 'DELETE',
    path: '/v1/guests/{key}',
    access: 'public',
    summary: "Deletes a guest's answers: name, look, allergies, email address and wished services. The link stays.",
    input: ofKey,
    output: z.object({ invitation: Invitation }),
    refuses: ['not_found', 'legal_hold_active', 'rate_limited'],
    limit: 20,
  }),
}
