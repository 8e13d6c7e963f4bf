import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { StorySubject } from './hub.ts'
import {
  CountryCode,
  Cursor,
  Instant,
  Int4Param,
  NextCursor,
  patternSchema,
  Reason,
  SearchText,
  sortSchema,
  trimmedTextSchema,
} from '#contract/values.ts'
import { leastHoldDays, mostHoldDays } from '#contract/payments/later-deposit.ts'
import { serviceSequences } from '#contract/search/service-sequences.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

const ServiceSequence = z.number().int().min(0).max(serviceSequences)

export const OperatorService = z.object({
  id: z.string(),
  label: z.string(),
  phrase: z.string(),
  typeId: z.string(),
  categoryId: z.number().int(),
  minutes: z.number().int(),
  setupMinutes: z.number().int(),
  sequence: ServiceSequence,
  /** Booked as its own appointment, never with other services. */
  trial: z.boolean(),
  /** Often booked for people under 18: a booking needs the consent of a parent or guardian. */
  forMinors: z.boolean(),
  markets: z.array(CountryCode),
  retired: z.boolean(),
  providers: z.number().int(),
})
export type OperatorService = z.infer<typeof OperatorService>

const ServiceWords = z.object({
  label: trimmedTextSchema(2, 60),
  phrase: trimmedTextSchema(2, 60),
  minutes: z.number().int().min(5).max(600),
  setupMinutes: z.number().int().min(0).max(120),
  sequence: ServiceSequence,
  trial: z.boolean().default(false),
  forMinors: z.boolean().default(false),
  markets: z.array(CountryCode).min(1).max(4),
  retired: z.boolean().default(false),
})

export const OperatorReview = z.object({
  id: z.string(),
  provider: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
  author: z.string(),
  score: z.number().int(),
  event: z.string(),
  comments: z.string(),
  reply: z.string().nullable(),
  createdAt: Instant,
  hiddenAt: Instant.nullable(),
  hiddenReason: z.string().nullable(),
  sample: z.boolean(),
})
export type OperatorReview = z.infer<typeof OperatorReview>

