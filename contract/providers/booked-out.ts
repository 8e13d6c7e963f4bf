import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { EventDate, Instant, TimeOfDay, RowIdParam } from '#contract/values.ts'

/** Blocked time of a day. A whole day includes the night after it, to 5 AM the next morning. */
export const BookedOut = z.object({
  id: z.string(),
  eventDate: EventDate,
  whole: z.boolean(),
  from: Instant,
  to: Instant,
  /**
   * The times are in the provider's time zone; a time before 05:00 is in the following night. Null for the whole day.
   */
  startTime: TimeOfDay.nullable(),
  finishTime: TimeOfDay.nullable(),
})
export type BookedOut = z.infer<typeof BookedOut>

export const ProfileStanding = z.object({ from: Instant, to: Instant, startTime: TimeOfDay, finishTime: TimeOfDay })
export type ProfileStanding = z.infer<typeof ProfileStanding>

const done = z.object({ done: z.literal(true) })
/** Blocking a day does not cancel its appointments. */
const blocked = z.object({ date: BookedOut, standing: z.array(ProfileStanding) })

export const bookedOut = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/bookedoutdates',
    access: 'provider',
    scope: 'calendar:read',
    summary: "Lists the caller's blocked time from today on, in order.",
    input: z.object({}),
    output: z.object({ dates: z.array(BookedOut), timeZone: z.string() }),
    refuses: ['not_found'],
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/bookedoutdates',
    access: 'provider',
    scope: 'calendar:write',
    summary:
      'Blocks a day or part of it. Without a finish it is blocked to the end, without a start from the beginning.',
    input: z.object({ eventDate: EventDate, startTime: TimeOfDay.nullish(), finishTime: TimeOfDay.nullish() }),
    output: blocked,
    refuses: ['not_found', 'date_past', 'date_too_far', 'times_in_order', 'day_has_bookings'],
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/v1/providers/bookedoutdates/{id}',
    access: 'provider',
    scope: 'calendar:write',
    summary: 'Moves or resizes a blocked part of a day. If the new time is refused, the blocked time stays as it was.',
    input: z.object({ id: RowIdParam, eventDate: EventDate, startTime: TimeOfDay, finishTime: TimeOfDay }),
    output: blocked,
    refuses: ['not_found', 'date_past', 'date_too_far', 'times_in_order', 'day_has_bookings'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/v1/providers/bookedoutdates/{id}',
    access: 'provider',
    scope: 'calendar:write',
    summary: 'Unblocks a blocked time.',
    input: z.object({ id: RowIdParam }),
    output: done,
    refuses: ['not_found'],
  }),
  blockDay: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/bookedoutdates/fullday/{eventDate}',
    access: 'provider',
    scope: 'calendar:write',
    summary:
      'Blocks the whole day of an event date, including its night, for new jobs. Existing appointments stay and are listed.',
    input: z.object({ eventDate: EventDate }),
    output: blocked,
    refuses: ['not_found', 'date_past', 'date_too_far'],
  }),
  freeDay: defineEndpoint({
    method: 'DELETE',
    path: '/v1/providers/bookedoutdates/fullday/{eventDate}',
    access: 'provider',
    scope: 'calendar:write',
    summary: 'Unblocks everything that is blocked on a day.',
    input: z.object({ eventDate: EventDate }),
    output: done,
    refuses: ['not_found'],
  }),
}
