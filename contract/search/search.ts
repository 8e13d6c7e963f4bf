import { z } from 'zod'
import { FormSettings } from '#contract/catalog/catalog.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Location } from '#contract/places/location.ts'
import { LookInMind, LookToBegin } from './look-in-mind.ts'
import { CountryCode, Currency, EventDate, Instant, oneLineSchema, TimeOfDay, patternSchema } from '#contract/values.ts'
import { Email } from '#contract/accounts/email.ts'

export const SearchId = patternSchema(24, /^[A-Za-z0-9_-]{10,24}$/)
export const Look = z.object({
  count: z.number().int().min(1).max(500),
  services: z.array(z.string().max(60)).min(1).max(500),
})
export type Look = z.infer<typeof Look>

const tracking = z.string().max(200)
// An unknown partner is ignored: it is no reason to refuse a search.
const PartnerName = z.string().max(60).nullish()

export const SearchLanguage = z.enum(['en', 'fr'])
export type SearchLanguage = z.infer<typeof SearchLanguage>

/** Input of 'Search'. `services` repeats an id for each person. */
export const SearchInput = z.object({
  storeSlug: z.string().max(60).optional(),
  categorySlug: z.string().max(60),
  location: Location,
  eventDate: EventDate,
  finishTime: TimeOfDay.nullish().transform((time) => time || undefined),
  services: z.array(z.string().max(60)).min(1, 'Choose at least one service.').max(500),
  people: z.array(Look).max(100).optional(),
  gclid: tracking.nullish(),
  experimentId: tracking.nullish(),
  heapId: tracking.nullish(),
  landingPage: z.string().max(500).nullish(),
  previousSearch: SearchId.nullish(),
  /** The partner of the referral link. A search with a partner's API key is always that partner's. */
  partner: PartnerName,
  /** The language of the quotes and of emails about them; that of the edited search if missing. */
  language: SearchLanguage.optional(),
  /** Fields missing in an edit are copied from the edited search. */
  look: LookToBegin.optional(),
})
export type SearchInput = z.infer<typeof SearchInput>

export const Requester = z.object({
  name: oneLineSchema(120),
  email: Email,
  event: oneLineSchema(120, 'Event is required'),
  mobile: z.string().trim().min(1, 'Mobile is required').max(40),
  startTime: TimeOfDay.nullish(),
  finishTime: TimeOfDay.nullish(),
  timeConstraint: z.enum(['start', 'finish']).default('finish'),
})
export type Requester = z.infer<typeof Requester>

export const SavedSearch = z.object({
  id: SearchId,
  location: z.object({
    coordinates: z.tuple([z.number(), z.number()]),
    addressFull: Location.shape.address,
    label: z.string(),
  }),
  appointmentSpot: z.object({
    eventDate: EventDate,
    finishTime: TimeOfDay.nullable(),
    startTime: TimeOfDay.nullable(),
    timeConstraint: z.enum(['start', 'finish']),
    timeZone: z.string(),
    readyBy: Instant.nullable(),
  }),
  services: z.array(z.object({ _id: z.string() })),
  people: z.array(Look),
  category: z.object({ slug: z.string(), label: z.string() }),
  countryCode: CountryCode,
  language: SearchLanguage,
  currency: Currency,
  experimentId: z.string().nullable(),
  landingPage: z.string().nullable(),
  heapId: z.string().nullable(),
  gclid: z.string().nullable(),
  mine: z.boolean(),
  look: LookInMind.optional(),
  /** Some services are often booked for people under 18: booking needs the consent of a parent or guardian. */
  forMinors: z.literal(true).optional(),
})
export type SavedSearch = z.infer<typeof SavedSearch>

export const search = {
  create: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/',
    access: 'visitor',
    scope: 'search:read',
    keyInAct: true,
    tellsNobody: true,
    costly: true,
    summary: 'Creates a search and returns its id.',
    input: SearchInput,
    output: z.object({ search: SavedSearch }),
    refuses: [
      'unknown_store',
      'unknown_category',
      'unknown_service',
      'trial_alone',
      'service_of_other_category',
      'location_out_of_range',
      'country_not_served',
      'country_mismatch',
      'place_too_remote',
      'date_past',
      'date_too_far',
      'time_past',
      'time_skipped',
      'people_mismatch',
      'too_many_people',
      'too_many_services',
      'service_twice',
      'unknown_previous_search',
      'rate_limited',
    ],
    limit: 60,
  }),
  formSettings: defineEndpoint({
    method: 'GET',
    path: '/v1/quotes/formSettings',
    access: 'public',
    scope: 'catalog:read',
    summary: 'Lists the available services by store and category.',
    input: z.object({
      storeSlug: z.string().max(60).optional(),
      categorySlug: z.string().max(60).default('makeup-hair-styling'),
      language: SearchLanguage.default('en'),
    }),
    output: z.object({ formSettings: FormSettings, search: z.null() }),
    refuses: ['unknown_store', 'unknown_category'],
  }),
  mostBooked: defineEndpoint({
    method: 'GET',
    path: '/v1/quotes/mostBooked',
    access: 'public',
    scope: 'catalog:read',
    summary:
      'Lists the services of a category in a country, most booked first, each with its lowest price. Computed hourly.',
    cacheSeconds: 600,
    input: z.object({ categorySlug: z.string().max(60).default('makeup-hair-styling'), country: CountryCode }),
    output: z.object({
      currency: Currency,
      services: z.array(z.object({ id: z.string(), minPrice: z.number().int() })),
    }),
    refuses: ['unknown_category'],
  }),
  formSettingsOfSearch: defineEndpoint({
    method: 'GET',
    path: '/v1/quotes/formSettings/{searchId}',
    access: 'visitor',
    summary: 'Lists the available services together with a saved search to edit.',
    input: z.object({ searchId: SearchId }),
    output: z.object({ formSettings: FormSettings, search: SavedSearch }),
    refuses: ['not_found'],
  }),
}
