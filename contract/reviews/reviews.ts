import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { HairTags } from '#contract/looks/look-tags.ts'
import { FileUrl } from '#contract/pictures/uploads.ts'
import { CountryCode, EventDate, Instant, Picture, BigRowIdParam, hasCharacters } from '#contract/values.ts'

/** The writer: the customer, publicly about the artist, or the artist, privately about the customer. */
export const ReviewType = z.enum(['customer', 'provider'])
export type ReviewType = z.infer<typeof ReviewType>

export const WrittenReview = z.object({
  score: z.number().int().min(1).max(5),
  comments: z.string(),
  chips: z.array(z.string()),
  hairTags: HairTags,
  pictures: z.array(Picture),
  createdAt: Instant,
  editUntil: Instant,
  editable: z.boolean(),
  removedReason: z.string().nullable(),
})
export type WrittenReview = z.infer<typeof WrittenReview>

export const ReviewPage = z.object({
  type: ReviewType,
  appointmentId: z.uuid(),
  state: z.enum(['early', 'open', 'closed']),
  name: z.string(),
  firstName: z.string(),
  slug: z.string().nullable(),
  picture: Picture,
  event: z.string(),
  place: z.string(),
  eventDate: EventDate,
  timeZone: z.string(),
  countryCode: CountryCode,
  opensAt: Instant,
  closesAt: Instant,
  review: WrittenReview.nullable(),
})
export type ReviewPage = z.infer<typeof ReviewPage>

const Key = z
  .string()
  .min(20, { abort: true })
  .refine(hasCharacters(20))
  .max(600, { abort: true })
  .regex(/^[A-Za-z0-9._-]+$/)
const link = z.object({ appointmentId: z.uuid(), type: ReviewType, key: Key })
const words = {
  score: z.number('Score is required').int().min(1, 'Score is required').max(5),
  comments: z.string().trim().max(2000).default(''),
  chips: z.array(z.string().max(40)).max(8).default([]),
  /** The customer's tags of the hair; empty in reviews by artists. */
  hairTags: HairTags.default([]),
  pictures: z.array(FileUrl).max(6).default([]),
}
const reply = z.string().trim().min(1, 'Reply is required').max(2000)
const provider = { access: 'provider', notActing: true } as const
const replied = z.object({ reply: z.string(), repliedAt: Instant, editUntil: Instant })
const replyRefuses = [
  'not_signed_in',
  'session_ended',
  'not_yours',
  'not_allowed_acting',
  'not_found',
  'contact_details',
  'rate_limited',
] as const

export const reviews = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/reviews/{appointmentId}/{type}/{key}',
    access: 'public',
    summary: 'Returns what a review link is about, and the existing review. Its key replaces signing in.',
    input: link,
    output: ReviewPage,
    refuses: ['not_found', 'rate_limited'],
    limit: 120,
  }),
  post: defineEndpoint({
    method: 'POST',
    path: '/v1/reviews/{appointmentId}/{type}/{key}',
    access: 'public',
    summary: 'Posts the review of an appointment once, within 90 days of its end.',
    input: link.extend(words),
    output: ReviewPage,
    refuses: [
      'not_found',
      'review_early',
      'own_profile',
      'review_closed',
      'state_changed',
      'not_yours',
      'contact_details',
      'invalid_input',
      'rate_limited',
    ],
    limit: 20,
  }),
  change: defineEndpoint({
    method: 'PATCH',
    path: '/v1/reviews/{appointmentId}/{type}/{key}',
    access: 'public',
    summary: 'Updates a review within seven days.',
    input: link.extend(words),
    output: ReviewPage,
    refuses: [
      'not_found',
      'edit_ended',
      'own_profile',
      'not_yours',
      'contact_details',
      'invalid_input',
      'rate_limited',
    ],
    limit: 20,
  }),
  link: defineEndpoint({
    method: 'GET',
    path: '/v1/reviews/link/{appointmentId}',
    access: 'member',
    summary: 'Returns the review link of an appointment that the caller had.',
    input: z.object({ appointmentId: z.uuid() }),
    output: z.object({ path: z.string() }),
    refuses: ['not_signed_in', 'session_ended', 'not_allowed_acting', 'not_found'],
    notActing: true,
  }),
  report: defineEndpoint({
    method: 'POST',
    path: '/v1/reviews/{reviewId}/report',
    access: 'visitor',
    summary: 'Reports a review to the team.',
    input: z.object({ reviewId: BigRowIdParam, reason: z.string().trim().min(1, 'Give a reason.').max(1000) }),
    output: z.object({ reported: z.literal(true) }),
    refuses: ['not_found', 'cross_origin', 'rate_limited'],
    limit: 5,
  }),
  reply: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/reviews/{reviewId}/reply',
    ...provider,
    summary: "Posts the provider's public reply to a review, once.",
    input: z.object({ reviewId: BigRowIdParam, reply }),
    output: replied,
    refuses: [...replyRefuses, 'reply_exists'],
    limit: 30,
  }),
  changeReply: defineEndpoint({
    method: 'PATCH',
    path: '/v1/providers/reviews/{reviewId}/reply',
    ...provider,
    summary: 'Updates the reply within seven days.',
    input: z.object({ reviewId: BigRowIdParam, reply }),
    output: replied,
    refuses: [...replyRefuses, 'edit_ended'],
    limit: 30,
  }),
}
