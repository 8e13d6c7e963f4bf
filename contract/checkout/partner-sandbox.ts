import { z } from 'zod'
import { PartnerBooking } from '#contract/bookings/partner-bookings.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { testCards } from '#contract/payments/test-cards.ts'
import { sandboxDays } from './lifecycle-hold.ts'
import { PartnerHold } from './partner-holds.ts'

const calls = { access: 'partner', scope: 'bookings:write', key: true } as const

/** Actions of the customer and the artist that a sandbox key simulates. */
export const partnerSandbox = {
  pay: defineEndpoint({
    method: 'POST',
    path: '/v1/partners/me/sandbox/holds/{holdId}/payment',
    ...calls,
    summary: `Pays the deposit of a sandbox hold with a card of the test bank, as a customer does by the link. ${testCards.success} succeeds, ${testCards.declined} is declined. Sends \`booking.created\`. Sandbox data is deleted after ${sandboxDays} days.`,
    input: z.object({ holdId: z.uuid(), card: z.enum(testCards) }),
    output: z.object({ hold: PartnerHold }),
    refuses: ['not_found', 'state_changed', 'card_declined'],
    limit: 60,
  }),
  advance: defineEndpoint({
    method: 'POST',
    path: '/v1/partners/me/sandbox/bookings/{bookingId}/events',
    ...calls,
    summary:
      'Changes, cancels or completes a sandbox booking, as the customer or artist of a real one does, and sends the event to the webhooks.',
    input: z.object({ bookingId: z.uuid(), event: z.enum(['changed', 'cancelled', 'completed']) }),
    output: z.object({ booking: PartnerBooking }),
    refuses: ['not_found', 'state_changed'],
    limit: 60,
  }),
}