export const operatorMarket = {
  catalogue: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/catalogue',
    access: 'operator',
    duties: ['content', 'money'],
    summary: 'Lists categories with their fees and services, and the settings of each market.',
    input: z.object({}),
    output: z.object({
      categories: z.array(
        z.object({
          id: z.number().int(),
          slug: z.string(),
          label: z.string(),
          feePercent: z.number().int(),
          types: z.array(z.object({ id: z.string(), label: z.string() })),
        }),
      ),
      services: z.array(OperatorService),
      markets: z.array(
        z.object({
          countryCode: CountryCode,
          name: z.string(),
          currency: z.string(),
          distanceUnit: z.enum(['mi', 'km']),
          covidTrained: z.boolean(),
          vaccinated: z.boolean(),
          providers: z.number().int(),
          /** The platform's tax number in the market; empty if not registered. */
          taxNumber: z.string(),
          /** The platform's address on invoices of the market. */
          businessAddress: z.string(),
          /** Days that a deposit may be held; null: the limit of the payment provider, which may be none. */
          depositHoldDays: z.number().int().nullable(),
          providerHoldDays: z.number().int().nullable(),
        }),
      ),
    }),
    refuses: operators,
  }),
  feePreview: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/catalogue/fees/{categoryId}/preview',
    access: 'operator',
    duties: ['money'],
    summary: 'Previews the effect of another fee on customer prices.',
    input: z.object({ categoryId: Int4Param, percent: z.coerce.number().int().min(0).max(50) }),
    output: z.object({
      from: z.number().int(),
      to: z.number().int(),
      prices: z.number().int(),
      changed: z.number().int(),
      examples: z.array(
        z.object({
          service: z.string(),
          currency: z.string(),
          cost: z.number(),
          before: z.number(),
          after: z.number(),
          percentBefore: z.number().int(),
          percentAfter: z.number().int(),
        }),
      ),
    }),
    refuses: [...operators, 'unknown_category'],
  }),
  changeFee: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/catalogue/fees/{categoryId}',
    access: 'operator',
    duties: ['money'],
    stepUp: true,
    summary: 'Changes the fee of a category for new quotes. Existing quotes keep their fee.',
    input: z.object({ categoryId: Int4Param, percent: z.number().int().min(0).max(50), reason: Reason }),
    output: z.object({ percent: z.number().int() }),
    refuses: [...operators, 'unknown_category', 'not_allowed_acting'],
    notActing: true,
  }),
  changeService: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/catalogue/services/{serviceId}',
    access: 'operator',
    duties: ['content'],
    summary: 'Updates the text, duration or markets of a service, or stops offering it.',
    input: ServiceWords.extend({ serviceId: z.string().max(60), reason: Reason }),
    output: z.object({ service: OperatorService }),
    refuses: [...operators, 'unknown_service', 'not_allowed_acting'],
    notActing: true,
  }),
  addService: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/catalogue/services',
    access: 'operator',
    duties: ['content'],
    summary: 'Adds a service to a type.',
    input: ServiceWords.extend({
      id: patternSchema(60, /^[a-z0-9]+(-[a-z0-9]+)*$/),
      typeId: z.string().max(60),
      reason: Reason,
    }),
    output: z.object({ service: OperatorService }),
    refuses: [...operators, 'service_exists', 'not_found', 'catalogue_full', 'not_allowed_acting'],
    notActing: true,
  }),
  changeMarket: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/markets/{countryCode}',
    access: 'operator',
    duties: ['content'],
    summary: 'Shows or hides health statements on the cards of a market.',
    input: z.object({ countryCode: CountryCode, covidTrained: z.boolean(), vaccinated: z.boolean(), reason: Reason }),
    output: z.object({ covidTrained: z.boolean(), vaccinated: z.boolean() }),
    refuses: [...operators, 'not_allowed_acting'],
    notActing: true,
  }),
  setDepositHold: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/markets/{countryCode}/deposit-hold',
    access: 'operator',
    duties: ['money'],
    summary:
      "Sets for how many days a deposit may be held in a market. For events further ahead, only the platform's fee is charged at booking, and the rest of the deposit 60 days before.",
    input: z.object({
      countryCode: CountryCode,
      days: z.number().int().min(leastHoldDays).max(mostHoldDays).nullable(),
      reason: Reason,
    }),
    output: z.object({ days: z.number().int().nullable() }),
    refuses: [...operators, 'not_allowed_acting'],
    notActing: true,
  }),
  setTaxNumber: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/markets/{countryCode}/tax-number',
    access: 'operator',
    duties: ['money'],
    stepUp: true,
    summary:
      "Sets the platform's address and its VAT or GST number in a market. An empty number means not registered; a number requires an address.",
    input: z.object({
      countryCode: CountryCode,
      taxNumber: z.string().trim().max(30),
      businessAddress: z.string().trim().max(300),
      reason: Reason,
    }),
    output: z.object({ taxNumber: z.string(), businessAddress: z.string() }),
    refuses: [...operators, 'no_tax_here', 'business_address_missing', 'not_allowed_acting'],
    notActing: true,
  }),
  reviews: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/reviews',
    access: 'operator',
    duties: ['support', 'content'],
    summary: 'Lists reviews, newest first unless sorted. Searches by author or text.',
    input: StorySubject.extend({
      text: SearchText,
      score: z.coerce.number().int().min(1).max(5).optional(),
      state: z.enum(['shown', 'removed']).optional(),
      sort: sortSchema(['date', 'score']),
      cursor: Cursor,
    }),
    output: z.object({ reviews: z.array(OperatorReview), nextCursor: NextCursor }),
    refuses: operators,
  }),
  removeReview: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/reviews/{reviewId}/remove',
    access: 'operator',
    duties: ['support', 'content'],
    summary: 'Removes a review from the page and from the score.',
    input: z.object({ reviewId: Int4Param, reason: Reason }),
    output: z.object({ review: OperatorReview }),
    refuses: [...operators, 'not_found', 'state_changed', 'not_allowed_acting'],
    notActing: true,
  }),
  restoreReview: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/reviews/{reviewId}/restore',
    access: 'operator',
    duties: ['support', 'content'],
    summary: 'Restores a removed review and counts it again.',
    input: z.object({ reviewId: Int4Param, reason: Reason }),
    output: z.object({ review: OperatorReview }),
    refuses: [...operators, 'not_found', 'state_changed', 'not_allowed_acting'],
    notActing: true,
  }),
}
