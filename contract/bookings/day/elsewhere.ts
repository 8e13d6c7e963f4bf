import { z } from 'zod'
import { Instant } from '#contract/values.ts'

/** A sitting of somebody of a plan with another artist of the same party, as it was planned and as it is expected now, or as it was. */
export const Elsewhere = z.object({
  /** Who of the plan that it holds up, by place. */
  person: z.number().int(),
  /** Whose chair it is. */
  artist: z.string(),
  label: z.string(),
  plannedFrom: Instant,
  from: Instant,
  to: Instant,
  state: z.enum(['ahead', 'now', 'done']),
})
export type Elsewhere = z.infer<typeof Elsewhere>
