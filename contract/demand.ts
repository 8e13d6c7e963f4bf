import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const Demand = z.object({
  /** The named place nearest to the point. */
  place: z.string(),
  /** How many people searched within 50 km in the last 30 days. */
  customers: z.number().int(),
  /** Whether hair and makeup is the pair that is searched most there; only with ten searches for pairs behind it. */
  hairAndMakeup: z.boolean(),
})
export type Demand = z.infer<typeof Demand>

export const demand = {
  near: endpoint({
    method: 'GET', path: '/v1/providers/me/demand', access: 'provider', summary: 'What has been searched near the own base, or near a point, in the last 30 days.',
    input: z.object({ near: z.string().regex(/^-?\d{1,3}(\.\d{1,15})?,-?\d{1,2}(\.\d{1,15})?$/, 'Give the point as longitude,latitude.').optional() }),
    output: Demand, refuses: ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'rate_limited'], limit: 60,
  }),
}
