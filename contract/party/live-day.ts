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
      "Records events of the day: departure, arrival, delay, a sitting started or finished, all done, or the undo of an event. Each event has its own id, so retries and any order are safe. `sentAt` is the client's current time, which corrects its clock.",
    input: appointmentParams.extend({
      words: z.array(DayWord.refine(isWhole, 'This event is incomplete.')).min(1).max(100),
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
      "Starts or stops sharing the provider's location with the customer. Sharing stops on arrival and after three hours. Only the latest position is stored, and it is deleted when sharing stops.",
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
    summary: 'Updates the shared position, at most every half minute. Replaces the previous position.',
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
    summary: 'Updates the day: address, notes, names, order of the people by place, and what is shared.',
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
    summary: 'Returns the run sheet for the group by the key of its link, without contact details and prices.',
    input: z.object({ key: patternSchema(40, /^[A-Za-z0-9_-]{20,40}$/) }),
    output: z.object({ sheet: SharedSheet }),
    refuses: ['not_found', 'rate_limited'],
    limit: 120,
  }),
}
