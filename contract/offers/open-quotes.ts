import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'

export const openQuotes = {
  count: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/open-quotes',
    access: 'provider',
    summary: "Counts the caller's quotes whose price is still locked.",
    input: z.object({}),
    output: z.object({ count: z.number().int() }),
    refuses: ['not_found'],
  }),
}
