import { z } from 'zod'
import {
  appointmentNow,
  appointmentParams,
  AppointmentState,
  DayDetails,
  DayOf,
  Names,
  refusedOnOwn,
} from '#contract/appointments/appointment.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, EventDate, Instant, Mode, patternSchema } from '#contract/values.ts'
import { DayWord, Elsewhere, isWhole, ProgressEntry } from './day-updates.ts'
import { Plan } from '#contract/search/quotes.ts'

export const liveDayCalls = {
  reportProgress: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/day',
    access: 'provider',
    summary:
      'What happens on the day, word by word: on the way, there, late, a sitting begun or done, all done, or one of these taken back. Each has an id of its own: sent again it is the same word, in whatever order they come. `sentAt` is the caller’s clock now, by which theirs is put right.',
    input: appointmentParams.extend({
      words: z.array(DayWord.refine(isWhole, 'This word is not whole.')).min(1).max(100),
      sentAt: Instant,
    }),
    output: z.object({ said: z.array(ProgressEntry) }),
    refuses: ['not_found', 'state_changed', 'too_early', 'not_ready', 'sitting_not_found'],
    limit: 120,
  }),
  startSharingLocation: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/appointments/{appointmentId}/way',
    access: 'provider',
    notActing: true,
    summary:
      'Begins to share one’s way to an appointment with its customer, or ends it. It ends by itself on arrival and after three hours; only the latest place is kept, and goes with it.',
    input: appointmentParams.extend({ share: z.boolean() }),
    output: z.object({ endsAt: Instant.nullable() }),
    refuses: ['not_found', 'not_allowed_acting', 'state_changed', 'too_early'],
    limit: 30,
  }),
  sendLocation: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/way',
    access: 'provider',
    notActing: true,
    summary: 'Where one is on a way that is shared, at most every half minute; the place before goes.',
    input: appointmentParams.extend({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
    output: z.object({ endsAt: Instant }),
    refuses: ['not_found', 'not_allowed_acting', 'state_changed'],
    limit: 10,
  }),
}

export const SharedSheet = z.object({
  provider: z.string(),
  artists: z.array(z.string()),
  event: z.string(),
  place: z.string(),
  countryCode: CountryCode,
  timeZone: z.string(),
  eventDate: EventDate,
  mode: Mode,
  state: AppointmentState,
  startsAt: Instant,
  endsAt: Instant,
  readyAt: Instant.nullable(),
  plan: Plan,
  planned: Plan,
  said: z.array(ProgressEntry),
  elsewhere: z.array(Elsewhere),
  names: z.array(z.string()),
  dayOf: DayOf,
  changedAt: Instant,
  sequence: z.number().int(),
})
export type SharedSheet = z.infer<typeof SharedSheet>

export const dayCalls = {
  change: defineEndpoint({
    method: 'PATCH',
    path: '/v1/bookings/{appointmentId}',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Changes the day: address, notes, names, the order in the chairs (people by place), what is shared.',
    input: appointmentParams.extend({
      day: DayDetails.partial().optional(),
      names: Names.optional(),
      order: z.array(z.number().int().min(1).max(20)).max(20).optional(),
      shareNumber: z.boolean().optional(),
      smsReminders: z.boolean().optional(),
    }),
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed', 'order_cannot', 'address_missing'],
    limit: 120,
  }),
  sheet: defineEndpoint({
    method: 'GET',
    path: '/v1/run-sheets/{key}',
    access: 'public',
    summary: 'The run sheet for the group, by the key of its link: no contact details, no prices.',
    input: z.object({ key: patternSchema(40, /^[A-Za-z0-9_-]{20,40}$/) }),
    output: z.object({ sheet: SharedSheet }),
    refuses: ['not_found', 'rate_limited'],
    limit: 120,
  }),
}
