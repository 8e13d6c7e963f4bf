import { z } from 'zod'
import { LaterDeposit } from '#contract/payments/later-deposit.ts'
import { limits } from '#contract/constants.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { TaxIncluded } from '#contract/payments/tax.ts'
import { sharedProfileFields } from '#contract/providers/provider-profile.ts'
import { FilterBy, SortBy } from './filter-by.ts'
import { CustomerLook } from './look-in-mind.ts'
import { Requester, SavedSearch, SearchId } from './search.ts'
import {
  Currency,
  Distance,
  EventDate,
  Instant,
  Mode,
  Picture,
  TimeOfDay,
  patternSchema,
  queryFlag,
} from '#contract/values.ts'

export const CardStatus = z.enum([
  'inDemand',
  'unavailable',
  'covidTrained',
  'requested',
  'offered',
  'booked',
  'cancelled',
])
export type CardStatus = z.infer<typeof CardStatus>
/** Why a candidate fits, or the first reason why not. */
export const Fit = z.enum(['fits', 'booked', 'tooFar', 'otherHours', 'tooManyPeople', 'shortNotice'])
export type Fit = z.infer<typeof Fit>

/** The main times of a plan: arrival (at a studio, the customer's), start of the first block, end of the last. */
export const PlanTimes = z.object({ arriveAt: Instant, startAt: Instant, doneAt: Instant })
export type PlanTimes = z.infer<typeof PlanTimes>
const PlanBlock = z.object({
  artist: z.string(),
  artistIndex: z.number().int(),
  person: z.number().int(),
  serviceId: z.string(),
  label: z.string(),
  from: Instant,
  to: Instant,
})
export const Plan = PlanTimes.extend({
  readyBy: Instant.nullable(),
  spareMinutes: z.number(),
  setupMinutes: z.number(),
  timeZone: z.string(),
  clocksChange: z.boolean(),
  early: z.boolean(),
  artists: z.array(z.string()),
  blocks: z.array(PlanBlock),
})
export type Plan = z.infer<typeof Plan>

export const PriceLine = z.object({
  kind: z.enum([
    'look',
    'addOn',
    'package',
    'travel',
    'topUp',
    'early',
    'fee',
    'trial',
    'trialOff',
    'kept',
    'promo',
    'adjusted',
  ]),
  label: z.string(),
  count: z.number().int().min(1),
  /** Price per unit in major units; the line is count × unit. */
  unit: z.number(),
  amount: z.number(),
  parts: z.array(z.object({ serviceId: z.string(), label: z.string(), unit: z.number() })),
  /** First and last person of this look, from 1; null on other lines. */
  people: z.tuple([z.number(), z.number()]).nullable(),
  minutes: z.number().nullable(),
})
export type PriceLine = z.infer<typeof PriceLine>

export const Card = z.object({
  ...sharedProfileFields,
  coverImg: Picture,
  pictures: z.array(Picture),
  profileImg: Picture,
  totalReviews: z.number(),
  price: z.number().nullable(),
  deposit: z.number().nullable(),
  status: CardStatus.nullable(),
  reason: Fit,
  instant: z.boolean(),
  vaccinated: z.boolean(),
  covidTrained: z.boolean(),
  inDemand: z.boolean(),
  isNew: z.boolean(),
  verified: z.boolean(),
  /** A point within the privacy circle around the rounded position. */
  location: z.object({ mobileOrStudio: Mode, area: z.string(), coordinates: z.tuple([z.number(), z.number()]) }),
  distance: Distance,
  plan: PlanTimes.nullable(),
  /** Artists who come to this party. */
  artists: z.number().int(),
  answerMinutes: z.number().nullable(),
  skills: z.array(z.string()),
  until: z.string().nullable().optional(),
  position: z.number().int().optional(),
  /** The factors with the most weight in the position, strongest first; at most two. */
  why: z.array(z.object({ factor: z.string(), value: z.number().nullable() })),
  /** Similarity to the look of the search; only for its owner, undefined without any. */
  look: CustomerLook.optional(),
})
export type Card = z.infer<typeof Card>

const Count = z.number().int().min(0)
export const ReasonCounts = z.object({
  fits: Count,
  booked: Count,
  tooFar: Count,
  otherHours: Count,
  tooManyPeople: Count,
  shortNotice: Count,
})
export type ReasonCounts = z.infer<typeof ReasonCounts>
const Counts = z.object({
  mobile: ReasonCounts,
  studio: ReasonCounts,
  /** Mobile and studio together: each artist is counted once, by the better of the two results. */
  people: ReasonCounts,
  candidates: Count,
  /** Artists who travel to the place or have a studio. `people.booked` of them are booked. */
  reach: Count,
  /** `mobile` and `studio` after the filters: what the lists show. */
  shown: z.object({ mobile: ReasonCounts, studio: ReasonCounts }),
})

