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
      'Lists up to three free artists at the same or a lower price after the artist cancelled. The deposit that was paid can be used for them.',
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
      /** The booking's promo code; only a code of the platform also applies to a replacement. Null if there is none. */
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
    summary: 'Books a replacement artist with the deposit that was paid, and refunds the excess.',
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
    summary: 'Declines a replacement artist and refunds everything that was paid.',
    input: appointmentParams,
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed'],
    limit: 120,
  }),
}
