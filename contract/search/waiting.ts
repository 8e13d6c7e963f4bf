import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, EventDate, Instant, Mode, BigRowId, BigRowIdParam } from '#contract/values.ts'
import { Requester, SearchId } from './search.ts'

export const mostLists = 20

/** The customer is waiting, has time reserved now, or let the turn expire. */
const WaitingState = z.enum(['waiting', 'offered', 'passed'])

export const WaitingEntry = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string(),
  searchId: z.string(),
  mode: Mode,
  eventDate: EventDate,
  timeZone: z.string(),
  countryCode: CountryCode,
  state: WaitingState,
  until: Instant.nullable(),
  before: z.number().int(),
  letIn: z.boolean(),
})
export type WaitingEntry = z.infer<typeof WaitingEntry>

const Waiter = z.object({
  id: z.number().int(),
  name: z.string(),
  people: z.number().int(),
  since: Instant,
  state: WaitingState,
  first: z.boolean(),
})

const DayList = z.object({ closed: z.boolean(), people: z.array(Waiter) })
export type DayList = z.infer<typeof DayList>

export const waiting = {
  join: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/waiting',
    access: 'visitor',
    stops: 'searches_by_mail',
    summary:
      'Adds an address to the waiting list of an artist who is booked on the day of a search. `on: false` removes it. A freed time is held for the next customer for twelve hours, or for two hours within three days of the event.',
    input: z.object({
      quoteId: SearchId,
      profileId: z.string().min(1).max(80),
      type: Mode,
      email: Requester.shape.email,
      on: z.boolean().default(true),
    }),
    output: z.object({ on: z.boolean(), confirm: z.boolean(), before: z.number().int() }),
    refuses: ['not_found', 'not_yours', 'date_past', 'waiting_closed', 'still_free', 'too_many_lists'],
    limit: 20,
  }),
  mine: defineEndpoint({
    method: 'GET',
    path: '/v1/accounts/me/waiting',
    access: 'member',
    summary: 'Lists the waiting lists that the caller is on.',
    input: z.object({}),
    output: z.object({ lists: z.array(WaitingEntry) }),
    refuses: ['not_signed_in', 'session_ended'],
  }),
  leave: defineEndpoint({
    method: 'DELETE',
    path: '/v1/accounts/me/waiting/{id}',
    access: 'member',
    summary: 'Leaves a waiting list. A held time goes to the next customer.',
    input: z.object({ id: BigRowIdParam }),
    output: z.object({ left: z.literal(true) }),
    refuses: ['not_signed_in', 'session_ended', 'not_found'],
  }),
  day: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/calendar/waiting/{eventDate}',
    access: 'provider',
    summary: "Lists the customers who wait for one of the caller's days, next first.",
    input: z.object({ eventDate: EventDate }),
    output: DayList,
    refuses: ['not_found'],
    limit: 120,
  }),
  close: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/calendar/waiting/{eventDate}',
    access: 'provider',
    summary: 'Closes or reopens the waiting list of a day. Customers already on it stay.',
    input: z.object({ eventDate: EventDate, closed: z.boolean() }),
    output: DayList,
    refuses: ['not_found'],
  }),
  prioritise: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/calendar/waiting/{eventDate}/first',
    access: 'provider',
    summary:
      'Moves a customer to the front of a waiting list. The customers who waited longer see this with their position.',
    input: z.object({ eventDate: EventDate, id: BigRowId }),
    output: DayList,
    refuses: ['not_found'],
  }),
}
