import { z } from 'zod'
import { Code, LinkToken, linkRefuses, OpenedLink, SignedInByMail } from '#contract/accounts/accounts.ts'
import { Email } from '#contract/accounts/email.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Clash, EarningLine } from './received-parts.ts'
import { offerStates } from './lifecycle-offer.ts'
import { requestStates } from './lifecycle-request.ts'
import { LookView } from '#contract/search/look-in-mind.ts'
import { Plan, PlanTimes } from '#contract/search/quotes.ts'
import { FileUrl } from '#contract/pictures/uploads.ts'
import { Look, SearchId } from '#contract/search/search.ts'
import {
  AmountUpTo,
  CountryCode,
  Currency,
  CustomerScore,
  Distance,
  EventDate,
  Instant,
  Mode,
  Picture,
  TimeOfDay,
} from '#contract/values.ts'

const RequestState = z.enum(requestStates)
const OfferState = z.enum(offerStates)
const OfferKind = z.enum(['asPriced', 'changed', 'otherTime'])

const OwnOffer = z.object({
  id: z.uuid(),
  version: z.number().int(),
  state: OfferState,
  kind: OfferKind,
  reason: z.string(),
  note: z.string(),
  endsAt: Instant,
  madeAt: Instant,
  quoteId: z.uuid(),
  total: z.number(),
  deposit: z.number(),
  currency: Currency,
  plan: PlanTimes.nullable(),
})
export const CustomerRequest = z.object({
  id: z.uuid(),
  state: RequestState,
  open: z.boolean(),
  version: z.number().int(),
  mode: Mode,
  searchId: SearchId,
  provider: z.object({ id: z.uuid(), slug: z.string(), name: z.string(), profileImg: Picture }),
  askedAt: Instant,
  endsAt: Instant,
  note: z.string(),
  total: z.number(),
  currency: Currency,
  offer: OwnOffer.nullable(),
})
export type CustomerRequest = z.infer<typeof CustomerRequest>

/** Current requests of a search, and requests that were sent before the search was edited. */
export const CustomerRequests = z.object({
  requests: z.array(CustomerRequest),
  earlier: z.array(CustomerRequest),
  /** The address that received the link that sends the requests; null if it was confirmed. */
  confirm: z.object({ email: z.string() }).nullable(),
  said: z.object({ words: z.string(), pictures: z.array(z.string()) }).nullable(),
})
export type CustomerRequests = z.infer<typeof CustomerRequests>

export const ReceivedRequest = z.object({
  id: z.uuid(),
  state: RequestState,
  open: z.boolean(),
  version: z.number().int(),
  mode: Mode,
  firstName: z.string(),
  event: z.string(),
  people: z.number().int(),
  eventDate: EventDate,
  finishTime: TimeOfDay.nullable(),
  startTime: TimeOfDay.nullable(),
  timeConstraint: z.enum(['start', 'finish']),
  timeZone: z.string(),
  area: z.string(),
  distance: Distance,
  askedAt: Instant,
  endsAt: Instant,
  half: z.boolean(),
  earnings: z.number(),
  total: z.number(),
  currency: Currency,
  countryCode: CountryCode,
  /** When the artist would arrive and finish; null if the request has no time. */
  planned: PlanTimes.nullable(),
  /** Reason why the artist cannot do an open request at its time; null if it fits or has no time. */
  clash: Clash.nullable(),
  offer: z.object({ version: z.number().int(), state: OfferState, madeAt: Instant, endsAt: Instant }).nullable(),
})
export type ReceivedRequest = z.infer<typeof ReceivedRequest>

const MyOffer = z.object({
  id: z.uuid(),
  version: z.number().int(),
  state: OfferState,
  kind: OfferKind,
  reason: z.string(),
  note: z.string(),
  madeAt: Instant,
  endsAt: Instant,
  earnings: z.number(),
  total: z.number(),
  plan: PlanTimes.nullable(),
})
export const ReceivedRequestInFull = ReceivedRequest.extend({
  looks: z.array(Look.extend({ labels: z.array(z.string()) })),
  inMind: LookView,
  lines: z.array(EarningLine),
  percent: z.number().int(),
  plan: Plan.nullable(),
  offers: z.array(MyOffer),
  customerScore: CustomerScore,
  payoutReady: z.boolean(),
  words: z.string(),
  pictures: z.array(Picture),
  note: z.string(),
  reason: z.string(),
})
export type ReceivedRequestInFull = z.infer<typeof ReceivedRequestInFull>

