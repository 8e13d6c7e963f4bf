import { z } from 'zod'
import { ProgressEntry } from './day/day-word.ts'
import { Elsewhere } from './day/elsewhere.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Plan } from '#contract/search/quotes.ts'
import { CountryCode, EventDate, Instant, Mode, patternSchema } from '#contract/values.ts'
import {
  AppointmentState,
  appointmentNow,
  DayDetails,
  DayOf,
  Names,
  appointmentParams,
  refusedOnOwn,
} from './appointment.ts'

/** The run sheet as the group sees it: no contact details, no prices. */
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
  /** As it runs now: with what was said on the day. */
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
