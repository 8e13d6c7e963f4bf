import { z } from 'zod'
import { Appointment, AppointmentState, AppointmentSummary, Problem } from '#contract/appointments/appointment.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import {
  AmountUpTo,
  Cursor,
  EventDate,
  Instant,
  NextCursor,
  Reason,
  SearchText,
  sortSchema,
  trimmedTextSchema,
} from '#contract/values.ts'
import { bookingActCalls } from './booking-acts.ts'
import { CurrencySum, StorySubject } from './hub.ts'
import { NoticeState } from './system.ts'
import { TeamMail } from './team-mail.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const Dispute = z.object({ problem: Problem, appointment: AppointmentSummary, paid: z.number() })
const DisputeDetails = Dispute.extend({
  /** When the report can be settled without the other side's answer; null if it can be settled now. */
  settleFrom: Instant.nullable(),
})

const Message = z.object({
  appointmentId: z.uuid(),
  to: z.enum(['customer', 'provider', 'both']),
  text: trimmedTextSchema(3, 2000, 'Enter a message.'),
})
/** A sent mail of a booking, and the text that resending it would send. */
const BookingMail = TeamMail.extend({
  id: z.uuid(),
  at: Instant,
  state: NoticeState,
  /** True if the mail can be sent again: not while it is queued, with a sign-in link, or to a former address. */
  again: z.boolean(),
  /** Hash of the mail. It must be in the request, so that no other text is sent. */
  hash: z.string(),
})
export type BookingMail = z.infer<typeof BookingMail>

/** Speed in km/h and the ratio of road to straight-line distance; slower around some centres. */
const TravelSpeeds = z.object({
  detour: z.number().min(1).max(3),
  kmh: z.number().min(5).max(130),
  areas: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(60),
        lat: z.number().min(-90).max(90),
        lng: z.number().min(-180).max(180),
        radiusKm: z.number().min(1).max(200),
        kmh: z.number().min(5).max(130),
      }),
    )
    .max(60),
})

export const operatorBookings = {
  ...bookingActCalls,
  list: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/bookings',
    access: 'operator',
    duties: ['support'],
    summary:
      'Lists bookings by event date, upcoming ones soonest first or past ones newest first, or by price. Filters by status and by name, address or number.',
    input: StorySubject.extend({
      text: SearchText,
      state: AppointmentState.optional(),
      when: z.enum(['ahead', 'past']).optional(),
      /** Days of the event, both included. */
      from: EventDate.optional(),
      to: EventDate.optional(),
      sort: sortSchema(['date', 'total']),
      cursor: Cursor,
    }),
    output: z.object({
      bookings: z.array(AppointmentSummary),
      ahead: z.object({ bookings: z.number().int(), worth: z.array(CurrencySum) }),
      nextCursor: NextCursor,
    }),
    refuses: operators,
  }),
  read: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/bookings/{appointmentId}',
    access: 'operator',
    duties: ['support'],
    summary: 'Returns a booking with all details.',
    input: z.object({ appointmentId: z.uuid() }),
    output: z.object({
      appointment: Appointment,
      disputeId: z.uuid().nullable(),
      partner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      party: z.array(
        z.object({ appointmentId: z.uuid(), number: z.number().int(), name: z.string(), state: AppointmentState }),
      ),
    }),
    refuses: [...operators, 'not_found'],
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/cancel',
    access: 'operator',
    duties: ['support'],
    key: true,
    summary: 'Cancels a booking for the platform, refunds the customer in full and notifies both sides of the reason.',
    input: z.object({ appointmentId: z.uuid(), reason: Reason }),
    output: z.object({ appointment: Appointment }),
    refuses: [...operators, 'not_found', 'state_changed'],
  }),
  previewMessage: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/message/preview',
    access: 'operator',
    duties: ['support'],
    summary: 'Previews the emails to the customer, the artist or both. Nothing is sent.',
    input: Message,
    output: z.object({ mails: z.array(TeamMail) }),
    refuses: [...operators, 'not_found', 'no_channel'],
  }),
  message: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/message',
    access: 'operator',
    duties: ['support'],
    key: true,
    summary: 'Sends an email about a booking to the customer, the artist or both.',
    input: Message,
    output: z.object({ mails: z.array(TeamMail) }),
    refuses: [...operators, 'not_found', 'no_channel', 'not_allowed_acting'],
    notActing: true,
  }),
  mails: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/bookings/{appointmentId}/mails',
    access: 'operator',
    duties: ['support'],
    summary: 'Lists the emails sent about a booking, newest first, each as it would be resent.',
    input: z.object({ appointmentId: z.uuid() }),
    output: z.object({ mails: z.array(BookingMail) }),
    refuses: [...operators, 'not_found'],
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/mails/{mailId}/resend',
    access: 'operator',
    duties: ['support'],
    key: true,
    summary: 'Resends an email about a booking to its recipient, as previewed.',
    input: z.object({ appointmentId: z.uuid(), mailId: z.uuid(), hash: z.string().max(100), reason: Reason }),
    output: z.object({ mail: BookingMail }),
    refuses: [...operators, 'not_found', 'state_changed', 'preview_changed', 'not_allowed_acting'],
    notActing: true,
  }),
  disputes: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/disputes',
    access: 'operator',
    duties: ['support'],
    summary: 'Lists disputes: open ones oldest first, or settled ones newest first.',
    input: z.object({ state: z.enum(['open', 'settled']).default('open'), cursor: Cursor }),
    output: z.object({ disputes: z.array(Dispute), nextCursor: NextCursor }),
    refuses: operators,
  }),
  dispute: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/disputes/{disputeId}',
    access: 'operator',
    duties: ['support'],
    summary: 'Returns a dispute with both sides, its booking and its payments.',
    input: z.object({ disputeId: z.uuid() }),
    output: z.object({ dispute: DisputeDetails, appointment: Appointment }),
    refuses: [...operators, 'not_found'],
  }),
  settle: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/disputes/{disputeId}/settle',
    access: 'operator',
    duties: ['support', 'money'],
    key: true,
    summary:
      'Settles a dispute once the other side has answered or 48 hours have passed: full refund, payout or split.',
    input: z.object({
      disputeId: z.uuid(),
      outcome: z.enum(['refund', 'paid', 'split']),
      refund: AmountUpTo(1_000_000).default(0),
      noShow: z.boolean().default(false),
      reason: Reason,
    }),
    output: z.object({ dispute: DisputeDetails }),
    refuses: [...operators, 'not_found', 'state_changed', 'other_side_due', 'refund_too_much'],
  }),
  speeds: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/travel-speeds',
    access: 'operator',
    duties: ['support', 'content'],
    summary: 'Lists the travel speeds between jobs by area.',
    input: z.object({}),
    output: TravelSpeeds,
    refuses: operators,
  }),
  setSpeeds: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/travel-speeds',
    access: 'operator',
    duties: ['content'],
    summary: 'Updates the travel speeds of an area. Existing bookings do not change.',
    input: TravelSpeeds.extend({ reason: Reason }),
    output: TravelSpeeds,
    refuses: operators,
  }),
}
