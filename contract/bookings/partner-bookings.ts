import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CurrencySum } from '#contract/operator/hub.ts'
import { Currency, Cursor, EventDate, Instant, Mode, NextCursor } from '#contract/values.ts'
import { AppointmentState } from '#contract/appointments/appointment.ts'

export const PartnerBooking = z.object({
  id: z.uuid(),
  number: z.number().int(),
  state: AppointmentState,
  mode: Mode,
  eventDate: EventDate,
  town: z.string(),
  services: z.array(z.object({ id: z.string(), label: z.string(), count: z.number().int() })),
  people: z.number().int(),
  artist: z.object({ slug: z.string(), name: z.string() }),
  total: z.number(),
  currency: Currency,
  bookedAt: Instant,
  /** True for a test booking of a sandbox key. */
  sandbox: z.boolean(),
})
export type PartnerBooking = z.infer<typeof PartnerBooking>

const page = { bookings: z.array(PartnerBooking), nextCursor: NextCursor }

export const partnerBookings = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/partners/me/bookings',
    access: 'partner',
    scope: 'bookings:read',
    summary: 'Lists the bookings that came through the partner, newest first. A sandbox key lists its test bookings.',
    input: z.object({ cursor: Cursor }),
    output: z.object(page),
    refuses: [],
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/partners/me/bookings/{bookingId}',
    access: 'partner',
    scope: 'bookings:read',
    summary: 'Returns a booking that came through the partner, by the id that webhooks send.',
    input: z.object({ bookingId: z.uuid() }),
    output: z.object({ booking: PartnerBooking }),
    refuses: ['not_found'],
  }),
}

export const operatorPartnerBookings = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/partner-bookings',
    access: 'operator',
    duties: ['owner', 'support'],
    summary:
      'Lists the bookings that came through a partner, newest first, with their count and the value of those that were not cancelled.',
    input: z.object({ partner: z.uuid(), cursor: Cursor }),
    output: z.object({
      ...page,
      sums: z.object({ bookings: z.number().int(), cancelled: z.number().int(), worth: z.array(CurrencySum) }),
    }),
    refuses: ['not_signed_in', 'session_ended', 'not_yours', 'not_found'],
  }),
}
