import { z } from 'zod'
import { AppointmentSummary } from '#contract/appointments/appointment.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { SearchId } from '#contract/search/search.ts'
import { CountryCode, EventDate, Picture, TimeOfDay, Currency } from '#contract/values.ts'

const SavedArtist = z.object({
  _id: z.string(),
  slug: z.string(),
  name: z.string(),
  area: z.string(),
  profileImg: Picture,
  coverImg: Picture,
  pictures: z.array(Picture),
  skills: z.array(z.string()),
  /** The price per person of the named service, as on all cards. */
  priceFrom: z.number().nullable(),
  priceOf: z.string().nullable(),
  currency: Currency,
  rating: z.number().nullable(),
  totalReviews: z.number().int(),
  live: z.boolean(),
})
export type SavedArtist = z.infer<typeof SavedArtist>
const MemberSearch = z.object({
  id: z.string(),
  place: z.string(),
  event: z.string(),
  eventDate: EventDate,
  finishTime: TimeOfDay.nullable(),
  people: z.number().int(),
  countryCode: CountryCode,
  offers: z.number().int(),
  /** The lowest total of the offers; null without offers. */
  lowestOffer: z.number().nullable(),
  waiting: z.number().int(),
  booked: z.boolean(),
  past: z.boolean(),
})
export type MemberSearch = z.infer<typeof MemberSearch>

const profileId = z.string().min(1).max(120)

export const customerSearches = {
  searches: defineEndpoint({
    method: 'GET',
    path: '/v1/own-searches',
    access: 'member',
    summary: "Lists the caller's searches, newest first, with how many artists have answered and how many still can.",
    input: z.object({}),
    output: z.object({ searches: z.array(MemberSearch) }),
    refuses: [],
  }),
  counts: defineEndpoint({
    method: 'GET',
    path: '/v1/own-counts',
    access: 'member',
    summary: "Counts the caller's searches in progress and saved artists.",
    input: z.object({}),
    output: z.object({ quotes: z.number().int(), saved: z.number().int() }),
    refuses: [],
  }),
  listBySearch: defineEndpoint({
    method: 'GET',
    path: '/v1/quotes/{quoteId}/bookings',
    access: 'visitor',
    summary: "Lists the bookings made from one of the caller's searches.",
    input: z.object({ quoteId: SearchId }),
    output: z.object({ bookings: z.array(z.object({ appointmentId: z.uuid(), slug: z.string() })) }),
    refuses: ['not_found', 'not_yours'],
  }),
  readByConversation: defineEndpoint({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/booking',
    access: 'member',
    notActing: true,
    summary:
      "Returns the booking between the two people of a conversation, from the caller's side. Null if there is none.",
    input: z.object({ conversationId: z.uuid() }),
    output: z.object({ booking: AppointmentSummary.nullable() }),
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  listSavedArtists: defineEndpoint({
    method: 'GET',
    path: '/v1/saved-artists',
    access: 'member',
    summary: "Lists the caller's saved artists, most recent first.",
    input: z.object({}),
    output: z.object({ artists: z.array(SavedArtist) }),
    refuses: [],
  }),
  saveArtist: defineEndpoint({
    method: 'PUT',
    path: '/v1/saved-artists/{profileId}',
    access: 'member',
    summary: 'Saves an artist.',
    input: z.object({ profileId }),
    output: z.object({ saved: z.literal(true) }),
    refuses: ['not_found'],
  }),
  removeSavedArtist: defineEndpoint({
    method: 'DELETE',
    path: '/v1/saved-artists/{profileId}',
    access: 'member',
    summary: 'Removes an artist from the saved ones.',
    input: z.object({ profileId }),
    output: z.object({ saved: z.literal(false) }),
    refuses: ['not_found'],
  }),
  calendarAddress: defineEndpoint({
    method: 'POST',
    path: '/v1/calendar-address',
    access: 'member',
    summary: "Returns the secret address of the caller's calendar feed. `anew` replaces it and revokes the old one.",
    notActing: true,
    input: z.object({ side: z.enum(['customer', 'provider']), anew: z.boolean().default(false) }),
    output: z.object({ address: z.string() }),
    refuses: ['not_found', 'not_allowed_acting'],
  }),
}
