import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Message, messages } from '#contract/messaging/messages.ts'
import { Receipt } from '#contract/payments/payments.ts'
import { BigRowIdParam, CountryCode, EventDate, patternSchema } from '#contract/values.ts'

/** Days after the end of a booking during which its mailed link works. */
export const MAILED_LINK_DAYS = 30

/** Response for a mailed link: the receipt and conversation of one booking, without access to the account. */
const MailedBooking = z.object({
  appointmentId: z.uuid(),
  event: z.string(),
  eventDate: EventDate,
  countryCode: CountryCode,
  timeZone: z.string(),
  provider: z.string(),
  /** The last day on which the link works, in the time zone of the event. */
  openUntil: EventDate,
  /** Null if nothing was paid by card. */
  receipt: Receipt.nullable(),
  /** Null if the two have no conversation about this booking. */
  talk: messages.read.output.nullable(),
})
export type MailedBooking = z.infer<typeof MailedBooking>

const ofKey = z.object({ key: patternSchema(40, /^[A-Za-z0-9_-]{40}$/) })

export const mailedBookings = {
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/mailed-bookings/{key}',
    access: 'public',
    summary:
      'Returns the receipt and the messages of a booking by the key of a mailed link. It needs no account and starts no session. `before` returns earlier messages.',
    input: ofKey.extend({ before: BigRowIdParam.optional() }),
    output: z.object({ booking: MailedBooking }),
    refuses: ['not_found', 'rate_limited'],
    limit: 60,
  }),
  write: defineEndpoint({
    method: 'POST',
    path: '/v1/mailed-bookings/{key}/messages',
    access: 'public',
    key: true,
    summary: 'Sends a message to the artist of the booking as its customer, by the key of a mailed link.',
    input: ofKey.extend({ text: messages.write.input.shape.text }),
    output: z.object({ message: Message }),
    refuses: ['not_found', 'conversation_closed', 'blocked', 'invalid_input', 'rate_limited'],
    limit: 20,
  }),
}
