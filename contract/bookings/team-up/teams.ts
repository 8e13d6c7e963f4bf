import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ShownPayment } from '#contract/payments/payments.ts'
import { Requester } from '#contract/search/search.ts'
import { Currency, Instant } from '#contract/values.ts'
import { DayDetails, refusedOnOwn } from '#contract/bookings/appointment.ts'
import { Hold } from '#contract/bookings/holds.ts'

/** The times of all artists of a team, kept together: all of them or none. */
export const TeamHold = z.object({
  state: z.enum(['held', 'booked', 'ended']),
  /** The earliest of them: from then on none is kept. */
  expiresAt: Instant,
  /** By the clock that ends it, whatever the browser's says. */ secondsLeft: z.number().int(),
  /** In the order of the team's parts. */
  parts: z.array(Hold),
  deposit: z.number(),
  total: z.number(),
  currency: Currency,
})
export type TeamHold = z.infer<typeof TeamHold>

const ofTeam = z.object({ teamId: z.uuid() })

export const teamBookings = {
  holdTeam: endpoint({
    method: 'POST',
    path: '/v1/teams/{teamId}/hold',
    access: 'visitor',
    stops: 'bookings',
    summary:
      'Keeps the times of all artists of a team for 15 minutes, or none of them: each part’s locked quote by its hash, in the order of the parts. Another time that the same visitor keeps is let go.',
    key: true,
    notActing: true,
    input: ofTeam.extend({ hashes: z.array(z.string().max(100)).min(2).max(3) }),
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
      'details_needed',
      'own_profile',
      'too_many_holds',
    ],
    limit: 30,
  }),
  readTeamHold: endpoint({
    method: 'GET',
    path: '/v1/teams/{teamId}/hold',
    access: 'visitor',
    summary:
      'The times that are kept of a team, with the countdown, or the bookings that they have become; null where none ever were.',
    input: ofTeam,
    output: z.object({ hold: TeamHold.nullable() }),
    refuses: ['not_found'],
  }),
  releaseTeam: endpoint({
    method: 'POST',
    path: '/v1/teams/{teamId}/hold/release',
    access: 'visitor',
    summary: 'Lets all kept times of a team go, and what a card has reserved for them.',
    notActing: true,
    input: ofTeam,
    output: z.object({ hold: TeamHold.nullable() }),
    refuses: ['not_found'],
  }),
  payTeam: endpoint({
    method: 'POST',
    path: '/v1/teams/{teamId}/payment',
    access: 'visitor',
    key: true,
    notActing: true,
    summary:
      'Keeps the details, the day and the accepted terms with all kept times of a team, and opens a payment of each artist’s part of the one deposit. Nothing is taken before all of them are reserved; then everything is booked at once.',
    input: ofTeam.extend({
      requester: Requester,
      day: DayDetails,
      /** Of the whole party, by place. */
      names: z.array(z.string().trim().max(80)).max(20).default([]),
      shareNumber: z.boolean().default(false),
      smsReminders: z.boolean().default(false),
      terms: z.boolean(),
    }),
    output: z.object({ hold: TeamHold, payments: z.array(ShownPayment) }),
    refuses: [
      ...refusedOnOwn,
      'address_missing',
      'terms_missing',
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
