import { z } from 'zod'
import { Appointment, AppointmentSummary, problemKinds } from '#contract/appointments/appointment.ts'
import { partyAnswer, PartyChange, partyRefusals } from './party-changes.ts'
import { liveDayCalls } from '#contract/party/live-day.ts'
import { BookingForms } from '#contract/preparation/forms.ts'
import { providerLinkedCalls } from '#contract/preparation/linked-appointments.ts'
import { MoveTo } from './moves.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { EventDate, hasCharacters, Instant } from '#contract/values.ts'

const ofAppointment = z.object({ appointmentId: z.uuid() })
const one = z.object({ appointment: Appointment })

const ProviderAct = z.enum([
  'left',
  'arrived',
  'late',
  'done',
  'recordBalance',
  'note',
  'proposeMove',
  'acceptMove',
  'declineMove',
  'withdrawMove',
  'cancel',
  'report',
  'addSide',
])

export const Client = z.object({
  id: z.uuid(),
  own: z.boolean(),
  name: z.string(),
  bookings: z.number().int(),
  lastAt: Instant.nullable(),
  next: Instant.nullable(),
  spent: z.number(),
  earned: z.number(),
  currency: z.string(),
  note: z.string(),
})
export type Client = z.infer<typeof Client>

const FeedWarning = z.enum(['failing', 'empty', 'incomplete'])
export type FeedWarning = z.infer<typeof FeedWarning>

export const Feed = z.object({
  id: z.uuid(),
  url: z.string(),
  name: z.string(),
  checkedAt: Instant.nullable(),
  error: z.string(),
  events: z.number().int(),
  /** Time of the first of several failures in a row; null if the last fetch succeeded. */
  failingSince: Instant.nullable(),
  /** Retry time that the calendar's server requested; null if it may be fetched now. */
  nextReadAt: Instant.nullable(),
  /** If the calendar is too large, its busy times are known only up to this time; null if all are known. */
  completeUntil: Instant.nullable(),
  /** Events that could not be parsed. If such an event has a date, the whole day counts as busy. */
  skipped: z
    .array(
      z.object({
        title: z.string(),
        date: EventDate.nullable(),
        /**
         * The invalid part of the event: start, repeat rule, a second event with the same identity, or another part.
         */
        reason: z.enum(['start', 'repeat', 'duplicate', 'other']),
      }),
    )
    .max(20),
  /** Unknown time zone names. Their times were parsed in the artist's time zone. */
  assumedZones: z.array(z.string()).max(20),
  /**
   * `failing` after 24 hours without a successful fetch. `empty` if all events disappeared (the artist must confirm
   * it). `incomplete` if only a part could be parsed (Instant Book is off for the unknown time).
   */
  warnings: z.array(FeedWarning),
})
export type Feed = z.infer<typeof Feed>

export const DayWay = z.object({
  eventDate: EventDate,
  from: Instant,
  to: Instant,
  minutes: z.number().int(),
  after: z.enum(['base', 'job']),
  /** True if the journey takes longer than the gap after the previous appointment. */
  tight: z.boolean(),
})
export type DayWay = z.infer<typeof DayWay>

/** A patch test or trial before a booking, in the artist's calendar. */
const DiaryTest = z.object({
  id: z.uuid(),
  appointmentId: z.uuid(),
  customer: z.string(),
  eventDate: EventDate,
  startsAt: Instant,
  endsAt: Instant,
  done: z.boolean(),
})
export type DiaryTest = z.infer<typeof DiaryTest>

