import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/values.ts'

/** Requests of a private client to their artist, who is the controller of their data. */
export const ClientRequestKind = z.enum(['correct', 'delete'])
export type ClientRequestKind = z.infer<typeof ClientRequestKind>

/** The longest text of a request, and the days in which the artist has to answer it by law. */
export const clientRequestLimits = { details: 1_000, days: 30 } as const

export const ClientDataRequest = z.object({
  id: z.uuid(),
  client: z.object({ id: z.uuid(), name: z.string() }),
  kind: ClientRequestKind,
  details: z.string(),
  requestedAt: Instant,
  dueAt: Instant,
})
export type ClientDataRequest = z.infer<typeof ClientDataRequest>

const done = z.object({ done: z.literal(true) })
const common = { access: 'provider', notActing: true } as const

export const clientData = {
  acceptTerms: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/v1/providers/me/client-data-terms',
    summary:
      'Accepts once that the caller is the controller of the data of their private clients. Required before the first one is saved.',
    input: z.object({ accepted: z.literal(true, 'Please accept this to save clients.') }),
    output: done,
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  requests: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/v1/providers/me/client-data-requests',
    summary: 'Lists what private clients have asked the caller to correct or delete and is not done, oldest first.',
    input: z.object({}),
    output: z.object({ requests: z.array(ClientDataRequest) }),
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  finishRequest: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/v1/providers/me/client-data-requests/{requestId}/done',
    summary: 'Marks a request as done. A request to delete ends when the client is deleted.',
    input: z.object({ requestId: z.uuid() }),
    output: done,
    refuses: ['not_found', 'state_changed', 'not_allowed_acting'],
  }),
}
