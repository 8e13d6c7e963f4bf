import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'

export const LiveEvent = z.object({ id: z.number().int(), kind: z.string(), ref: z.string() })
export type LiveEvent = z.infer<typeof LiveEvent>

export const live = {
  token: defineEndpoint({
    method: 'POST',
    path: '/v1/live/token',
    access: 'member',
    summary: 'Creates a token for the live event stream, valid for an hour.',
    input: z.object({}),
    output: z.object({ token: z.string() }),
    refuses: ['not_signed_in', 'session_ended', 'not_allowed_acting', 'rate_limited'],
    limit: 60,
    secret: true,
    notActing: true,
  }),
  events: defineEndpoint({
    method: 'GET',
    path: '/v1/live/events',
    access: 'visitor',
    summary:
      "Lists the caller's events after `after`, for browsers without the event stream. Without `after`, returns only the current position.",
    input: z.object({ after: z.coerce.number().pipe(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)).optional() }),
    /** `missed`: older events are no longer stored, so the page must reload everything. */
    output: z.object({ events: z.array(LiveEvent), last: z.number().int(), missed: z.boolean() }),
    refuses: ['rate_limited', 'not_allowed_acting'],
    limit: 120,
    notActing: true,
  }),
}
