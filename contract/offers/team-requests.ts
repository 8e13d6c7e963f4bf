import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Requester } from '#contract/search/search.ts'
import { Instant } from '#contract/values.ts'
import { requestStates } from './lifecycle-request.ts'

const TeamRequest = z.object({
  id: z.uuid(),
  profileId: z.uuid(),
  state: z.enum(requestStates),
  open: z.boolean(),
  endsAt: Instant,
})

/** Requests to a team at once: all artists must accept, or all requests end. */
export const TeamRequests = z.object({
  requests: z.array(TeamRequest),
  answersBy: Instant.nullable(),
  confirm: z.object({ email: z.string() }).nullable(),
})
export type TeamRequests = z.infer<typeof TeamRequests>

const ofTeam = z.object({ teamId: z.uuid() })

export const teamRequests = {
  send: defineEndpoint({
    method: 'POST',
    path: '/v1/teams/{teamId}/requests',
    access: 'visitor',
    stops: 'bookings',
    key: true,
    notActing: true,
    summary:
      'Sends a request to every artist of a team without Instant Book, to all or to none. A declined, expired or withdrawn part ends the other requests.',
    input: ofTeam.extend({ requester: Requester }),
    output: TeamRequests,
    refuses: [
      'not_found',
      'contact_early',
      'already_requested',
      'too_late_to_request',
      'request_not_possible',
      'own_profile',
      'date_past',
      'suspended',
      'challenge_required',
    ],
    limit: 20,
  }),
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/teams/{teamId}/requests',
    access: 'visitor',
    summary: "Returns the requests of the caller's team, and the last time at which an artist can answer.",
    input: ofTeam,
    output: TeamRequests,
    refuses: ['not_found'],
  }),
  withdraw: defineEndpoint({
    method: 'POST',
    path: '/v1/teams/{teamId}/requests/withdraw',
    access: 'visitor',
    key: true,
    notActing: true,
    summary: 'Withdraws the requests of a team. Open offers are declined.',
    input: ofTeam,
    output: TeamRequests,
    refuses: ['not_found', 'state_changed'],
    limit: 60,
  }),
}
