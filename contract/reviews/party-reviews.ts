import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { HairTags } from '#contract/looks/look-tags.ts'
import { CountryCode, EventDate, Instant, oneLineSchema, Picture, patternSchema } from '#contract/values.ts'
import { partyRoles } from '#contract/reviews/review-words.ts'
import { WrittenReview } from '#contract/reviews/reviews.ts'

const PartyRole = z.enum(['', ...partyRoles])

export const WrittenPartyReview = WrittenReview.omit({ pictures: true }).extend({
  author: z.string(),
  role: z.string(),
  of: z.number().int(),
})
export type WrittenPartyReview = z.infer<typeof WrittenPartyReview>

/** The page of a guest's link after the event, without addresses and others' reviews. */
export const PartyReviewPage = z.object({
  /** `booker`: the guest is the person who booked, who has a separate review link. */
  state: z.enum(['early', 'open', 'closed', 'booker']),
  /** The guest's name as entered by the booker or the guest; empty if never entered or deleted. */
  name: z.string(),
  provider: z.string(),
  firstName: z.string(),
  slug: z.string(),
  picture: Picture,
  event: z.string(),
  place: z.string(),
  eventDate: EventDate,
  timeZone: z.string(),
  countryCode: CountryCode,
  opensAt: Instant,
  closesAt: Instant,
  services: z.array(z.string()),
  review: WrittenPartyReview.nullable(),
  /** The same person's links for the other artists of a team. */
  others: z.array(z.object({ provider: z.string(), key: z.string() })),
})
export type PartyReviewPage = z.infer<typeof PartyReviewPage>

const ofKey = z.object({ key: patternSchema(40, /^[A-Za-z0-9_-]{40}$/) })
const words = {
  name: oneLineSchema(60),
  role: PartyRole.default(''),
  score: z.number('Score is required').int().min(1, 'Score is required').max(5),
  comments: z.string().trim().max(2000).default(''),
  chips: z.array(z.string().max(40)).max(8).default([]),
  hairTags: HairTags.default([]),
}
const refuses = [
  'not_found',
  'own_profile',
  'review_as_booker',
  'contact_details',
  'invalid_input',
  'rate_limited',
] as const

export const partyReviews = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/guests/{key}/review',
    access: 'public',
    summary: 'Returns what a person of a party can review by their link after the day, and their existing review.',
    input: ofKey,
    output: PartyReviewPage,
    refuses: ['not_found', 'rate_limited'],
    limit: 60,
  }),
  post: defineEndpoint({
    method: 'POST',
    path: '/v1/guests/{key}/review',
    access: 'public',
    summary:
      'Posts the review of a person of the party once, within 90 days of the end of the appointment. All reviewers of a booking share its weight.',
    input: ofKey.extend(words),
    output: PartyReviewPage,
    refuses: [...refuses, 'review_early', 'review_closed', 'state_changed'],
    limit: 20,
  }),
  change: defineEndpoint({
    method: 'PATCH',
    path: '/v1/guests/{key}/review',
    access: 'public',
    summary: 'Updates that review within seven days.',
    input: ofKey.extend(words),
    output: PartyReviewPage,
    refuses: [...refuses, 'edit_ended'],
    limit: 20,
  }),
}
