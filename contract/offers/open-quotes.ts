import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'

export const openQuotes = {
  count: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/open-quotes',
    access: 'provider',
    summary: 'How many quotes of the caller still keep the price they were given.',
    input: z.object({}),
    output: z.object({ count: z.number().int() }),
    refuses: ['not_found'],
  }),
}