export const OfferRecord = z.object({
  offer: z.object({
    status: CardStatus,
    location: z.object({ mobileOrStudio: Mode }),
    price: z.number(),
    deposit: z.number(),
    currency: Currency,
  }),
  customer: Requester.nullable(),
  provider: Card,
  search: SearchId,
})
export type OfferRecord = z.infer<typeof OfferRecord>

const split = <T extends z.ZodType>(item: T) => z.object({ mobile: z.array(item), studio: z.array(item) })

export const Rescue = z.object({
  counts: ReasonCounts,
  /** If no artist fits: the nearest artists outside their travel radius, who can still get a request. */
  mightTravel: z.array(Card),
  options: z.array(
    z.object({
      kind: z.enum(['time', 'date', 'area', 'studio', 'mobile', 'split', 'service']),
      count: z.number().int(),
      /** Portraits of up to three of these artists. */
      faces: z.array(Picture).optional(),
      distance: Distance.optional(),
      change: z.object({
        eventDate: EventDate.optional(),
        finishTime: TimeOfDay.optional(),
        place: z.object({ name: z.string(), coordinates: z.tuple([z.number(), z.number()]) }).optional(),
        type: Mode.optional(),
        split: z.tuple([z.number(), z.number()]).optional(),
        service: z.string().optional(),
      }),
    }),
  ),
})
export type Rescue = z.infer<typeof Rescue>

export const QuotesPage = z.object({
  quote: z.object({ id: SearchId, computedAt: Instant }),
  search: SavedSearch,
  offers: split(OfferRecord),
  profiles: split(Card),
  bookedOffer: OfferRecord.nullable(),
  bookedOutPercentage: z.number(),
  offersCount: z.number().int(),
  counts: Counts,
  filterBy: z.string(),
  sortBy: SortBy,
  /**
   * Skills of the artists in the list of `type`, or of all artists without a type. The count is the number of available
   * artists that the list shows if this skill is added to its filters.
   */
  skills: z.array(z.object({ id: z.string(), label: z.string(), count: z.number() })),
  /** Lowest and highest total price in the list of `type`, or in both without a type, before filters. */
  priceRange: z.tuple([z.number(), z.number()]).nullable(),
  /** Whether two or three artists together can have the party ready. */
  hasTeams: z.boolean(),
  rescue: Rescue.nullable(),
  details: Requester.nullable(),
  nextCursor: z.object({ mobile: z.string().nullable(), studio: z.string().nullable() }),
})
export type QuotesPage = z.infer<typeof QuotesPage>

export const PolicyTerms = z.object({
  kind: z.enum(['flexible', 'fair', 'strict']),
  /**
   * Refund shares of the deposit, each until its instant. A null instant means from then on. Without a start time, all
   * instants are null.
   */
  steps: z.array(z.object({ share: z.number(), until: Instant.nullable(), hoursBefore: z.number().nullable() })),
  coolingHours: z.number(),
})
export type PolicyTerms = z.infer<typeof PolicyTerms>

/** A chosen add-on: the person (position from 1), the service and the add-on. */
export const ChosenAddOn = z.object({
  person: z.number().int().min(1).max(limits.people),
  serviceId: z.string().max(60),
  id: z.uuid(),
})
export type ChosenAddOn = z.infer<typeof ChosenAddOn>

export const OfferedAddOn = z.object({
  id: z.uuid(),
  serviceId: z.string(),
  title: z.string(),
  words: z.string(),
  price: z.number(),
  minutes: z.number().int(),
})
export type OfferedAddOn = z.infer<typeof OfferedAddOn>

export const LockedQuote = z.object({
  id: z.uuid(),
  hash: z.string(),
  version: z.number(),
  mode: Mode,
  lines: z.array(PriceLine),
  total: z.number(),
  fee: z.number(),
  deposit: z.number(),
  balance: z.number(),
  /** The part of the deposit that is charged 60 days before the start; undefined if the whole deposit is due now. */
  laterDeposit: LaterDeposit.optional(),
  currency: Currency,
  tax: TaxIncluded.nullable(),
  /** Reason of the artist's lower price. Null if the price is not reduced, undefined in older stored versions. */
  lower: z.object({ kind: z.enum(['off_peak', 'last_minute']), percent: z.number().int() }).nullish(),
  addOns: z.array(ChosenAddOn),
  /** Titles of chosen add-ons that no longer fit or are no longer offered. */
  addOnsGone: z.array(z.string()).optional(),
  plan: Plan.nullable(),
  policy: PolicyTerms,
  expiresAt: Instant,
})
export type LockedQuote = z.infer<typeof LockedQuote>

/** True if the address must first be confirmed by mail. */
const confirm = z.boolean()
const ofQuote = z.object({ quoteId: SearchId })
const page = ofQuote.extend({
  type: Mode.optional(),
  /** An unknown order falls back to 'recommended'. */
  sortBy: SortBy.default('recommended').catch('recommended'),
  filterBy: FilterBy.default('all'),
  cursor: z.string().max(200).optional(),
  rescue: queryFlag.optional(),
})

