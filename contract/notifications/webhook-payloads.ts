import { z } from 'zod'
import { AppointmentState } from '#contract/appointments/appointment.ts'
import { Currency, EventDate, Instant, Mode } from '#contract/values.ts'
import type { Delivery } from './webhooks.ts'

const Booking = z.object({
  id: z.uuid(),
  number: z.number().int(),
  state: AppointmentState,
  mode: Mode,
  eventDate: EventDate,
  startsAt: Instant,
  endsAt: Instant,
  timeZone: z.string(),
  people: z.number().int(),
  /** In major units with the decimals of the currency: 130.00. */
  total: z.number(),
  currency: Currency,
  /** Only in events of a partner's sandbox keys. */
  sandbox: z.literal(true).optional(),
})

const Request = z.object({ id: z.uuid(), mode: Mode, eventDate: EventDate, answerUntil: Instant })

const Review = z.object({
  id: z.number().int(),
  score: z.number().int().min(1).max(5),
  /** Null for a review of a guest. */
  bookingId: z.uuid().nullable(),
})

const eventSchema = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), timestamp: Instant, data })

/** Creates the body of an event about a booking. */
const bookingEvent = (type: string, summary: string) => ({ summary, body: eventSchema(type, Booking) })

/** Request bodies of webhooks by event, signed to the Standard Webhooks specification. */
export const webhookPayloads: Readonly<Record<Delivery['event'], { summary: string; body: z.ZodObject }>> = {
  'booking.created': bookingEvent('booking.created', 'A customer has booked.'),
  'booking.changed': bookingEvent('booking.changed', 'The time, people, price or place of a booking has changed.'),
  'booking.cancelled': bookingEvent('booking.cancelled', 'A booking was cancelled.'),
  'booking.completed': bookingEvent('booking.completed', 'The work of a booking is done.'),
  'request.created': { summary: 'A customer has asked the artist.', body: eventSchema('request.created', Request) },
  'review.created': { summary: 'A customer has left a review.', body: eventSchema('review.created', Review) },
  ping: { summary: 'The owner of the webhook tests it.', body: eventSchema('ping', z.object({})) },
}
