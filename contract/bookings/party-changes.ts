import { z } from 'zod'
import { limits } from '#contract/constants.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/values.ts'
import { Appointment, appointmentParams, refusedOnOwn, writtenTextSchema } from '#contract/appointments/appointment.ts'

/** A person of the proposed party: their current position (null for a new person), name and services. */
export const PartyPerson = z.object({
  person: z.number().int().min(1).max(limits.people).nullable(),
  guest: z.uuid().nullable().default(null),
  name: writtenTextSchema(60).default(''),
  services: z
    .array(z.string().max(60))
    .min(1, 'Choose at least one service.')
    .max(20)
    .refine((ids) => new Set(ids).size === ids.length, 'A person can have a service only once.'),
})
export type PartyPerson = z.infer<typeof PartyPerson>

/** Price, day, payment and refund of a proposed party. */
export const PartyPreview = z.object({
  total: z.number(),
  difference: z.number(),
  back: z.number(),
  kept: z.number(),
  toBalance: z.number(),
  waived: z.number(),
  startsAt: Instant,
  endsAt: Instant,
  people: z.number().int(),
  /** The customer must confirm the consent of a parent or guardian. An artist cannot propose such a party. */
  needsGuardian: z.boolean(),
})
export type PartyPreview = z.infer<typeof PartyPreview>

export const PartyChange = z.object({
  people: z.array(PartyPerson).min(1).max(limits.people),
  preview: z.boolean().default(false),
  guardian: z.boolean().default(false),
})

export const partyAnswer = z.object({ appointment: Appointment, preview: PartyPreview.nullable() })
export const partyRefusals = [
  ...refusedOnOwn,
  'state_changed',
  'slot_taken',
  'too_late',
  'move_pending',
  'unknown_service',
  'trial_alone',
  'service_not_theirs',
  'party_same',
  'guardian_missing',
  'party_does_not_fit',
] as const

export const partyCalls = {
  proposeParty: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/party',
    access: 'visitor',
    notActing: true,
    key: true,
    summary:
      'Proposes other people or services to the artist. The booking stays as it is until the artist accepts. `preview` only returns the effect.',
    input: appointmentParams.extend(PartyChange.shape),
    output: partyAnswer,
    refuses: partyRefusals,
    limit: 120,
  }),
}