export const quotes = {
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/quotes/{quoteId}',
    access: 'visitor',
    scope: 'search:read',
    costly: true,
    summary:
      'Lists the quotes of a search as cards with price, plan and status, and exact counts. 24 per page and type.',
    input: page,
    output: QuotesPage,
    refuses: ['not_found', 'invalid_input'],
  }),
  days: defineEndpoint({
    method: 'GET',
    path: '/v1/quotes/{quoteId}/days',
    access: 'visitor',
    scope: 'search:read',
    costly: true,
    summary:
      'Returns the number of matches and the lowest total price on each of the seven days around the search. Omits days that cannot be requested.',
    input: z.object({ quoteId: SearchId }),
    output: z.object({
      days: z.array(z.object({ eventDate: EventDate, fits: z.number().int(), from: z.number().nullable() })),
    }),
    refuses: ['not_found', 'rate_limited'],
    limit: 120,
  }),
  saveDetails: defineEndpoint({
    method: 'PATCH',
    path: '/v1/quotes/{quoteId}',
    access: 'visitor',
    summary: "Saves the customer's details with the search.",
    input: Requester.extend({ quoteId: SearchId }),
    output: z.object({ search: SavedSearch, details: Requester }),
    refuses: ['not_found', 'not_yours', 'time_past', 'time_skipped', 'time_asked', 'contact_early'],
    limit: 60,
  }),
  changeTime: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/time',
    access: 'visitor',
    summary: 'Changes the ready-by time on the same day.',
    input: z.object({ quoteId: SearchId, finishTime: TimeOfDay }),
    output: z.object({ search: SavedSearch }),
    refuses: ['not_found', 'not_yours', 'time_past', 'time_skipped', 'time_asked'],
    limit: 60,
  }),
  provider: defineEndpoint({
    method: 'GET',
    path: '/v1/quotes/{quoteId}/@/{profileId}',
    writes: true,
    access: 'visitor',
    scope: 'search:read',
    costly: true,
    summary:
      "Returns one provider's quote and locks its price for 72 hours. With a partner's key, only on a search that the partner made and no customer has opened.",
    input: ofQuote.extend({ profileId: z.string().max(120), type: Mode.optional() }),
    output: z.object({
      card: Card,
      locked: LockedQuote.nullable(),
      search: SavedSearch,
      details: Requester.nullable(),
      why: z.string().nullable(),
      addOns: z.array(OfferedAddOn).nullable(),
    }),
    refuses: ['not_found'],
  }),
  compare: defineEndpoint({
    method: 'GET',
    path: '/v1/quotes/{quoteId}/compare',
    access: 'visitor',
    scope: 'search:read',
    costly: true,
    summary: 'Compares two to four providers of a search.',
    input: ofQuote.extend({ profiles: z.string().max(500), type: Mode.optional() }),
    output: z.object({
      search: SavedSearch,
      providers: z.array(
        z.object({
          card: Card,
          total: z.number().nullable(),
          deposit: z.number().nullable(),
          plan: PlanTimes.nullable(),
          artists: z.array(z.string()),
          skills: z.array(z.string()),
          shades: z.array(z.number().int()),
          cancelFreeUntil: Instant.nullable(),
          policy: z.enum(['flexible', 'fair', 'strict']),
          reviewsSay: z.string().nullable(),
        }),
      ),
    }),
    refuses: ['not_found', 'compare_two_to_four'],
  }),
  alert: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/alert',
    access: 'visitor',
    stops: 'searches_by_mail',
    summary: 'Notifies an address when a time becomes free. `on: false` turns the alert off.',
    input: ofQuote.extend({ email: Requester.shape.email, on: z.boolean().default(true) }),
    output: z.object({ on: z.boolean(), confirm }),
    refuses: ['not_found', 'not_yours', 'date_past'],
    limit: 20,
  }),
  endAlert: defineEndpoint({
    method: 'POST',
    path: '/v1/alerts/{key}/off',
    access: 'public',
    summary: 'Turns an alert off by the key in its email.',
    input: z.object({ key: patternSchema(32, /^[0-9a-f]{32}$/) }),
    output: z.object({ on: z.literal(false) }),
    refuses: ['not_found', 'rate_limited'],
    limit: 30,
  }),
  resume: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/come-back',
    access: 'visitor',
    summary:
      "Gives this browser's cookie access to a search of the signed-in customer, or to one that a partner's program made for them.",
    input: ofQuote,
    output: z.object({ mine: z.literal(true) }),
    refuses: ['not_signed_in', 'session_ended', 'not_found', 'not_yours', 'not_allowed_acting'],
    limit: 60,
    notActing: true,
  }),
  sendMe: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/send-me',
    access: 'visitor',
    stops: 'searches_by_mail',
    summary: "Sends an email with a link that opens these quotes on another device. Only the search's owner.",
    input: ofQuote.extend({ email: Requester.shape.email }),
    output: z.object({ sent: z.literal(true), confirm }),
    refuses: ['not_found', 'not_yours', 'cross_origin', 'rate_limited'],
    limit: 5,
  }),
}
