import { z } from 'zod'
import { BookedOut, ProfileStanding } from '#contract/providers/booked-out.ts'
import { HoursClosed } from '#contract/providers/hours.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, EventDate, patternSchema } from '#contract/values.ts'

export const CalendarDay = z.object({
  date: EventDate,
  bookedOut: z.array(BookedOut),
  /**
   * Busy times of the day, to 5 AM the next morning: bookings, private appointments, visits, holds, and events of
   * external calendars.
   */
  taken: z.array(
    ProfileStanding.extend({
      kind: z.enum(['appointment', 'hold', 'feed']),
      /**
       * The id of the booking, private appointment, patch test, trial or hold; null for events of external calendars.
       */
      ref: z.uuid().nullable(),
      /** Minutes of the buffer after the busy time; `to` does not include them. */
      bufferMinutes: z.number().int(),
    }),
  ),
  /** Closed times of the day, to 5 AM the next morning; empty for artists with the same hours every day. */
  closed: z.array(HoursClosed),
  requests: z.number().int(),
  /** True if few artists nearby are free on that day. */
  fewLeft: z.boolean(),
})
export type CalendarDay = z.infer<typeof CalendarDay>

export const CalendarMonth = z.object({
  month: z.string(),
  today: EventDate,
  timeZone: z.string(),
  countryCode: CountryCode,
  area: z.string(),
  days: z.array(CalendarDay),
})
export type CalendarMonth = z.infer<typeof CalendarMonth>

export const calendar = {
  month: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/calendar',
    access: 'provider',
    summary: "Returns a month of the caller's diary by event date: bookings, requests and blocked time.",
    input: z.object({ month: patternSchema(7, /^20\d\d-(0[1-9]|1[0-2])$/, 'Enter the month as YYYY-MM.') }),
    output: CalendarMonth,
    refuses: ['not_found'],
  }),
  area: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/calendar/area/{eventDate}',
    access: 'provider',
    summary:
      "Returns the share of booked-out artists who reach the caller's base on a day. Null if there are too few artists.",
    input: z.object({ eventDate: EventDate }),
    output: z.object({ percent: z.number().nullable(), place: z.string() }),
    refuses: ['not_found', 'date_past', 'date_too_far'],
    limit: 120,
  }),
}
