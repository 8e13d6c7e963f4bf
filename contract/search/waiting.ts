import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, EventDate, Instant, Mode, BigRowId, BigRowIdParam } from '#contract/values.ts'
import { Requester, SearchId } from './search.ts'

export const mostLists = 20

/** Waiting, with time reserved for them now, or with their turn expired. */
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
      'Puts an address on the list of an artist who is taken on the day of a search; `on: false` takes it off. Who is next has a freed time kept for them, for twelve hours or, within three days of it, for two.',
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
    summary: 'Lists of artists’ days that one’s own address is on.',
    input: z.object({}),
    output: z.object({ lists: z.array(WaitingEntry) }),
    refuses: ['not_signed_in', 'session_ended'],
  }),
  leave: defineEndpoint({
    method: 'DELETE',
    path: '/v1/accounts/me/waiting/{id}',
    access: 'member',
    summary: 'Leaves a list; a time that was kept goes on to whoever is next.',
    input: z.object({ id: BigRowIdParam }),
    output: z.object({ left: z.literal(true) }),
    refuses: ['not_signed_in', 'session_ended', 'not_found'],
  }),
  day: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/calendar/waiting/{eventDate}',
    access: 'provider',
    summary: 'Who waits for a day of one’s own, whoever is next first.',
    input: z.object({ eventDate: EventDate }),
    output: DayList,
    refuses: ['not_found'],
    limit: 120,
  }),
  close: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/calendar/waiting/{eventDate}',
    access: 'provider',
    summary: 'Takes nobody more onto the list of a day, or takes people again; who is on it stays.',
    input: z.object({ eventDate: EventDate, closed: z.boolean() }),
    output: DayList,
    refuses: ['not_found'],
  }),
  prioritise: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/calendar/waiting/{eventDate}/first',
    access: 'provider',
    summary: 'Puts somebody before those who have waited longer, who are told so where they see their place.',
    input: z.object({ eventDate: EventDate, id: BigRowId }),
    output: DayList,
    refuses: ['not_found'],
  }),
}
