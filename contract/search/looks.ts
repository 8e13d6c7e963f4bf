import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { SearchId } from './search.ts'
import { LookInMind } from './look-in-mind.ts'

const ofQuote = z.object({ quoteId: SearchId })
const owners = ['not_found', 'not_yours', 'rate_limited'] as const

export const looks = {
  show: endpoint({
    method: 'GET',
    path: '/v1/quotes/{quoteId}/look',
    access: 'visitor',
    summary:
      'The look that the owner of a search has in mind, and what products must be free of. The search’s owner only.',
    input: ofQuote,
    output: LookInMind,
    refuses: [...owners],
    limit: 240,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/v1/quotes/{quoteId}/look',
    access: 'visitor',
    summary:
      'Says it anew, all of it: cards then begin with each artist’s closest work. Artists who are asked read it with the request, nobody else does.',
    input: ofQuote.extend(LookInMind.shape),
    output: LookInMind,
    refuses: [...owners],
    limit: 120,
  }),
}
