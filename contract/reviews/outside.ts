import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Instant, oneLineSchema, Picture, patternSchema, trimmedTextSchema } from '#contract/values.ts'
import { Email } from '#contract/accounts/email.ts'

export const OutsideReview = z.object({
  id: z.uuid(),
  name: z.string(),
  work: z.string(),
  comments: z.string(),
  date: Instant,
  source: z.string().nullable(),
})
export type OutsideReview = z.infer<typeof OutsideReview>

/** A person invited by the artist. No response contains the address. */
export const OutsideInvitation = z.object({
  id: z.uuid(),
  name: z.string(),
  work: z.string(),
  invitedAt: Instant,
  state: z.enum(['waiting', 'shown', 'removed']),
})
export type OutsideInvitation = z.infer<typeof OutsideInvitation>

export const OutsidePage = z.object({
  artist: z.object({ name: z.string(), slug: z.string(), picture: Picture }),
  name: z.string(),
  work: z.string(),
  state: z.enum(['open', 'written', 'closed']),
  countryCode: CountryCode,
})
export type OutsidePage = z.infer<typeof OutsidePage>

/**
 * The maximum of invitations per artist and day, per artist in total, and of artists who may invite one address per
 * month.
 */
export const outsideLimits = { aDay: 10, inAll: 100, ofAddress: 3 } as const

const Key = patternSchema(40, /^[A-Za-z0-9_-]{40}$/)
const work = oneLineSchema(120, 'Enter the type of work')
const name = oneLineSchema(60, 'Name is required')

export const outsideReviews = {
  invitations: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/outside-reviews',
    access: 'provider',
    summary:
      "Lists the caller's invitations to comment on work done elsewhere, newest first, and how many are left today.",
    input: z.object({}),
    output: z.object({ invitations: z.array(OutsideInvitation), left: z.number().int() }),
    refuses: ['not_found'],
  }),
  invite: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/outside-reviews',
    access: 'provider',
    notActing: true,
    summary: 'Sends an email that asks a client for a comment on work done elsewhere. Each address is asked once.',
    input: z.object({ name, email: Email, work }),
    output: z.object({ invitation: OutsideInvitation }),
    refuses: [
      'not_found',
      'not_allowed_acting',
      'own_profile',
      'already_invited',
      'too_many_invitations',
      'contact_details',
    ],
    limit: 60,
  }),
  listByProfile: defineEndpoint({
    method: 'GET',
    path: '/v1/outside-reviews/of/{profileId}',
    access: 'public',
    summary: "Lists comments on an artist's work done elsewhere, newest first. They never count in a score or a total.",
    input: z.object({ profileId: z.string().min(1).max(120) }),
    output: z.object({ reviews: z.array(OutsideReview) }),
    refuses: ['not_found'],
  }),
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/outside-reviews/{key}',
    access: 'public',
    summary: 'Returns the invitation behind an emailed link. Its key replaces signing in.',
    input: z.object({ key: Key }),
    output: OutsidePage,
    refuses: ['not_found', 'rate_limited'],
    limit: 60,
  }),
  write: defineEndpoint({
    method: 'POST',
    path: '/v1/outside-reviews/{key}',
    access: 'public',
    summary: 'Posts the comment once, within 90 days of the email.',
    input: z.object({
      key: Key,
      name,
      work,
      comments: trimmedTextSchema(10, 2000, 'Write at least a sentence.'),
    }),
    output: OutsidePage,
    refuses: ['not_found', 'own_profile', 'review_closed', 'state_changed', 'contact_details', 'rate_limited'],
    limit: 20,
  }),
  report: defineEndpoint({
    method: 'POST',
    path: '/v1/outside-reviews/{reviewId}/report',
    access: 'visitor',
    summary: 'Reports a comment to the team.',
    input: z.object({ reviewId: z.uuid(), reason: z.string().trim().min(1, 'Give a reason.').max(1000) }),
    output: z.object({ reported: z.literal(true) }),
    refuses: ['not_found', 'cross_origin', 'rate_limited'],
    limit: 5,
  }),
}