const declineReasons = ['notFree', 'tooFar', 'notMyWork', 'tooMany', 'other'] as const

const ofQuote = z.object({ quoteId: SearchId })
const ofRequest = z.object({ requestId: z.uuid() })
const note = z.string().trim().max(1000).default('')
const keyed = { key: true, notActing: true } as const
const customers = [
  'not_found',
  'not_yours',
  'cross_origin',
  'not_allowed_acting',
  'idempotency_key_missing',
  'idempotency_mismatch',
  'request_running',
  'rate_limited',
  'challenge_required',
] as const
const provider = [
  'not_found',
  'not_allowed_acting',
  'idempotency_key_missing',
  'idempotency_mismatch',
  'request_running',
  'state_changed',
] as const
const Confirmed = SignedInByMail.extend({
  path: z.string(),
  sent: z.number().int(),
  endsAt: Instant.nullable(),
  timeZone: z.string(),
  countryCode: CountryCode,
})
const signsIn = { limit: 10, secret: true, claims: true } as const

export const requests = {
  send: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/requests',
    access: 'visitor',
    stops: 'bookings',
    summary:
      'Sends requests to artists, up to five for one event at a time. Without a verified address, requests wait until the emailed link is opened.',
    input: ofQuote.extend({ profiles: z.array(z.string().min(1).max(120)).min(1).max(50), type: Mode.optional() }),
    output: CustomerRequests,
    refuses: [
      ...customers,
      'details_missing',
      'too_many_asked',
      'already_requested',
      'too_late_to_request',
      'request_not_possible',
      'own_profile',
      'date_past',
      'suspended',
    ],
    limit: 20,
    ...keyed,
  }),
  listBySearch: defineEndpoint({
    method: 'GET',
    path: '/v1/quotes/{quoteId}/requests',
    access: 'visitor',
    summary: "Lists the caller's requests for this search, and for the search that it replaced.",
    input: ofQuote,
    output: CustomerRequests,
    refuses: ['not_found', 'not_yours'],
  }),
  updateMessage: defineEndpoint({
    method: 'PUT',
    path: '/v1/quotes/{quoteId}/requests/words',
    access: 'visitor',
    summary:
      "Sets the customer's message with the requests for an event, with up to five uploaded pictures. Every requested artist can read it.",
    input: ofQuote.extend({
      words: z.string().trim().max(1000).default(''),
      pictures: z.array(FileUrl).max(5).default([]),
    }),
    output: CustomerRequests,
    refuses: [...customers, 'state_changed'],
    limit: 30,
    ...keyed,
  }),
  resendToAll: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/requests/again',
    access: 'visitor',
    stops: 'bookings',
    summary: 'Sends the requests of the previous version of a search again, with the change.',
    input: ofQuote,
    output: CustomerRequests,
    refuses: [
      ...customers,
      'details_missing',
      'too_late_to_request',
      'request_not_possible',
      'own_profile',
      'date_past',
      'suspended',
    ],
    limit: 10,
    ...keyed,
  }),
  sendLink: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/requests/send-link',
    access: 'visitor',
    summary: 'Sends the email with the confirmation link of the requests again.',
    input: ofQuote,
    output: z.object({ sent: z.literal(true) }),
    refuses: [...customers],
    limit: 5,
    ...keyed,
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/v1/requests/confirm',
    access: 'public',
    summary: 'Confirms requests with the link from the email, and signs in.',
    input: OpenedLink,
    output: Confirmed,
    refuses: [...linkRefuses, 'suspended', 'cross_origin', 'challenge_required', 'rate_limited'],
    ...signsIn,
  }),
  confirmCode: defineEndpoint({
    method: 'POST',
    path: '/v1/requests/confirm-code',
    access: 'public',
    summary: 'Confirms requests with the six-digit code from the email, and signs in.',
    input: z.object({ email: Email, code: Code }),
    output: Confirmed,
    refuses: ['code_wrong', 'link_expired', 'suspended', 'cross_origin', 'challenge_required', 'rate_limited'],
    ...signsIn,
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/v1/requests/resend',
    access: 'public',
    summary: 'Sends a new link to the address of an expired link.',
    input: z.object({ token: LinkToken }),
    output: z.object({ sent: z.literal(true) }),
    refuses: ['link_expired', 'challenge_required', 'rate_limited'],
    limit: 5,
  }),
  withdraw: defineEndpoint({
    method: 'POST',
    path: '/v1/requests/{requestId}/withdraw',
    access: 'visitor',
    summary: 'Withdraws a request. An open offer is declined.',
    input: ofRequest,
    output: CustomerRequests,
    refuses: [...customers, 'state_changed'],
    limit: 60,
    ...keyed,
  }),
  declineOffer: defineEndpoint({
    method: 'POST',
    path: '/v1/requests/{requestId}/decline-offer',
    access: 'visitor',
    summary: 'Declines the open offer of a request.',
    input: ofRequest,
    output: CustomerRequests,
    refuses: [...customers, 'state_changed'],
    limit: 60,
    ...keyed,
  }),

  mine: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/requests',
    access: 'provider',
    scope: 'requests:read',
    summary:
      'Lists the requests to the caller: waiting ones first, then those with an offer, then those that ended recently.',
    input: z.object({}),
    output: z.object({
      requests: z.array(ReceivedRequest),
      toAnswer: z.number().int(),
      offered: z.number().int(),
      /** The caller's median response time in minutes, and how many of ten artists nearby are slower. */
      replies: z.object({ minutes: z.number().nullable(), fasterThan: z.number().int().min(0).max(10).nullable() }),
    }),
    refuses: ['not_found'],
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/requests/{requestId}',
    access: 'provider',
    scope: 'requests:read',
    summary: 'Returns a request with the party, the plan, the price lines and the offers.',
    input: ofRequest,
    output: ReceivedRequestInFull,
    refuses: ['not_found'],
  }),
  offer: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/requests/{requestId}/offer',
    access: 'provider',
    summary:
      'Makes an offer at the quoted price, with changed lines and a reason, or for another time. A new offer replaces the previous one.',
    input: ofRequest.extend({
      lines: z
        .array(z.object({ index: z.number().int().min(0).max(70), earn: AmountUpTo(100_000) }))
        .max(70)
        .optional(),
      reason: z.string().trim().max(500).default(''),
      finishTime: TimeOfDay.optional(),
      startTime: TimeOfDay.optional(),
      note,
      preview: z.boolean().default(false),
    }),
    output: z.object({
      request: ReceivedRequestInFull,
      preview: z
        .object({
          lines: z.array(EarningLine),
          earnings: z.number(),
          total: z.number(),
          deposit: z.number(),
          plan: Plan.nullable(),
        })
        .nullable(),
    }),
    refuses: [
      'payout_missing',
      ...provider,
      'reason_missing',
      'time_needed',
      'time_past',
      'time_skipped',
      'part_of_team',
      'slot_taken',
      'customer_paying',
      'invalid_input',
      'contact_details',
      'price_missing',
      'suspended',
    ],
    ...keyed,
  }),
  withdrawOffer: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/requests/{requestId}/offer/withdraw',
    access: 'provider',
    summary: 'Withdraws the open offer.',
    input: ofRequest.extend({ note }),
    output: ReceivedRequestInFull,
    refuses: [...provider, 'contact_details', 'customer_paying'],
    ...keyed,
  }),
  decline: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/requests/{requestId}/decline',
    access: 'provider',
    summary: 'Declines a request. `bookedOut` also blocks the whole day.',
    input: ofRequest.extend({ reason: z.enum(declineReasons).optional(), note, bookedOut: z.boolean().default(false) }),
    output: ReceivedRequestInFull,
    refuses: [...provider, 'contact_details'],
    ...keyed,
  }),
}
