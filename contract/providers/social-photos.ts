import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Picture, queryNumberSchema } from '#contract/values.ts'

export const socialPhotos = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/social-photos',
    access: 'public',
    summary:
      "Lists the newest pictures of a social media account. If no such gateway is configured, returns the albums' pictures.",
    input: z.object({
      path: z.string().trim().max(60).default(''),
      count: queryNumberSchema(z.number().int().min(1).max(48)).default(16),
    }),
    output: z.object({ photos: z.array(Picture), connected: z.boolean() }),
    refuses: ['rate_limited'],
    limit: 60,
  }),
}