export const providerBookings = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/appointments',
    access: 'provider',
    scope: 'bookings:read',
    summary: "Lists the caller's appointments between two dates, in order. Without dates, lists upcoming ones.",
    input: z.object({ from: EventDate.optional(), until: EventDate.optional() }),
    output: z.object({
      appointments: z.array(AppointmentSummary),
      tests: z.array(DiaryTest),
      trials: z.array(DiaryTest),
      timeZone: z.string(),
      today: EventDate,
    }),
    refuses: ['not_found'],
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/appointments/{appointmentId}',
    access: 'provider',
    scope: 'bookings:read',
    summary: 'Returns an appointment of the caller with its day, run sheet and earnings.',
    input: ofAppointment,
    output: one,
    refuses: ['not_found'],
  }),
  forms: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/appointments/{appointmentId}/forms',
    access: 'provider',
    notActing: true,
    summary: "Lists the allergy and consent forms of an appointment, with the customer's answers.",
    input: ofAppointment,
    output: BookingForms,
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  ...providerLinkedCalls,
  readSharedLocation: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/appointments/{appointmentId}/way',
    access: 'provider',
    summary:
      'Returns the travel to an appointment, from the previous job of that day or from the base, as the diary counts it.',
    input: ofAppointment,
    output: z.object({
      way: z
        .object({
          /** `from` and `to` are [lng, lat]. */
          from: z.tuple([z.number(), z.number()]),
          to: z.tuple([z.number(), z.number()]),
          after: z.enum(['base', 'job']),
          metres: z.number().int(),
          minutes: z.number().int(),
        })
        .nullable(),
    }),
    refuses: ['not_found'],
  }),
  listSharedLocations: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/ways',
    access: 'provider',
    summary:
      'Lists the travel of each day between two event dates: from the base to the first job, then from job to job. Includes private appointments.',
    input: z.object({ from: EventDate, until: EventDate }),
    output: z.object({ ways: z.array(DayWay) }),
    refuses: ['not_found', 'times_in_order'],
  }),
  ...liveDayCalls,
  change: defineEndpoint({
    method: 'PATCH',
    path: '/v1/providers/appointments/{appointmentId}',
    access: 'provider',
    key: true,
    notActing: true,
    summary:
      'Updates an appointment: departure, arrival, delay, completion, balance and notes. Also moves, cancels or reports it.',
    input: ofAppointment.extend({
      act: ProviderAct,
      minutes: z.number().int().min(0).max(600).optional(),
      note: z.string().trim().max(4_000).optional(),
      reason: z.string().trim().max(500).optional(),
      moveId: z.uuid().optional(),
      to: MoveTo.optional(),
      kind: z.enum(problemKinds).optional(),
      text: z.string().trim().max(4_000).optional(),
    }),
    output: one,
    refuses: [
      'not_found',
      'not_allowed_acting',
      'state_changed',
      'slot_taken',
      'time_past',
      'time_skipped',
      'date_past',
      'date_too_far',
      'too_early',
      'not_ready',
      'too_late',
      'move_pending',
      'reason_missing',
    ],
  }),
  proposeParty: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/party',
    access: 'provider',
    notActing: true,
    key: true,
    summary:
      'Proposes other people or services to the customer. The booking stays as it is until the customer accepts. `preview` only returns the effect.',
    input: ofAppointment.extend(PartyChange.shape),
    output: partyAnswer,
    refuses: partyRefusals,
    limit: 120,
  }),
  clients: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/clients',
    access: 'provider',
    summary:
      "Lists the caller's past and upcoming clients and private clients, most recent first. Private clients are omitted while an operator impersonates the caller.",
    input: z.object({}),
    output: z.object({ clients: z.array(Client) }),
    refuses: ['not_found'],
  }),
  updateClientNote: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/clients/{clientId}',
    access: 'provider',
    summary:
      "Updates the caller's notes about a client, and the allergies and favourite look. The client does not see them, but their export has them.",
    notActing: true,
    input: z.object({
      clientId: z.uuid(),
      note: z.string().trim().max(4_000),
      allergies: z.string().trim().max(1_000).optional(),
      look: z.string().trim().max(1_000).optional(),
    }),
    output: z.object({ client: Client }),
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  feeds: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/feeds',
    access: 'provider',
    summary: "Lists the calendars whose busy times are imported, and the secret address of the caller's own feed.",
    input: z.object({}),
    output: z.object({ feeds: z.array(Feed), address: z.string().nullable() }),
    refuses: ['not_found'],
  }),
  addFeed: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/feeds',
    access: 'provider',
    summary: 'Adds a calendar and imports its busy times, the first time immediately.',
    notActing: true,
    input: z.object({
      url: z
        .string()
        .trim()
        .min(1, { abort: true, error: 'Address is required' })
        .min(10, { abort: true, error: 'Enter the complete address.' })
        .max(1000)
        .refine(hasCharacters(10), 'Enter the complete address.'),
      name: z.string().trim().max(80).default(''),
    }),
    output: z.object({ feed: Feed }),
    refuses: ['not_found', 'feed_address', 'feed_unreadable', 'too_many_feeds', 'not_allowed_acting'],
    limit: 10,
  }),
  refreshFeed: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/feeds/{feedId}/refresh',
    access: 'provider',
    summary:
      'Refreshes a calendar now. If its server has asked to wait, `nextReadAt` returns the time of the next refresh.',
    input: z.object({ feedId: z.uuid() }),
    output: z.object({ feed: Feed }),
    refuses: ['not_found'],
    limit: 20,
  }),
  confirmEmptyFeed: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/feeds/{feedId}/confirm-empty',
    access: 'provider',
    summary: 'Confirms that a calendar has become empty, and removes the busy times imported from it.',
    notActing: true,
    input: z.object({ feedId: z.uuid() }),
    output: z.object({ feed: Feed }),
    refuses: ['not_found', 'state_changed', 'not_allowed_acting'],
    limit: 20,
  }),
  removeFeed: defineEndpoint({
    method: 'DELETE',
    path: '/v1/providers/me/feeds/{feedId}',
    access: 'provider',
    summary: 'Removes a calendar and its busy times.',
    input: z.object({ feedId: z.uuid() }),
    output: z.object({ done: z.literal(true) }),
    refuses: ['not_found'],
  }),
}
