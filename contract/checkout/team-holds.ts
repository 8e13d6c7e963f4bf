import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PaymentView } from '#contract/payments/payments.ts'
import { LockedQuote } from '#contract/search/quotes.ts'
import { Requester, SearchId } from '#contract/search/search.ts'
import { Currency, Instant } from '#contract/values.ts'
import { DayDetails, refusedOnOwn } from '#contract/appointments/appointment.ts'
import { Hold } from './holds.ts'

export const TeamHold = z.object({
  state: z.enum(['held', 'booked', 'ended']),
  expiresAt: Instant,
  secondsLeft: z.number().int(),
  parts: z.array(Hold),
  deposit: z.number(),
  total: z.number(),
  currency: Currency,
})
export type TeamHold = z.infer<typeof TeamHold>

export const TeamBooking = z.object({
  searchId: SearchId,
  profileId: z.uuid(),
  name: z.string(),
  appointmentId: z.uuid(),
  quote: LockedQuote,
})
export type TeamBooking = z.infer<typeof TeamBooking>

export const TeamMates = z.object({
  /** The team's id for its customer; null for its artists. */
  teamId: z.uuid().nullable(),
  /** True if the caller may read the conversation of the team, also after cancellations. */
  talks: z.boolean(),
  mates: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      people: z.number().int(),
      arriveAt: Instant,
      doneAt: Instant,
      /** Live times of the day: arrival and end (null until reported), expected end, and minutes behind. */
      arrivedAt: Instant.nullable(),
      finishedAt: Instant.nullable(),
      expectedAt: Instant,
      behind: z.number().int(),
    }),
  ),
})
export type TeamMates = z.infer<typeof TeamMates>

const ofTeam = z.object({ teamId: z.uuid() })

export const teamBookings = {
  holdTeam: defineEndpoint({
    method: 'POST',
    path: '/v1/teams/{teamId}/hold',
    access: 'visitor',
    stops: 'bookings',
    summary:
      'Creates a hold for each artist of a team for 15 minutes, or none: one locked quote hash per part, in order. Throws `hold_stands` while a time with another artist is on hold; `replace` releases that one.',
    key: true,
    notActing: true,
    input: ofTeam.extend({ hashes: z.array(z.string().max(100)).min(2).max(3), replace: z.boolean().optional() }),
    output: z.object({ hold: TeamHold }),
    refuses: [
      ...refusedOnOwn,
      'quote_changed',
      'quote_expired',
      'slot_taken',
      'time_needed',
      'payout_missing',
      'state_changed',
      'already_booked',
      'not_instant',
      'test_too_late',
      'details_needed',
      'own_profile',
      'hold_stands',
      'too_many_holds',
    ],
    limit: 30,
  }),
  readTeamHold: defineEndpoint({
    method: 'GET',
    path: '/v1/teams/{teamId}/hold',
    access: 'visitor',
    summary:
      'Returns the holds of a team with their expiry time, or the bookings they became. Null if there were none. After booking, `bookings` lists the current artists: without cancelled ones, with their replacements.',
    input: ofTeam,
    output: z.object({ hold: TeamHold.nullable(), bookings: z.array(TeamBooking) }),
    refuses: ['not_found'],
  }),
  listTeammates: defineEndpoint({
    method: 'GET',
    path: '/v1/bookings/{appointmentId}/team',
    access: 'visitor',
    summary: 'Lists the other artists of the same team booking. Empty if the booking has no team.',
    input: z.object({ appointmentId: z.uuid() }),
    output: TeamMates,
    refuses: ['not_found'],
  }),
  listTeammatesAsProvider: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/appointments/{appointmentId}/team',
    access: 'provider',
    summary: "Lists the other artists of the caller's team appointment. Empty if it has no team.",
    input: z.object({ appointmentId: z.uuid() }),
    output: TeamMates,
    refuses: ['not_found'],
  }),
  releaseTeam: defineEndpoint({
    method: 'POST',
    path: '/v1/teams/{teamId}/hold/release',
    access: 'visitor',
    summary: 'Releases all holds of a team, and the card authorisations made for them.',
    notActing: true,
    input: ofTeam,
    output: z.object({ hold: TeamHold.nullable() }),
    refuses: ['not_found'],
    limit: 120,
  }),
  payTeam: defineEndpoint({
    method: 'POST',
    path: '/v1/teams/{teamId}/payment',
    access: 'visitor',
    key: true,
    notActing: true,
    summary:
      "Saves the details, the day and the accepted terms with all holds of a team. Opens a payment for each artist's part of the deposit. Nothing is captured before all are authorised, then everything is booked at once.",
    input: ofTeam.extend({
      requester: Requester,
      day: DayDetails,
      names: z.array(z.string().trim().max(80)).max(20).default([]),
      shareNumber: z.boolean().default(false),
      smsReminders: z.boolean().default(false),
      terms: z.boolean(),
      /** Confirms the consent of a parent or guardian; required if the search has `forMinors`. */
      guardian: z.boolean().default(false),
    }),
    output: z.object({ hold: TeamHold, payments: z.array(PaymentView) }),
    refuses: [
      ...refusedOnOwn,
      'address_missing',
      'terms_missing',
      'guardian_missing',
      'mobile_invalid',
      'contact_early',
      'slot_taken',
      'hold_lapsed',
      'state_changed',
      'already_booked',
      'own_profile',
    ],
    limit: 30,
  }),
}
