import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Card } from '#contract/search/quotes.ts'
import { Currency, Instant } from '#contract/values.ts'
import { appointmentNow, appointmentParams, refusedOnOwn } from '#contract/appointments/appointment.ts'

export const rescueCalls = {
  rescue: defineEndpoint({
    method: 'GET',
    path: '/v1/bookings/{appointmentId}/rescue',
    access: 'visitor',
    summary:
      'After the artist cancelled: up to three free artists at the same or a lower price, for whom the deposit that was paid stands ready.',
    input: appointmentParams,
    output: z.object({
      open: z.boolean(),
      ended: z.enum(['rebooked', 'declined', 'lapsed']).nullable(),
      until: Instant.nullable(),
      refund: z.number(),
      currency: Currency,
      found: z.number().int(),
      artists: z.array(Card),
      totalBefore: z.number(),
      /** The booking's promo code; only the platform's own also applies here. Null if none. */
      promo: z.object({ label: z.string(), carried: z.boolean() }).nullable(),
    }),
    refuses: ['not_found', 'state_changed'],
  }),
  bookRescue: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/rescue',
    access: 'visitor',
    stops: 'bookings',
    notActing: true,
    key: true,
    summary: 'Books one of them with the deposit that was paid; what is too much of it goes back.',
    input: appointmentParams.extend({ profileId: z.string().min(1).max(120), hash: z.string().max(100).optional() }),
    output: appointmentNow,
    refuses: [
      ...refusedOnOwn,
      'state_changed',
      'slot_taken',
      'quote_changed',
      'quote_expired',
      'payout_missing',
      'own_profile',
    ],
    limit: 120,
  }),
  endRescue: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/rescue/end',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'No thank you: everything that was paid goes back.',
    input: appointmentParams,
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed'],
    limit: 120,
  }),
}
